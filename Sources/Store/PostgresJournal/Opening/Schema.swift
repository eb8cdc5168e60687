/// The tables of a store in one schema of a database, and the migrations from those of earlier versions.
///
/// A collection has one row, its head, and rows for its bases and entries. The number of the row is the collection's
/// incarnation, so the rows of a collection that was deleted never belong to the next one of its key.
///
/// Marks tell which rows a transaction has written: `mark` is another number for each attempt, and later statements of
/// the transaction write only for the collections that have it. `writer` is the number of the write, by which a service
/// that has lost the response of a commit finds out whether it took place; a deletion leaves it in `deletions` for a day.
struct Schema {
  let name: String

  /// The number of the current schema.
  static var number: Int { Schema(name: "").steps.count }

  init(name: String) { self.name = name }

  /// Checks a name: lower-case letters, digits and underscores, so that it needs no quotes.
  static func isName(_ name: String) -> Bool {
    guard let first = name.utf8.first, (1...48).contains(name.utf8.count) else { return false }
    let isDigit = first >= UInt8(ascii: "0") && first <= UInt8(ascii: "9")
    return !isDigit && !name.hasPrefix("pg_")
      && name.utf8.allSatisfy { byte in
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
          || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || byte == UInt8(ascii: "_")
      }
  }

  /// Returns the quoted name of a table.
  func table(_ table: String) -> String { "\"\(name)\".\(table)" }

  var collections: String { table("collections") }
  var entries: String { table("entries") }
  var bases: String { table("bases") }
  var positions: String { table("positions") }
  var viewports: String { table("viewports") }
  var owners: String { table("owners") }
  var requests: String { table("requests") }
  var deletions: String { table("deletions") }
  var confirmations: String { table("confirmations") }

  /// The statements that create each schema from the one before it; the first starts without tables.
  var steps: [String] {
    [
      """
      CREATE TABLE \(collections) (
        collection bigint PRIMARY KEY,
        owner text COLLATE "C" NOT NULL,
        id text COLLATE "C" NOT NULL,
        version bigint NOT NULL,
        base bigint NOT NULL,
        previous bigint NOT NULL,
        items bigint NOT NULL,
        delta bigint NOT NULL,
        mark bigint NOT NULL,
        UNIQUE (owner, id)
      ) WITH (fillfactor = 60);
      CREATE TABLE \(entries) (
        collection bigint NOT NULL,
        version bigint NOT NULL,
        items bigint NOT NULL,
        writer bigint NOT NULL,
        bytes bytea NOT NULL,
        PRIMARY KEY (collection, version)
      ) WITH (toast_tuple_target = 8160);
      ALTER TABLE \(entries) ALTER COLUMN bytes SET STORAGE MAIN;
      CREATE TABLE \(bases) (
        collection bigint NOT NULL,
        version bigint NOT NULL,
        part bigint NOT NULL,
        bytes bytea NOT NULL,
        PRIMARY KEY (collection, version, part)
      );
      CREATE TABLE \(positions) (
        collection bigint PRIMARY KEY,
        version bigint NOT NULL,
        bytes bytea NOT NULL,
        sum bigint NOT NULL
      ) WITH (fillfactor = 60);
      CREATE TABLE \(viewports) (
        collection bigint NOT NULL,
        name text COLLATE "C" NOT NULL,
        bytes bytea NOT NULL,
        sum bigint NOT NULL,
        PRIMARY KEY (collection, name)
      );
      CREATE TABLE \(owners) (
        owner text COLLATE "C" PRIMARY KEY,
        collections bigint NOT NULL,
        items bigint NOT NULL,
        collection_limit bigint NOT NULL,
        CONSTRAINT collection_limit CHECK (collections <= collection_limit)
      ) WITH (fillfactor = 60);
      CREATE TABLE \(requests) (
        owner text COLLATE "C" NOT NULL,
        scope text COLLATE "C" NOT NULL,
        key text COLLATE "C" NOT NULL,
        fingerprint bytea NOT NULL,
        collection bigint NOT NULL,
        id text COLLATE "C" NOT NULL,
        version bigint NOT NULL,
        writer bigint NOT NULL,
        at timestamptz CONSTRAINT not_repeated NOT NULL DEFAULT now(),
        PRIMARY KEY (owner, scope, key)
      );
      CREATE INDEX requests_at ON \(requests) (at);
      CREATE TABLE \(deletions) (
        collection bigint PRIMARY KEY,
        owner text COLLATE "C" NOT NULL,
        version bigint NOT NULL,
        items bigint NOT NULL,
        writer bigint NOT NULL,
        mark bigint NOT NULL,
        at timestamptz NOT NULL DEFAULT now()
      );
      CREATE TABLE \(confirmations) (
        writer bigint PRIMARY KEY,
        at timestamptz NOT NULL DEFAULT now()
      );
      """,
      // When the newest base was made. Services of the first schema leave it as it is, so that history ends early.
      """
      ALTER TABLE \(collections) ADD COLUMN base_at timestamptz NOT NULL DEFAULT now();
      """,
      // When each collection was created and its newest version made, in milliseconds since 1970, as far as it is known,
      // for lists by time; the stored forms have these times, too. The index has the hours of changes: most changes leave
      // it as it is, and the server needs no new entries in any index. Services of earlier schemas leave the times as
      // they are. And the items that an owner may have, as of the last change that added some; without limit after one
      // that took some.
      """
      ALTER TABLE \(collections) ADD COLUMN created bigint, ADD COLUMN updated bigint, ADD COLUMN hour bigint;
      CREATE INDEX collections_created ON \(collections) (owner, created);
      CREATE INDEX collections_hour ON \(collections) (owner, hour);
      ALTER TABLE \(owners) ADD COLUMN item_limit bigint NOT NULL DEFAULT \(Int.max),
        ADD CONSTRAINT item_limit CHECK (items <= item_limit);
      """,
    ]
  }

