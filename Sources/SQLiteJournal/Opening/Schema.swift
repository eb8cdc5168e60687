/// The tables of a store, and the migrations from those of earlier versions.
///
/// A collection has one row, and rows for its bases and entries. Its newest version is that of the newest entry or base,
/// so an append writes one row.
enum Schema {
  /// Marks the database as a store of Tessera: "Tess".
  static let applicationID = 0x5465_7373

  /// The number of the current schema.
  static var number: Int { steps.count }

  /// The statements that create each schema from the one before it; the first starts from an empty database.
  static let steps = [
    """
    CREATE TABLE collections (
      collection INTEGER PRIMARY KEY,
      owner TEXT NOT NULL,
      id TEXT NOT NULL,
      left_version INTEGER,
      left_main BLOB,
      UNIQUE (owner, id)
    ) STRICT;
    CREATE TABLE bases (
      collection INTEGER NOT NULL,
      version INTEGER NOT NULL,
      items INTEGER NOT NULL,
      bytes BLOB NOT NULL,
      PRIMARY KEY (collection, version)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE entries (
      collection INTEGER NOT NULL,
      version INTEGER NOT NULL,
      items INTEGER NOT NULL,
      bytes BLOB NOT NULL,
      PRIMARY KEY (collection, version)
    ) STRICT, WITHOUT ROWID;
    """
  ]

  /// Checks that an existing database is a store that this version knows. It changes nothing.
  static func examine(_ path: StorePath) throws(SQLiteOpeningError) {
    let hasTables: Bool
    let application, schema: Int
    do throws(SQLiteError) {
      let connection = try Connection(path.resolved, .inspect)
      hasTables = try connection.number("SELECT count(*) FROM sqlite_schema") > 0
      application = try connection.number("PRAGMA application_id")
      schema = try connection.number("PRAGMA user_version")
    } catch {
      throw SQLiteOpeningError(error, path.given)
    }
    // A process that ended while it created the store has left an empty database.
    let isEmpty = application == 0 && schema == 0 && !hasTables
    guard application == applicationID || isEmpty else { throw .foreign(path: path.given) }
    guard schema <= number else { throw .newer(path: path.given, schema: schema, known: number) }
    guard schema >= 0 else { throw .damaged(path: path.given, reason: "its schema number is \(schema)") }
  }

  /// Creates the tables, or migrates those of an earlier version.
  static func migrate(_ connection: Connection) throws(SQLiteError) {
    for number in try connection.number("PRAGMA user_version")..<number {
      try connection.execute(
        """
        BEGIN IMMEDIATE;
        \(steps[number])
        PRAGMA application_id = \(applicationID);
        PRAGMA user_version = \(number + 1);
        COMMIT;
        """)
    }
  }

  /// Configures the connection that writes.
  ///
  /// - Returns: whether the database has a write-ahead log, without which reads would wait for writes.
  static func configure(_ connection: Connection) throws(SQLiteError) -> Bool {
    // Only an empty database accepts these settings, and only before the log exists.
    try connection.execute("PRAGMA page_size = 4096; PRAGMA auto_vacuum = INCREMENTAL")
    guard try connection.text("PRAGMA journal_mode = WAL") == "wal" else { return false }
    // A commit waits until the disk has it. After a checkpoint a large log is truncated to this size.
    try connection.execute("PRAGMA synchronous = FULL; PRAGMA journal_size_limit = \(64 << 20)")
    try connection.takeOverCheckpoints()
    return true
  }
}
