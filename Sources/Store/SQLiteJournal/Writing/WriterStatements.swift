/// The statements that write, prepared once.
struct WriterStatements {
  let begin: Statement
  let commit: Statement
  /// The head of a collection by owner and id, and its checksum.
  let head: Statement
  let create: Statement
  /// Writes the head of a collection.
  let update: Statement
  /// Writes when the newest version of a collection was made.
  let setUpdated: Statement
  /// Writes the hour of it, if it is another than before.
  let setHour: Statement
  let insertBase: Statement
  let setBaseTime: Statement
  let append: Statement
  let requests: RequestStatements
  let savePosition: Statement
  let saveViewport: Statement
  /// Deletes the bases before a version.
  let deleteBases: Statement
  /// Deletes the entries up to a version.
  let deleteEntries: Statement
  let deleteBaseTime: Statement
  let deletePosition: Statement
  /// Deletes one viewport of a collection.
  let deleteViewport: Statement
  /// Deletes all viewports of a collection but the main one.
  let deleteViewports: Statement
  let delete: Statement
  /// Notes that bytes of erased rows may be left in the files.
  let noteErasure: Statement

  init(_ connection: Connection) throws(SQLiteError) {
    begin = try Statement("BEGIN IMMEDIATE", on: connection)
    commit = try Statement("COMMIT", on: connection)
    head = try Statement(
      "SELECT \(CollectionHead.columns), sum FROM collections WHERE owner = ? AND id = ?", on: connection)
    create = try Statement(
      """
      INSERT INTO collections (collection, owner, id, version, base, items, keys, sum, created)
      VALUES (?, ?, ?, 0, 0, 0, 0, 0, ?)
      """,
      on: connection)
    update = try Statement(
      "UPDATE collections SET version = ?2, base = ?3, items = ?4, keys = ?5, sum = ?6 WHERE collection = ?1",
      on: connection)
    setUpdated = try Statement("UPDATE collections SET updated = ?2 WHERE collection = ?1", on: connection)
    setHour = try Statement(
      "UPDATE collections SET hour = ?2 WHERE collection = ?1 AND hour IS NOT ?2", on: connection)
    insertBase = try Statement("INSERT INTO bases VALUES (?, ?, ?)", on: connection)
    setBaseTime = try Statement("INSERT OR REPLACE INTO base_times VALUES (?, ?)", on: connection)
    append = try Statement("INSERT INTO entries VALUES (?, ?, ?)", on: connection)
    requests = try RequestStatements(connection)
    savePosition = try Statement("INSERT OR REPLACE INTO positions VALUES (?, ?, ?, ?)", on: connection)
    saveViewport = try Statement("INSERT OR REPLACE INTO viewports VALUES (?, ?, ?, ?)", on: connection)
    deleteBases = try Statement("DELETE FROM bases WHERE collection = ? AND version < ?", on: connection)
    deleteEntries = try Statement("DELETE FROM entries WHERE collection = ? AND version <= ?", on: connection)
    deleteBaseTime = try Statement("DELETE FROM base_times WHERE collection = ?", on: connection)
    deletePosition = try Statement("DELETE FROM positions WHERE collection = ?", on: connection)
    deleteViewport = try Statement(
      "DELETE FROM viewports WHERE collection = ? AND name = ?", on: connection)
    deleteViewports = try Statement("DELETE FROM viewports WHERE collection = ?", on: connection)
    delete = try Statement("DELETE FROM collections WHERE owner = ? AND id = ?", on: connection)
    noteErasure = try Statement("INSERT OR IGNORE INTO erasures VALUES (1)", on: connection)
  }
}