  /// The oldest number that a service must know to use the tables as this version leaves them.
  static var writes: Int { 1 }

  /// The table with the number of the schema, which keeps its columns for good.
  ///
  /// `writes` is the oldest number that a service must know to use the tables. A later version first expands: it adds
  /// what it needs and leaves `writes` as it is, so that services of this version go on. Once all have that version, it
  /// contracts, and raises `writes`.
  private var metaStatements: String {
    """
    CREATE TABLE \(table("meta")) (
      program text NOT NULL,
      schema bigint NOT NULL,
      writes bigint NOT NULL
    );
    INSERT INTO \(table("meta")) VALUES ('tessera', 0, 0);
    """
  }
}

/// The reason why the tables of a schema cannot be used.
private enum SchemaFailure: Error {
  case server(PostgresError)
  case foreign
  case missing
  case newer(Int)
  case damaged(String)
  case forbidden
}

extension PostgresOpeningError {
  fileprivate init(_ failure: SchemaFailure, _ place: String, schema: String) {
    self =
      switch failure {
      case .server(let error): PostgresOpeningError(error, place, schema: schema)
      case .missing: .missing(place: place, schema: schema)
      case .foreign: .foreign(place: place, schema: schema)
      case .newer(let number): .newer(place: place, schema: schema, number: number, known: Schema.number)
      case .damaged(let reason): .damaged(place: place, schema: schema, reason: reason)
      case .forbidden: .forbidden(place: place, schema: schema, reason: "its role may not create the tables")
      }
  }
}

extension Schema {
  /// Creates the tables, or migrates those of an earlier version.
  ///
  /// Services that start at the same time wait for one another. Nothing is changed if this fails.
  ///
  /// - Parameter mayCreate: whether tables may be created or migrated; otherwise `missing` is thrown where they would be.
  func prepare(
    _ connection: PostgresConnection, _ place: String, mayCreate: Bool
  ) throws(PostgresOpeningError) {
    do throws(SchemaFailure) {
      // One that needs nothing needs no right to create anything either.
      if try isCurrent(connection) { return try verify(connection) }
      guard mayCreate else { throw .missing }
      try execute("BEGIN", connection)
      try execute("SELECT pg_advisory_xact_lock(hashtext('tessera ' || '\(name)'))::text", connection)
      try create(connection)
      try verify(connection)
      try execute("COMMIT", connection)
    } catch {
      _ = try? connection.execute("ROLLBACK")
      throw PostgresOpeningError(error, place, schema: name)
    }
  }

  /// Looks at the tables, and changes nothing; returns the number of their schema, or nil if there are none.
  func inspect(_ connection: PostgresConnection, _ place: String) throws(PostgresOpeningError) -> Int? {
    do throws(SchemaFailure) {
      if try isCurrent(connection) {
        try verify(connection)
        return try numbers(connection).schema
      }
      if try hasTables(connection) { return try migratable(connection) }
      guard try mayCreate(connection) else { throw .forbidden }
      return nil
    } catch {
      throw PostgresOpeningError(error, place, schema: name)
    }
  }

  /// Whether there is nothing to create and nothing to migrate.
  private func isCurrent(_ connection: PostgresConnection) throws(SchemaFailure) -> Bool {
    guard try columns(of: "meta", connection) == Self.metaColumns else { return false }
    return try numbers(connection).schema >= Self.number
  }

  private func hasTables(_ connection: PostgresConnection) throws(SchemaFailure) -> Bool {
    try number(
      "SELECT count(*)::bigint FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace "
        + "WHERE n.nspname = '\(name)' AND c.relkind IN ('r', 'p', 'v', 'm', 'f', 'S')", connection) > 0
  }

  /// Whether the role may create the tables, and the schema if it is missing.
  private func mayCreate(_ connection: PostgresConnection) throws(SchemaFailure) -> Bool {
    try number(
      "SELECT coalesce((SELECT has_schema_privilege(oid, 'CREATE') FROM pg_namespace WHERE nspname = '\(name)'), "
        + "has_database_privilege(current_database(), 'CREATE'))::int::bigint", connection) > 0
  }

