/// The statements that write, prepared once.
struct WriterStatements {
  /// The row number of a collection by owner and id, and the versions of its newest base and entry.
  let versions: Statement
  let create: Statement
  let insertBase: Statement
  let append: Statement
  let savePosition: Statement
  /// Deletes the bases before a version.
  let deleteBases: Statement
  /// Deletes the entries up to a version.
  let deleteEntries: Statement
  let delete: Statement

  init(_ connection: Connection) throws(SQLiteError) {
    versions = try Statement(
      """
      SELECT collection,
        (SELECT max(version) FROM bases WHERE bases.collection = collections.collection),
        (SELECT max(version) FROM entries WHERE entries.collection = collections.collection)
      FROM collections WHERE owner = ? AND id = ?
      """, on: connection)
    create = try Statement("INSERT INTO collections (owner, id) VALUES (?, ?)", on: connection)
    insertBase = try Statement("INSERT INTO bases VALUES (?, ?, ?, ?)", on: connection)
    append = try Statement("INSERT INTO entries VALUES (?, ?, ?, ?)", on: connection)
    savePosition = try Statement(
      "UPDATE collections SET left_version = ?2, left_main = ?3 WHERE collection = ?1", on: connection)
    deleteBases = try Statement("DELETE FROM bases WHERE collection = ? AND version < ?", on: connection)
    deleteEntries = try Statement("DELETE FROM entries WHERE collection = ? AND version <= ?", on: connection)
    delete = try Statement("DELETE FROM collections WHERE collection = ?", on: connection)
  }
}
