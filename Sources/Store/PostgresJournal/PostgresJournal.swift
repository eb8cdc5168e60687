import Collections
import LayoutEngine
import Support
import Synchronization

/// How a journal in a PostgreSQL database is opened.
public struct PostgresConfiguration: Sendable {
  /// How the server is reached.
  public var connection: ConnectionString
  /// The schema of the database that has the tables. It is created if it is missing.
  public var schema = "tessera"
  /// How long the server may be silent before a connection counts as lost.
  public var patience: Duration = .seconds(2)
  /// How long the outcome of a change is asked for whose response was lost.
  public var doubtPatience: Duration = .seconds(5)
  /// Whether no other program may use the store meanwhile.
  public var isAlone = false
  /// Whether the schema and its tables are created if they are missing.
  public var mayCreate = true
  /// Connections that read records; there are five more.
  public var readers = 8

  /// Creates a configuration with the defaults.
  public init(_ connection: ConnectionString) { self.connection = connection }

  /// How each connection is made, before the settings of its session.
  fileprivate var plain: ConnectionString {
    connection.adding([
      "application_name": "tessera", "target_session_attrs": "read-write", "tcp_user_timeout": "2000",
      "keepalives_idle": "2", "keepalives_interval": "1", "keepalives_count": "2",
    ]).overriding(["client_encoding": "UTF8"])
  }
}

/// A journal in a PostgreSQL database that several services share.
///
/// Two threads write, many changes in one transaction, and a write settles when the server has committed it. Others
/// read, each with a connection of its own. A collection is changed by compare-and-set on its head, so nothing depends
/// on what a service remembers.
public final class PostgresJournal: Journal {
  /// What an operator should know of the server, each in a sentence.
  public let warnings: [String]
  private let layouts: any LayoutReading
  private let schema: Schema
  private let reading: RecordReader
  private let readers: ReaderThreads
  private let tips: TipReader
  private let writers: [StoreWriter]
  private let owners: OwnerChange
  private let hinter: Hinter
  private let listener: Listener
  private let health: StoreHealth
  private let quotas: QuotasInForce

  /// Connects to the database, and creates the tables or migrates those of an earlier version.
  ///
  /// - Parameter layouts: reads the layouts of stored collections.
  /// - Throws: an error that an operator can act on; the database is then as it was.
  public init(
    _ configuration: PostgresConfiguration, reading layouts: any LayoutReading
  ) throws(PostgresOpeningError) {
    guard Schema.isName(configuration.schema) else { throw .schemaName(configuration.schema) }
    let schema = Schema(name: configuration.schema)
    let place = configuration.connection.description
    let plain = configuration.plain
    warnings = try Self.connected(configuration) { (connection) throws(PostgresOpeningError) in
      try schema.prepare(connection, place, mayCreate: configuration.mayCreate)
    }.warnings
    health = StoreHealth()
    // Plans are made once and by index: a table may grow after its first use. A service that was stopped in the middle
    // of a large transaction holds others up no longer than this.
    let string = plain.settingForSession([
      ("plan_cache_mode", "force_generic_plan"), ("enable_seqscan", "off"),
      ("idle_in_transaction_session_timeout", "10000"),
      ("lock_timeout", "\(Int(configuration.patience.milliseconds * 3 / 4))"),
    ])
    let settings = SessionSettings(string: string, patience: configuration.patience, health: health)
    let requests = GroupRequests(schema)
    let quotas = QuotasInForce()
    let changes = ChangeGroup(schema, requests, quotas)
    self.quotas = quotas
    let lifecycles = LifecycleGroup(schema, requests, quotas)
    let channel = "\(schema.name)_hints"
    let hinter = Hinter(settings, channel: channel)
    self.hinter = hinter
    self.layouts = layouts
    self.schema = schema
    reading = RecordReader(schema)
    owners = OwnerChange(schema)
    readers = ReaderThreads(settings, limit: configuration.readers)
    tips = TipReader(schema, settings)
    writers = (0..<2).map { _ in
      StoreWriter(
        settings, changes, lifecycles, quotas, hinter, doubtPatience: configuration.doubtPatience)
    }
    do throws(SystemError) {
      listener = try Listener(
        settings, StoreLock(schema: schema, isAlone: configuration.isAlone), channel: channel, hinter,
        Sweeper(schema))
    } catch {
      throw .unreachable(place: place, reason: error.description)
    }
    for writer in writers { writer.start() }
    tips.start()
    hinter.start()
    listener.start()
    let isLocked: Bool
    do throws(PostgresError) { isLocked = try listener.opened.wait() } catch {
      close()
      throw PostgresOpeningError(error, place, schema: schema.name)
    }
    guard isLocked else {
      close()
      throw .inUse(place: place, schema: schema.name, isWantedAlone: configuration.isAlone)
    }
  }

