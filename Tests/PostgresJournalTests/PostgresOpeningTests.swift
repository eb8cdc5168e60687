import Support
import TestSupport
import Testing

@testable import CollectionModel
@testable import Collections
@testable import PostgresJournal

/// How a store is opened, and how that fails.
@Suite(.enabled(if: PostgresServer.isInstalled, "PostgreSQL cannot be started here"))
struct PostgresOpeningTests {
  private let store: Store

  init() throws { store = try Store() }

  private func error(_ url: String) -> PostgresOpeningError? {
    do throws(PostgresOpeningError) {
      var configuration = PostgresConfiguration(try ConnectionString(url))
      configuration.schema = store.schema
      configuration.patience = .seconds(60)
      try PostgresJournal(configuration, reading: ListReading()).close()
    } catch { return error }
    return nil
  }

  @Test func `many services that start at once find one schema`() throws {
    let failures = Gathering<String>()
    let store = store
    runConcurrently(4) {
      do { try store.open().close() } catch { failures.add("\(error)") }
    }
    #expect(failures.values.isEmpty)
    #expect(try store.run("SELECT schema FROM meta") == "\(Schema.number)")
  }

  /// The error of opening the store alone, or without creating it; nil if it opens.
  private func error(alone: Bool = false, mayCreate: Bool = true) throws -> PostgresOpeningError? {
    do { try store.open(alone: alone, mayCreate: mayCreate).close() } catch let error as PostgresOpeningError
    {
      return error
    }
    return nil
  }

  @Test func `services share a store, and a program that wants it alone excludes them`() throws {
    let first = try store.open(), second = try store.open()
    guard case .inUse(_, store.schema, true)? = try error(alone: true) else {
      Issue.record("the store was opened alone beside services")
      return
    }
    for journal in [first, second] { journal.close() }
    let alone = try store.open(alone: true)
    guard case .inUse(_, store.schema, false)? = try error() else {
      Issue.record("a service was opened beside a program that has the store alone")
      return
    }
    // Another schema of the database is another store.
    try Store().open().close()
    alone.close()
    #expect(try error() == nil)
  }

  @Test func `a service that has lost its lock to a program that uses the store alone writes nothing`() throws
  {
    let id = CollectionIncarnation("c")
    let proxy = try #require(FaultyProxy(to: store.server.port))
    let service = try store.open(port: proxy.port)
    try service.create(id, JournalBase()).wait()
    // The server ends the session that holds the lock, and the service cannot connect again.
    proxy.cut(then: .blackhole)
    let alone = try store.open(alone: true)
    proxy.cut(then: .pass)
    #expect(eventually { service.outage == "another program uses the store alone" })
    let writes =
      [service.append(JournalEntry(2), to: id)]
      + (0..<8).map { service.create(CollectionIncarnation("w\($0)"), JournalBase()) }
    for write in writes {
      guard case .unavailable? = failure(write) else {
        Issue.record("a write was made")
        continue
      }
    }
    #expect(service.outage != nil)
    #expect(try service.load(id.key).wait()?.version == 1)
    alone.close()
    #expect(eventually { service.outage == nil })
    #expect(failure(service.append(JournalEntry(2), to: id)) == nil)
    service.close()
    proxy.close()
  }

  @Test func `tables that must not be created are reported as missing, and stay so`() throws {
    guard case .missing(_, store.schema)? = try error(mayCreate: false) else {
      Issue.record("a store was found")
      return
    }
    #expect(try store.run("SELECT count(*) FROM pg_namespace WHERE nspname = '\(store.schema)'") == "0")
    try store.open().close()
    #expect(try error(mayCreate: false) == nil)
  }

  /// The number of the schema that is found without opening the store; 0 without one.
  private func found(role: String = PostgresServer.role, password: String? = nil) throws -> Int {
    let url = password.map { store.server.url(role: role, password: $0) } ?? store.server.url()
    var configuration = PostgresConfiguration(try ConnectionString(url))
    configuration.schema = store.schema
    configuration.patience = .seconds(60)
    return try PostgresJournal.inspect(configuration).schema?.found ?? 0
  }

  @Test func `a store can be looked at before it is there, while it is open, and before it is migrated`()
    throws
  {
    #expect(try found() == 0)
    #expect(try store.run("SELECT count(*) FROM pg_namespace WHERE nspname = '\(store.schema)'") == "0")
    let alone = try store.open(alone: true)
    #expect(try found() == Schema.number)
    alone.close()
    try store.run("UPDATE meta SET schema = 1; ALTER TABLE collections DROP COLUMN base_at")
    #expect(try found() == 1)
    #expect(try store.run("SELECT schema FROM meta") == "1")
    try store.run("UPDATE meta SET writes = 99, schema = 99")
    #expect(throws: PostgresOpeningError.self) { try found() }
  }

