import Glibc
import Support
import TestSupport
import Testing

@testable import CollectionModel
@testable import Collections
@testable import PostgresJournal

/// Writes whose response is lost, and servers that are away.
@Suite(.enabled(if: PostgresServer.isInstalled, "PostgreSQL cannot be started here"))
struct DoubtTests {
  private let store: Store
  private let id = CollectionIncarnation("c")

  init() throws { store = try Store() }

  /// The writes of every kind.
  private static let writes: [JournalWrite] = [
    .append(JournalEntry(2)), .append(JournalEntry(2, request: RequestKey("k", of: "ann"))),
    .remember(RequestKey("k", of: "ann")), .delete(ifVersion: nil, request: nil),
    .delete(ifVersion: 1, request: RequestKey("k", of: "ann")),
    .saveViewports(ViewportRows(saved: ["watch": JournalBase().state.main]), request: nil),
    .erase(JournalEntry(2), base: JournalBase(2)),
  ]

  @Test(arguments: writes.indices)
  func `a write whose commit got no response is found to have taken place`(index: Int) throws {
    let proxy = try #require(FaultyProxy(to: store.server.port))
    let plain = try store.open()
    try plain.create(id, JournalBase()).wait()
    let journal = try store.open(port: proxy.port)
    // The connection of the writer exists.
    try journal.create(CollectionIncarnation("other"), JournalBase()).wait()
    for number in 0..<8 { try journal.remember(RequestKey("w\(number)", of: "ann"), of: id).wait() }
    proxy.set(.loseAnswers)
    let pending = journal.write(Self.writes[index], to: id)
    // The server has committed it, and the response never comes.
    #expect(
      eventually {
        switch Self.writes[index] {
        case .append, .erase: (try? plain.tip(of: id.key).wait()?.version) == 2
        case .delete: (try? plain.tip(of: id.key).wait()) == .some(nil)
        case .remember: (try? plain.stored("k", of: "ann")) != nil
        case .saveViewports: (try? store.run("SELECT count(*) FROM viewports")) == "1"
        default: false
        }
      })
    proxy.cut(then: .pass)
    #expect(failure(pending) == nil)
    if case .append = Self.writes[index] {
      #expect(try plain.load(id.key).wait()?.entries.map(\.version) == [2])
    }
    // A later one by another service is none of its own.
    #expect(try store.run("SELECT count(*) > 0 FROM confirmations") == "t")
    journal.close()
    plain.close()
    proxy.close()
  }

  /// A service behind a proxy, and one that reaches the server directly.
  private func services() throws -> (FaultyProxy, plain: PostgresJournal, behind: PostgresJournal) {
    let proxy = try #require(FaultyProxy(to: store.server.port))
    return (proxy, try store.open(), try store.open(port: proxy.port))
  }

  /// Creates the collection, and loses the response to the commit.
  private func lostCreation(
    by journal: PostgresJournal, through proxy: FaultyProxy, seenBy plain: PostgresJournal,
    _ request: RequestKey? = nil
  ) throws -> Pending<Void, JournalError> {
    // Each writer has its connection.
    for number in 0..<8 { try journal.create(CollectionIncarnation("w\(number)"), JournalBase()).wait() }
    proxy.set(.loseAnswers)
    let pending = journal.create(id, JournalBase(), request: request)
    #expect(eventually { (try? plain.tip(of: id.key).wait()?.version) == 1 })
    return pending
  }

  @Test func `a creation whose commit got no response is found to have taken place`() throws {
    let (proxy, plain, journal) = try services()
    let pending = try lostCreation(by: journal, through: proxy, seenBy: plain, RequestKey("k", of: "ann"))
    proxy.cut(then: .pass)
    #expect(failure(pending) == nil)
    #expect(try plain.usage().wait()["ann"] == CollectionUsage(collections: 9, items: 9))
    for journal in [journal, plain] { journal.close() }
    proxy.close()
  }

  @Test func `a creation whose commit got no response is not made again after a deletion`() throws {
    let (proxy, plain, journal) = try services()
    let pending = try lostCreation(by: journal, through: proxy, seenBy: plain)
    try plain.delete(id, ifVersion: 1).wait()
    proxy.cut(then: .pass)
    #expect(failure(pending) == nil)
    #expect(try plain.tip(of: id.key).wait() == nil)
    for journal in [journal, plain] { journal.close() }
    proxy.close()
  }

  @Test(arguments: [nil, RequestKey("k", of: "ann")])
  func `a change whose commit got no response may be gone with its collection`(request: RequestKey?) throws {
    let proxy = try #require(FaultyProxy(to: store.server.port))
    let plain = try store.open()
    try plain.create(id, JournalBase()).wait()
    let journal = try store.open(port: proxy.port)
    for number in 0..<8 { try journal.remember(RequestKey("w\(number)", of: "ann"), of: id).wait() }
    proxy.set(.loseAnswers)
    let pending = journal.append(JournalEntry(2, request: request), to: id)
    #expect(eventually { (try? plain.tip(of: id.key).wait()?.version) == 2 })
    try plain.delete(id, ifVersion: 2).wait()
    proxy.cut(then: .pass)
    let error = failure(pending)
    if request == nil {
      guard case .outcomeUnknown? = error else {
        Issue.record("\(String(describing: error))")
        return
      }
    } else {
      #expect(error == nil)
    }
    for journal in [journal, plain] { journal.close() }
    proxy.close()
  }

  @Test func `a write that never arrived is made after all, unless another one was faster`() throws {
    let proxy = try #require(FaultyProxy(to: store.server.port))
    let plain = try store.open()
    let ids = [CollectionIncarnation("a"), CollectionIncarnation("b")]
    for id in ids { try plain.create(id, JournalBase()).wait() }
    let journal = try store.open(port: proxy.port)
    for number in 0..<8 { try journal.create(CollectionIncarnation("w\(number)"), JournalBase()).wait() }
    proxy.set(.blackhole)
    let pending = ids.map { journal.append(JournalEntry(2, "mine"), to: $0) }
    let sent = proxy.sent
    #expect(eventually { proxy.sent > sent })
    try plain.append(JournalEntry(2, "other"), to: ids[1]).wait()
    proxy.cut(then: .pass)
    #expect(failure(pending[0]) == nil)
    #expect(failure(pending[1]) == .conflict(version: 2))
    for id in ids { #expect(try plain.load(id.key).wait()?.entries.count == 1) }
    for journal in [journal, plain] { journal.close() }
    proxy.close()
  }

  @Test func `after some time the outcome of a lost commit is unknown`() throws {
    let proxy = try #require(FaultyProxy(to: store.server.port))
    let plain = try store.open()
    try plain.create(id, JournalBase()).wait()
    // So little patience that a busy server may exhaust it before the proxy loses a response.
    var opened: PostgresJournal?
    let isOpen = eventually {
      opened = try? store.open(port: proxy.port, patience: .seconds(3), doubtPatience: .seconds(1))
      return opened != nil
    }
    #expect(isOpen)
    let journal = try #require(opened)
    #expect(eventually { failure(journal.remember(RequestKey("w", of: "ann"), of: id)) == nil })
    let doubts = journal.doubts
    proxy.set(.loseAnswers)
    guard case .outcomeUnknown? = failure(journal.append(JournalEntry(2), to: id)) else {
      Issue.record("the outcome was known")
      return
    }
    #expect(journal.doubts == doubts + 1)
    #expect(eventually { journal.outage != nil })
    proxy.cut(then: .pass)
    #expect(eventually { journal.outage == nil })
    #expect(eventually { (try? journal.tip(of: id.key).wait()?.version) == 2 })
    for journal in [journal, plain] { journal.close() }
    proxy.close()
  }

  @Test func `while the server is away nothing is read or written, and afterwards all is there`() throws {
    let server = try PostgresServer()
    let store = Store(server)
    let journal = try store.open(doubtPatience: .seconds(1))
    try journal.create(id, JournalBase()).wait()
    try journal.append(JournalEntry(2), to: id).wait()
    server.kill()
    #expect(eventually { journal.outage != nil })
    for error in [
      failure(journal.append(JournalEntry(3), to: id)),
      failure(journal.create(CollectionIncarnation("d"), JournalBase())),
      failure(Self.ignoringValue(journal.tip(of: id.key))),
      failure(Self.ignoringValue(journal.load(id.key))),
    ] {
      guard case .unavailable? = error else {
        Issue.record("\(String(describing: error))")
        continue
      }
    }
    try server.start()
    #expect(eventually { journal.outage == nil })
    #expect(eventually { (try? journal.tip(of: id.key).wait()?.version) == 2 })
    #expect(failure(journal.append(JournalEntry(3), to: id)) == nil)
    #expect(try journal.load(id.key).wait()?.version == 3)
    journal.close()
  }

  private static func ignoringValue<Value>(
    _ pending: Pending<Value, JournalError>
  ) -> Pending<Void, JournalError> {
    pending.map { outcome in outcome.map { _ in () } }
  }

  @Test func `a standby is refused, and an asynchronous one is warned of`() throws {
    let server = try PostgresServer(["wal_level": "replica"])
    let standby = try server.makeStandby(["hot_standby": "on"])
    var configuration = PostgresConfiguration(try ConnectionString(standby.url()))
    configuration.patience = .seconds(60)
    do throws(PostgresOpeningError) {
      try PostgresJournal(configuration, reading: ListReading()).close()
      Issue.record("the standby was taken")
    } catch {
      guard case .readOnly = error else {
        Issue.record("\(error)")
        return
      }
    }
    try server.run("GRANT pg_monitor TO \(PostgresServer.role)")
    #expect(eventually { (try? server.run("SELECT count(*) FROM pg_stat_replication")) == "1" })
    configuration.connection = try ConnectionString(server.url())
    let journal = try PostgresJournal(configuration, reading: ListReading())
    #expect(journal.warnings.count == 1 && journal.warnings[0].contains("asynchronously"))
    journal.close()
    withExtendedLifetime(standby) {}
  }
}
