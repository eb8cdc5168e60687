import Collections

/// The statements that list the ids of an owner's collections in their order.
struct ListStatements {
  private let all, ofCreated, ofUpdated: SQLiteStatement

  // Planned without statistics, SQLite might visit the collections in the order of their ids.

  /// Finds those that were created in a range of times.
  static let ofCreated = """
    SELECT id FROM collections INDEXED BY collections_created
    WHERE owner = ?1 AND created >= ?4 AND created < ?5 AND id > ?2 ORDER BY id LIMIT ?3
    """

  /// Finds those that were changed in a range of times, and were created in another unless ?8 says that any will do.
  static let ofUpdated = """
    SELECT id FROM collections INDEXED BY collections_hour
    WHERE owner = ?1 AND hour >= ?4 AND hour <= ?5 AND updated >= ?6 AND updated < ?7
      AND (?8 OR created >= ?9 AND created < ?10) AND id > ?2 ORDER BY id LIMIT ?3
    """

  init(_ connection: SQLiteConnection) throws(SQLiteError) {
    all = try SQLiteStatement(
      "SELECT id FROM collections WHERE owner = ? AND id > ? ORDER BY id LIMIT ?", on: connection)
    ofCreated = try SQLiteStatement(Self.ofCreated, on: connection)
    ofUpdated = try SQLiteStatement(Self.ofUpdated, on: connection)
  }

  /// Returns the ids after one of them, at most `limit`.
  ///
  /// - Complexity: O(log n + k) for n collections and a limit of k without a range of times; with one, O(log n + m log k)
  ///   for m collections in it.
  func ids(
    of owner: String, in times: TimeFilter, after id: String, limit: Int
  ) throws(SQLiteError) -> [String] {
    var found: [String] = []
    let bounds = times.bounds
    let (created, updated) = (bounds.created, bounds.updated)
    if times.updated != nil {
      try ofUpdated.forEach(
        .text(owner), .text(id), .number(limit), .number(bounds.hours.lowerBound),
        .number(bounds.hours.upperBound), .number(updated.lowerBound), .number(updated.upperBound),
        .number(times.created == nil ? 1 : 0), .number(created.lowerBound), .number(created.upperBound)
      ) { found.append($0.text(0)) }
    } else if times.created != nil {
      try ofCreated.forEach(
        .text(owner), .text(id), .number(limit), .number(created.lowerBound), .number(created.upperBound)
      ) { found.append($0.text(0)) }
    } else {
      try all.forEach(.text(owner), .text(id), .number(limit)) { found.append($0.text(0)) }
    }
    return found
  }
}