  /// Returns the number of a schema that this version can use or migrate.
  private func migratable(_ connection: PostgresConnection) throws(SchemaFailure) -> Int {
    guard try columns(of: "meta", connection) == Self.metaColumns else { throw .foreign }
    let (program, schema, writes) = try numbers(connection)
    guard program == "tessera" else { throw .foreign }
    guard writes <= Self.number else { throw .newer(writes) }
    guard schema >= 0 else { throw .damaged("its number is \(schema)") }
    return schema
  }

  private func create(_ connection: PostgresConnection) throws(SchemaFailure) {
    if try !hasTables(connection) {
      let exists = try number(
        "SELECT count(*)::bigint FROM pg_namespace WHERE nspname = '\(name)'", connection)
      if exists == 0 { try execute("CREATE SCHEMA \"\(name)\"", connection) }
      try execute(metaStatements, connection)
    }
    let schema = try migratable(connection)
    guard schema < Self.number else { return }
    for step in steps[schema...] { try execute(step, connection) }
    try execute("UPDATE \(table("meta")) SET schema = \(Self.number), writes = \(Self.writes)", connection)
  }

  /// Checks that the program and the columns are those that this version expects; a later one may have added more.
  private func verify(_ connection: PostgresConnection) throws(SchemaFailure) {
    let (program, schema, writes) = try numbers(connection)
    guard program == "tessera" else { throw .foreign }
    guard writes <= Self.number else { throw .newer(max(schema, writes)) }
    for (table, expected) in Self.columns {
      let found = try columns(of: table, connection)
      for column in expected where !found.contains(column) {
        throw .damaged(
          found.isEmpty ? "it has no table \(table)" : "its table \(table) has no column \(column)")
      }
    }
  }

  /// Rewrites all tables, each in a transaction of its own, during which no service uses it.
  func vacuum(_ connection: PostgresConnection) throws(PostgresError) {
    // The server says nothing until a table is done.
    connection.patience = .seconds(86_400)
    for (name, _) in Self.columns { try connection.execute("VACUUM (FULL) \(table(name))") }
  }

  private func numbers(
    _ connection: PostgresConnection
  ) throws(SchemaFailure) -> (program: String, schema: Int, writes: Int) {
    let rows = try execute("SELECT program, schema, writes FROM \(table("meta"))", connection)
    guard let rows, rows.count == 1 else {
      throw .damaged("its table meta has \(rows?.count ?? 0) rows, and not one")
    }
    return (rows.text(0, 0), rows.number(0, 1), rows.number(0, 2))
  }

  /// Returns the columns of a table with their types, in alphabetical order; none if there is no such table.
  private func columns(of table: String, _ connection: PostgresConnection) throws(SchemaFailure) -> [String] {
    let rows = try execute(
      "SELECT a.attname || ' ' || format_type(a.atttypid, NULL) FROM pg_attribute a "
        + "JOIN pg_class c ON c.oid = a.attrelid JOIN pg_namespace n ON n.oid = c.relnamespace "
        + "WHERE n.nspname = '\(name)' AND c.relname = '\(table)' AND c.relkind = 'r' AND a.attnum > 0 "
        + "AND NOT a.attisdropped ORDER BY 1", connection)
    return rows.map { rows in rows.rows.map { rows.text($0, 0) } } ?? []
  }

  private func number(_ sql: String, _ connection: PostgresConnection) throws(SchemaFailure) -> Int {
    try execute(sql, connection).map { $0.count > 0 ? $0.number(0, 0) : 0 } ?? 0
  }

  @discardableResult
  private func execute(_ sql: String, _ connection: PostgresConnection) throws(SchemaFailure) -> QueryResult?
  {
    do throws(PostgresError) { return try connection.execute(sql) } catch { throw .server(error) }
  }

  private static let metaColumns = ["program text", "schema bigint", "writes bigint"]

  /// The columns that the statements of this version use.
  private static let columns: KeyValuePairs<String, [String]> = [
    "collections": [
      "collection bigint", "owner text", "id text", "version bigint", "base bigint", "previous bigint",
      "items bigint", "delta bigint", "mark bigint", "base_at timestamp with time zone", "created bigint",
      "updated bigint", "hour bigint",
    ],
    "entries": ["collection bigint", "version bigint", "items bigint", "writer bigint", "bytes bytea"],
    "bases": ["collection bigint", "version bigint", "part bigint", "bytes bytea"],
    "positions": ["collection bigint", "version bigint", "bytes bytea", "sum bigint"],
    "viewports": ["collection bigint", "name text", "bytes bytea", "sum bigint"],
    "owners": [
      "owner text", "collections bigint", "items bigint", "collection_limit bigint", "item_limit bigint",
    ],
    "requests": [
      "owner text", "scope text", "key text", "fingerprint bytea", "collection bigint", "id text",
      "version bigint", "writer bigint", "at timestamp with time zone",
    ],
    "deletions": [
      "collection bigint", "owner text", "version bigint", "items bigint", "writer bigint", "mark bigint",
    ],
    "confirmations": ["writer bigint", "at timestamp with time zone"],
  ]
}
