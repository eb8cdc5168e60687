import FlightRecorder

/// The tables of a store, and the migrations from those of earlier versions.
///
/// A collection has one row, its head, and rows for its bases and entries. The head says which rows there are, and has a
/// checksum, so a row that is lost or is not as it was written is noticed; see `CollectionHead`. It also has a row for
/// the position of its main viewport and one for each other viewport, which have checksums of their own, as have the
/// rows of requests. A request outlives its collection.
enum SQLiteSchema {
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
      version INTEGER NOT NULL,
      base INTEGER NOT NULL,
      items INTEGER NOT NULL,
      keys INTEGER NOT NULL,
      sum INTEGER NOT NULL,
      UNIQUE (owner, id)
    ) STRICT;
    CREATE TABLE positions (
      collection INTEGER PRIMARY KEY,
      version INTEGER NOT NULL,
      bytes BLOB NOT NULL,
      sum INTEGER NOT NULL
    ) STRICT;
    CREATE TABLE keys (
      collection INTEGER NOT NULL,
      number INTEGER NOT NULL,
      key TEXT NOT NULL,
      sum INTEGER NOT NULL,
      PRIMARY KEY (collection, number)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE bases (
      collection INTEGER NOT NULL,
      version INTEGER NOT NULL,
      bytes BLOB NOT NULL,
      PRIMARY KEY (collection, version)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE entries (
      collection INTEGER NOT NULL,
      version INTEGER NOT NULL,
      bytes BLOB NOT NULL,
      PRIMARY KEY (collection, version)
    ) STRICT, WITHOUT ROWID;
    """,
    """
    CREATE TABLE viewports (
      collection INTEGER NOT NULL,
      name TEXT NOT NULL,
      bytes BLOB NOT NULL,
      sum INTEGER NOT NULL,
      PRIMARY KEY (collection, name)
    ) STRICT, WITHOUT ROWID;
    """,
    // The keys of earlier versions belong to a collection, and have no fingerprint, time or checksum. Each may be that of
    // a caller with a token, whose scope is the collection.
    """
    CREATE TABLE requests (
      number INTEGER PRIMARY KEY,
      owner TEXT NOT NULL,
      scope TEXT NOT NULL,
      key TEXT NOT NULL,
      fingerprint BLOB,
      collection INTEGER NOT NULL,
      id TEXT NOT NULL,
      version INTEGER NOT NULL,
      time INTEGER NOT NULL,
      sum INTEGER,
      UNIQUE (owner, scope, key)
    ) STRICT;
    INSERT OR IGNORE INTO requests (owner, scope, key, collection, id, version, time)
      SELECT owner, '', key, collection, id, version, unixepoch() FROM keys JOIN collections USING (collection)
      UNION ALL
      SELECT owner, id, key, collection, id, version, unixepoch() FROM keys JOIN collections USING (collection);
    DROP TABLE keys;
    """,
    // It has a row while bytes of erased rows may be left in the files, for the next start.
    """
    CREATE TABLE erasures (
      number INTEGER PRIMARY KEY
    ) STRICT;
    """,
    // When the newest base of each collection was made, in seconds since 1970. Of one that an earlier version made it is
    // not known, so that its history begins to age now.
    """
    CREATE TABLE base_times (
      collection INTEGER PRIMARY KEY,
      time INTEGER NOT NULL
    ) STRICT;
    INSERT INTO base_times SELECT collection, unixepoch() FROM collections;
    """,
    // When each collection was created and its newest version made, in milliseconds since 1970, as far as it is known, for
    // lists by time; the stored forms have these times, too. The index has the hours of changes, so that most changes
    // leave it as it is.
    """
    ALTER TABLE collections ADD COLUMN created INTEGER;
    ALTER TABLE collections ADD COLUMN updated INTEGER;
    ALTER TABLE collections ADD COLUMN hour INTEGER;
    CREATE INDEX collections_created ON collections (owner, created);
    CREATE INDEX collections_hour ON collections (owner, hour);
    """,
  ]

  /// Checks that an existing database is a store that this version knows, with all that was acknowledged. It changes
  /// nothing.
  ///
  /// - Parameter mark: how far the write-ahead log had come; nil for one that is not compared.
  /// - Returns: the number of its schema; 0 if it has no tables yet.
  @discardableResult
  static func examine(
    _ path: StorePath, _ mark: LogMark?, _ mode: SQLiteConnection.Mode = .inspect
  ) throws(SQLiteOpeningError) -> Int {
    let hasTables: Bool
    let application, schema: Int
    do throws(SQLiteError) {
      let connection = try SQLiteConnection(path.resolved, mode)
      hasTables = try connection.number("SELECT count(*) FROM sqlite_schema") > 0
      application = try connection.number("PRAGMA application_id")
      schema = try connection.number("PRAGMA user_version")
      // Without its log a new store looks empty.
      try LogCheck.verify(path, mark)
      if application == applicationID, schema == number { try verify(connection) }
    } catch {
      throw SQLiteOpeningError(error, path.given)
    }
    // A process of an earlier version that ended while it created the store has left an empty database.
    let isEmpty = application == 0 && schema == 0 && !hasTables
    guard application == applicationID || isEmpty else { throw .foreign(path: path.given) }
    guard schema <= number else { throw .newer(path: path.given, schema: schema, known: number) }
    guard schema >= 0 else { throw .damaged(path: path.given, reason: "its schema number is \(schema)") }
    return schema
  }

  /// Writes the first page of a database without tables.
  ///
  /// Only an empty database accepts these settings, and only before there is a log.
  static func begin(_ connection: SQLiteConnection) throws(SQLiteError) {
    try connection.execute(
      """
      PRAGMA page_size = \(SQLitePage.size);
      PRAGMA auto_vacuum = INCREMENTAL;
      PRAGMA synchronous = FULL;
      PRAGMA application_id = \(applicationID);
      """)
  }

  /// Creates the tables, or migrates those of an earlier version.
  static func migrate(_ connection: SQLiteConnection) throws(SQLiteError) {
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

  /// Checks that the tables are those of the current schema, and that the index of the collections matches their table:
  /// a lookup then finds every collection, and no other. The cost follows the number of collections, not the size of the
  /// file.
  private static func verify(_ connection: SQLiteConnection) throws(SQLiteError) {
    let model = try SQLiteConnection(":memory:", .write)
    for step in steps { try model.execute(step) }
    guard try connection.definitions == model.definitions else {
      throw SQLiteError(.corrupt, "its tables are not those of schema \(number)")
    }
    let fault = try connection.text("PRAGMA integrity_check(collections)")
    guard fault == "ok" else { throw SQLiteError(.corrupt, fault) }
  }

  /// Configures the connection that writes.
  ///
  /// - Returns: whether the database has a write-ahead log, without which reads would wait for writes.
  static func configure(_ connection: SQLiteConnection) throws(SQLiteError) -> Bool {
    guard try connection.text("PRAGMA journal_mode = WAL") == "wal" else { return false }
    // A commit waits until the disk has it. After a checkpoint a large log is truncated to this size.
    try connection.execute("PRAGMA synchronous = FULL; PRAGMA journal_size_limit = \(64 << 20)")
    // Deleted bytes do not stay in the file.
    try connection.execute("PRAGMA secure_delete = ON")
    try connection.takeOverCheckpoints()
    return true
  }
}

extension SQLiteConnection {
  /// The statements that define the tables and indexes, each with its name.
  fileprivate var definitions: [String] {
    get throws(SQLiteError) {
      var found: [String] = []
      try SQLiteStatement("SELECT name, coalesce(sql, '') FROM sqlite_schema ORDER BY name", on: self)
        .forEach { found.append("\($0.text(0)): \($0.text(1))") }
      return found
    }
  }
}
