/// Statements of the shapes that several have: a transaction marks the heads that it sets or deletes, and changes the rows of
/// marked collections alone.
extension Schema {
  /// Inserts rows of collections whose heads were marked. The arguments are an array for each column, and one of marks.
  ///
  /// - Parameter key: the columns by which a row replaces the one that is there; none if there is never one.
  func insertMarked(
    _ name: String, into table: String, _ columns: [String], replacing key: [String] = []
  ) -> Statement {
    let rest = columns.filter { !key.contains($0) }.map { "\($0) = excluded.\($0)" }
    let conflict =
      key.isEmpty ? "" : "ON CONFLICT (\(list(key))) DO UPDATE SET \(list(rest))"
    return Statement(
      name,
      """
      INSERT INTO \(table) (\(list(columns)))
      SELECT \(list(columns.map { "g.\($0)" }))
      FROM \(given(columns + ["mark"])) JOIN \(collections) c ON c.collection = g.collection AND c.mark = g.mark
      \(conflict)
      """)
  }

  /// Deletes rows of collections that were marked. The arguments are an array for each column.
  ///
  /// - Parameters:
  ///   - columns: those of `g` in the condition, `collection` and `mark` among them.
  ///   - marked: the table that has the marks.
  ///   - condition: which rows `r` of a collection are deleted.
  func deleteMarked(
    _ name: String, from table: String, by columns: [String], of marked: String,
    where condition: String = "true"
  ) -> Statement {
    Statement(
      name,
      """
      DELETE FROM \(table) r USING \(given(columns)), \(marked) c
      WHERE c.collection = g.collection AND c.mark = g.mark AND r.collection = g.collection AND \(condition)
      """)
  }

  /// Locks the heads of existing collections, in one order for all groups.
  func lockHeads(_ name: String, for strength: String) -> Statement {
    Statement(
      name,
      """
      SELECT collection, version FROM \(collections) WHERE collection = ANY ($1::bigint[])
      ORDER BY collection FOR \(strength)
      """)
  }

  /// The rows `g` that the first arguments give, an array for each column.
  private func given(_ columns: [String]) -> String {
    let arrays = columns.enumerated().map { "$\($0 + 1)::\(type(of: $1))[]" }
    return "unnest(\(list(arrays))) AS g (\(list(columns)))"
  }

  private func type(of column: String) -> String {
    switch column {
    case "name": "text"
    case "bytes": "bytea"
    default: "bigint"
    }
  }

  private func list(_ parts: [String]) -> String { parts.joined(separator: ", ") }
}
