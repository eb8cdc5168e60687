/// The statements that write, prepared once.
struct WriterStatements {
  let begin: SQLiteStatement
  let commit: SQLiteStatement
  /// The head of a collection by owner and id, and its checksum.
  let head: SQLiteStatement
  let create: SQLiteStatement
  /// Writes the head of a collection.
  let update: SQLiteStatement
  /// Writes when the newest version of a collection was made.
  let setUpdated: SQLiteStatement
  /// Writes the hour of it, if it is another than before.
  let setHour: SQLiteStatement
  let insertBase: SQLiteStatement
  let setBaseTime: SQLiteStatement
  let append: SQLiteStatement
  let requests: RequestStatements
  let savePosition: SQLiteStatement
  let saveViewport: SQLiteStatement
  /// Deletes the bases before a version.
  let deleteBases: SQLiteStatement
  /// Deletes the entries up to a version.
  let deleteEntries: SQLiteStatement
  let deleteBaseTime: SQLiteStatement
  let deletePosition: SQLiteStatement
  /// Deletes one viewport of a collection.
  let deleteViewport: SQLiteStatement
  /// Deletes all viewports of a collection but the main one.
  let deleteViewports: SQLiteStatement
  let delete: SQLiteStatement
  /// Notes that bytes of erased rows may be left in the files.
  let noteErasure: SQLiteStatement

  init(_ connection: SQLiteConnection) throws(SQLiteError) {
    begin = try SQLiteStatement("BEGIN IMMEDIATE", on: connection)
    commit = try SQLiteStatement("COMMIT", on: connection)
    head = try SQLiteStatement(
      "SELECT \(CollectionHead.columns), sum FROM collections WHERE owner = ? AND id = ?", on: connection)
    create = try SQLiteStatement(
      """
      INSERT INTO collections (collection, owner, id, version, base, items, keys, sum, created)
      VALUES (?, ?, ?, 0, 0, 0, 0, 0, ?)
      """,
      on: connection)
    update = try SQLiteStatement(
      "UPDATE collections SET version = ?2, base = ?3, items = ?4, keys = ?5, sum = ?6 WHERE collection = ?1",
      on: connection)
    setUpdated = try SQLiteStatement(
      "UPDATE collections SET updated = ?2 WHERE collection = ?1", on: connection)
    setHour = try SQLiteStatement(
      "UPDATE collections SET hour = ?2 WHERE collection = ?1 AND hour IS NOT ?2", on: connection)
    insertBase = try SQLiteStatement("INSERT INTO bases VALUES (?, ?, ?)", on: connection)
    setBaseTime = try SQLiteStatement("INSERT OR REPLACE INTO base_times VALUES (?, ?)", on: connection)
    append = try SQLiteStatement("INSERT INTO entries VALUES (?, ?, ?)", on: connection)
    requests = try RequestStatements(connection)
    savePosition = try SQLiteStatement("INSERT OR REPLACE INTO positions VALUES (?, ?, ?, ?)", on: connection)
    saveViewport = try SQLiteStatement("INSERT OR REPLACE INTO viewports VALUES (?, ?, ?, ?)", on: connection)
    deleteBases = try SQLiteStatement(
      "DELETE FROM bases WHERE collection = ? AND version < ?", on: connection)
    deleteEntries = try SQLiteStatement(
      "DELETE FROM entries WHERE collection = ? AND version <= ?", on: connection)
    deleteBaseTime = try SQLiteStatement("DELETE FROM base_times WHERE collection = ?", on: connection)
    deletePosition = try SQLiteStatement("DELETE FROM positions WHERE collection = ?", on: connection)
    deleteViewport = try SQLiteStatement(
      "DELETE FROM viewports WHERE collection = ? AND name = ?", on: connection)
    deleteViewports = try SQLiteStatement("DELETE FROM viewports WHERE collection = ?", on: connection)
    delete = try SQLiteStatement("DELETE FROM collections WHERE owner = ? AND id = ?", on: connection)
    noteErasure = try SQLiteStatement("INSERT OR IGNORE INTO erasures VALUES (1)", on: connection)
  }
}