  @Test func `looking at a store finds that its role may not create it`() throws {
    try store.server.run("CREATE ROLE \(store.schema) LOGIN PASSWORD 'p'")
    #expect(throws: PostgresOpeningError.self) { try found(role: store.schema, password: "p") }
    try store.run("CREATE SCHEMA \(store.schema) AUTHORIZATION \(store.schema)")
    #expect(try found(role: store.schema, password: "p") == 0)
  }

  @Test func `a text that is no connection string is refused without its words`() {
    for text in ["", "secret", "http://host/secret", "postgresql://user:secret@host:x/%zz", "sceret=1"] {
      let found = error(text)
      #expect(found == .invalid, "\(text)")
      #expect(found.map { !"\($0)".contains("secret") } ?? false)
    }
  }

  @Test func `the message of a failed login has no password`() throws {
    let found = try #require(error(store.server.url(password: "wrong secret")))
    guard case .rejected = found else {
      Issue.record("\(found)")
      return
    }
    #expect(!found.description.contains("secret"))
  }

  @Test func `an absent server and an absent database give different errors`() throws {
    guard case .unreachable? = error(store.server.url(port: 1)) else {
      Issue.record("port 1 was reached")
      return
    }
    guard case .noDatabase? = error(store.server.url(database: "nowhere")) else {
      Issue.record("the database was found")
      return
    }
  }

  @Test func `a role that may not create a schema gets an error with the missing grant`() throws {
    try store.server.run("CREATE ROLE \(store.schema) LOGIN PASSWORD 'p'")
    let found = error(store.server.url(role: store.schema, password: "p"))
    guard case .forbidden? = found else {
      Issue.record("\(String(describing: found))")
      return
    }
    try store.run("CREATE SCHEMA \(store.schema) AUTHORIZATION \(store.schema)")
    #expect(error(store.server.url(role: store.schema, password: "p")) == nil)
  }

  @Test func `tables of another program stay as they are`() throws {
    try store.run("CREATE SCHEMA \(store.schema); CREATE TABLE collections (id int)")
    try store.run("INSERT INTO collections VALUES (7)")
    try store.run("ALTER SCHEMA \(store.schema) OWNER TO \(PostgresServer.role)")
    guard case .foreign? = try store.openingError() else {
      Issue.record("the schema was taken")
      return
    }
    #expect(try store.run("SELECT id FROM collections") == "7")
    #expect(try store.run("SELECT count(*) FROM pg_tables WHERE schemaname = '\(store.schema)'") == "1")
  }

  @Test func `a later schema is refused if it says so, and used if it has only grown`() throws {
    let journal = try store.open()
    try journal.create(CollectionIncarnation("c"), JournalBase()).wait()
    journal.close()
    try store.run("ALTER TABLE entries ADD COLUMN later bigint; UPDATE meta SET schema = 99")
    #expect(try store.openingError() == nil)
    try store.run("UPDATE meta SET writes = 99")
    guard case .newer(_, _, 99, Schema.number)? = try store.openingError() else {
      Issue.record("the schema was taken")
      return
    }
    #expect(try store.run("SELECT schema, writes FROM meta") == "99|99")
  }

  @Test func `the first schema is migrated, and services of it may go on`() throws {
    var journal = try store.open()
    try journal.create(CollectionIncarnation("c"), JournalBase()).wait()
    try journal.append(JournalEntry(2), to: CollectionIncarnation("c")).wait()
    journal.close()
    try store.run(
      """
      ALTER TABLE collections DROP COLUMN base_at, DROP COLUMN created, DROP COLUMN updated, DROP COLUMN hour;
      ALTER TABLE owners DROP COLUMN item_limit;
      UPDATE meta SET schema = 1, writes = 1
      """)
    journal = try store.open()
    #expect(try store.run("SELECT schema, writes FROM meta") == "3|1")
    #expect(try journal.load(CollectionKey("c")).wait()?.version == 2)
    #expect(try journal.histories(olderThan: 3600, after: 0, limit: 9).wait().isEmpty)
    #expect(try journal.histories(olderThan: 0, after: 0, limit: 9).wait().map(\.newest) == [2])
    journal.close()
  }

  @Test(arguments: ["DROP TABLE bases", "ALTER TABLE entries DROP COLUMN writer", "DELETE FROM meta"])
  func `a schema that is not whole is refused`(damage: String) throws {
    try store.open().close()
    try store.run(damage)
    guard case .damaged? = try store.openingError() else {
      Issue.record("the schema was taken")
      return
    }
  }

  @Test func `a name of a schema needs no quotes`() {
    for name in ["tessera", "a", "_x1", String(repeating: "a", count: 48)] { #expect(Schema.isName(name)) }
    for name in ["", "Tessera", "1a", "a-b", "a\"b", "pg_x", "a b", String(repeating: "a", count: 49)] {
      #expect(!Schema.isName(name), "\(name)")
    }
  }
}