  /// Finds out whether a service could open a store, also while services use it: locks, creates and changes nothing.
  ///
  /// - Returns: the number of the store's schema, and of the one to which opening migrates an earlier one, nil if there is
  ///   no store; and what an operator should know of the server, each in a sentence.
  /// - Throws: the error that opening the store would end with.
  public static func inspect(
    _ configuration: PostgresConfiguration
  ) throws(PostgresOpeningError) -> (schema: (found: Int, known: Int)?, warnings: [String]) {
    guard Schema.isName(configuration.schema) else { throw .schemaName(configuration.schema) }
    let schema = Schema(name: configuration.schema), place = configuration.connection.description
    let (found, warnings) = try connected(configuration) { (connection) throws(PostgresOpeningError) in
      try schema.inspect(connection, place)
    }
    return (found.map { ($0, Schema.number) }, warnings)
  }

  /// Connects to the server, checks it, and runs a body; returns its value, and what an operator should know.
  private static func connected<Value>(
    _ configuration: PostgresConfiguration, _ body: (PostgresConnection) throws(PostgresOpeningError) -> Value
  ) throws(PostgresOpeningError) -> (value: Value, warnings: [String]) {
    let place = configuration.connection.description
    let connection: PostgresConnection
    do throws(PostgresError) {
      connection = try PostgresConnection(configuration.plain, patience: configuration.patience)
    } catch {
      throw PostgresOpeningError(error, place, schema: configuration.schema)
    }
    try ServerExpectations.check(connection, place)
    let value = try body(connection)
    do throws(PostgresError) { return (value, try ServerExpectations.warnings(connection, place)) } catch {
      throw PostgresOpeningError(error, place, schema: configuration.schema)
    }
  }

  public var isExclusive: Bool { false }

  /// Why the store cannot be used; nil if it can.
  public var outage: String? { health.outage }

  public var doubts: Int { health.doubts }

  public func write(
    _ write: JournalWrite, to collection: CollectionIncarnation
  ) -> Pending<Void, JournalError> {
    writers[abs(collection.key.hashValue % writers.count)].add(
      WriteOperation(collection: collection, write: write))
  }

  public func load(_ key: CollectionKey) -> Pending<JournalRecord?, JournalError> {
    readers.read { [self] (session) throws(JournalError) in
      guard let rows = try rows(of: key, since: .max, session) else { return nil }
      guard let record = try rows.decoded(reading: layouts) else { throw .noBase }
      return record
    }
  }

  public func history(
    _ key: CollectionKey, since version: Int
  ) -> Pending<JournalRecord?, JournalError> {
    readers.read { [self] (session) throws(JournalError) in
      try rows(of: key, since: version, session)?.decoded(reading: layouts)
    }
  }

  private func rows(
    of key: CollectionKey, since version: Int, _ session: Session
  ) throws(JournalError) -> RowRecord? {
    guard !key.hasNUL else { return nil }
    return try read { () throws(PostgresError) in try reading.record(of: key, since: version, session) }
  }

  public func tip(of key: CollectionKey) -> Pending<JournalTip?, JournalError> {
    // The server stores no NUL in a text, and would reject the calls of others with this one.
    key.hasNUL ? Pending(.success(nil)) : tips.tip(of: key)
  }

