/// What a store's writer says to SQLite, prepared once.
struct WriterStatements {
  /// Owner, id: the row of a collection, its newest base's version and its newest entry's.
  let head: Statement
  let create: Statement
  let insertBase: Statement
  let append: Statement
  let leave: Statement
  /// Those before a version.
  let dropBases: Statement
  /// Those up to a version.
  let dropEntries: Statement
  let delete: Statement

  init(_ connection: Connection) throws(SQLiteError) {
    head = try Statement(
      """
      SELECT collection,
        (SELECT max(version) FROM bases WHERE bases.collection = collections.collection),
        (SELECT max(version) FROM entries WHERE entries.collection = collections.collection)
      FROM collections WHERE owner = ? AND id = ?
      """, on: connection)
    create = try Statement("INSERT INTO collections (owner, id) VALUES (?, ?)", on: connection)
    insertBase = try Statement("INSERT INTO bases VALUES (?, ?, ?, ?)", on: connection)
    append = try Statement("INSERT INTO entries VALUES (?, ?, ?, ?)", on: connection)
    leave = try Statement(
      "UPDATE collections SET left_version = ?2, left_main = ?3 WHERE collection = ?1", on: connection)
    dropBases = try Statement("DELETE FROM bases WHERE collection = ? AND version < ?", on: connection)
    dropEntries = try Statement("DELETE FROM entries WHERE collection = ? AND version <= ?", on: connection)
    delete = try Statement("DELETE FROM collections WHERE collection = ?", on: connection)
  }
}
