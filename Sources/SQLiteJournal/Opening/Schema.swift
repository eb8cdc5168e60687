/// What a store's tables are, and how those of earlier versions become the present ones.
///
/// A collection has a row, its bases, and the entries on top of them. Its newest version is the newest entry's, or else
/// the newest base's, so that an append writes one row.
enum Schema {
  /// Tells a store of ours from other databases: "Tess".
  static let applicationID = 0x5465_7373

  /// The number of the present schema.
  static var number: Int { steps.count }

  /// What makes each schema out of the one before it, from an empty database on.
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

  /// Looks whether a database that is there is a store that this version knows, and changes nothing.
  static func examine(_ path: StorePath) throws(SQLiteOpeningError) {
    let hasTables: Bool
    let application, schema: Int
    do throws(SQLiteError) {
      let connection = try Connection(path.resolved, .look)
      hasTables = try connection.number("SELECT count(*) FROM sqlite_schema") > 0
      application = try connection.number("PRAGMA application_id")
      schema = try connection.number("PRAGMA user_version")
    } catch {
      throw SQLiteOpeningError(error, path.given)
    }
    // One that was being made when its process ended has nothing yet.
    let isEmpty = application == 0 && schema == 0 && !hasTables
    guard application == applicationID || isEmpty else { throw .foreign(path: path.given) }
    guard schema <= number else { throw .newer(path: path.given, schema: schema, known: number) }
    guard schema >= 0 else { throw .damaged(path: path.given, reason: "its schema number is \(schema)") }
  }

  /// Makes the tables, or those of an earlier version the present ones.
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

  /// Sets how a connection that writes does so.
  ///
  /// - Returns: whether it keeps a write-ahead log, without which readers would wait.
  static func configure(_ connection: Connection) throws(SQLiteError) -> Bool {
    // What comes before the log is only taken by a database that is empty.
    try connection.execute("PRAGMA page_size = 4096; PRAGMA auto_vacuum = INCREMENTAL")
    guard try connection.text("PRAGMA journal_mode = WAL") == "wal" else { return false }
    // A commit waits until the disk has it; after a checkpoint a log that grew large gives its room back.
    try connection.execute("PRAGMA synchronous = FULL; PRAGMA journal_size_limit = \(64 << 20)")
    try connection.keepLog()
    return true
  }
}