  public func entries(
    of collection: CollectionIncarnation, after version: Int
  ) -> Pending<[JournalEntry]?, JournalError> {
    readers.read { [self] (session) throws(JournalError) in
      let tail = try read { () throws(PostgresError) in
        try reading.entries(of: collection.number, after: version, session)
      }
      guard let (newest, rows) = tail, newest >= version else { return nil }
      // A compaction may have deleted the first of them.
      if let first = rows.first, first.version > version + 1 { return nil }
      let entries = try rows.decoded(after: version, reading: layouts)
      guard version + entries.count == newest else {
        if entries.isEmpty { return nil }
        throw .damaged("Version \(newest) is the newest, and its entry is missing.")
      }
      return entries
    }
  }

  public func head(of key: CollectionKey) -> Pending<JournalHead?, JournalError> {
    readers.read { [self] (session) throws(JournalError) in
      guard !key.hasNUL else { return nil }
      return try read { () throws(PostgresError) in try reading.head(of: key, session) }
    }
  }

  public func ids(
    of owner: String, in times: TimeFilter, after id: String?, limit: Int
  ) -> Pending<[String], JournalError> {
    readers.read { [self] (session) throws(JournalError) in
      try read { () throws(PostgresError) in
        try reading.ids(of: owner, in: times, after: id ?? "", limit: max(0, limit), session)
      }
    }
  }

  public func stored(_ request: RequestKey.Name) -> Pending<StoredRequest?, JournalError> {
    readers.read { [self] (session) throws(JournalError) in
      try read { () throws(PostgresError) in try reading.stored(request, session) }
    }
  }

  public func usage() -> Pending<[String: CollectionUsage], JournalError> {
    readers.read { [self] (session) throws(JournalError) in
      try read { () throws(PostgresError) in try reading.usage(session) }
    }
  }

  public func byteCounts() -> Pending<[CollectionIncarnation: Int], JournalError> {
    readers.read { [self] (session) throws(JournalError) in
      try read { () throws(PostgresError) in try reading.byteCounts(session) }
    }
  }

  public func enforce(_ quotas: StorageQuotas) { self.quotas.replace(quotas) }

  public func reassign(_ owner: String, to other: String) -> Pending<Reassignment, JournalError> {
    readers.read { [self] (session) throws(JournalError) in
      try read { () throws(PostgresError) in try owners.run(owner, to: other, session) }
    }
  }

  public func histories(
    olderThan seconds: Int, after number: Int, limit: Int
  ) -> Pending<[StoredHistory], JournalError> {
    readers.read { [self] (session) throws(JournalError) in
      try read { () throws(PostgresError) in
        try reading.histories(olderThan: seconds, after: number, limit: limit, session)
      }
    }
  }

  public func deleteRequests(of owner: String) -> Pending<Void, JournalError> {
    readers.read { [self] (session) throws(JournalError) in
      try read { () throws(PostgresError) in try owners.deleteRequests(of: owner, session) }
    }
  }

  public func vacuum() -> Pending<Void, JournalError> {
    readers.read { [self] (session) throws(JournalError) in
      try read { () throws(PostgresError) in try schema.vacuum(session.connected()) }
    }
  }

  private func read<Value>(_ body: () throws(PostgresError) -> Value) throws(JournalError) -> Value {
    do throws(PostgresError) { return try body() } catch { throw JournalError(error) }
  }

  public func follow(_ hints: any JournalHints) { listener.follow(hints) }

  public func close() {
    for writer in writers { writer.close() }
    hinter.close()
    listener.close()
    tips.close()
    readers.close()
  }
}

/// The quotas that the writers of a journal enforce. Nothing is limited at first.
final class QuotasInForce: Sendable {
  private let quotas = Mutex(StorageQuotas())

  func replace(_ quotas: StorageQuotas) { self.quotas.withLock { $0 = quotas } }

  /// The quota of an owner.
  subscript(owner: String) -> StorageQuotas.Quota { quotas.withLock { $0[owner] } }
}

extension CollectionKey {
  fileprivate var hasNUL: Bool { id.utf8.contains(0) || owner.utf8.contains(0) }
}
