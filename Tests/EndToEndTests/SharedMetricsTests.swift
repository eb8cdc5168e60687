import Collections
import TestSupport
import Testing

/// The values of `/metrics` of services that share a store.
struct SharedMetricsTests {
  private typealias Replica = ServedJournal<UnsteadyJournal>

  private static let families = [
    "tessera_store_up", "tessera_tip_seconds_count", "tessera_hint_seconds_count", "tessera_lost_races_total",
    "tessera_followed_entries_total", "tessera_doubts_total",
  ]

  private let first: Replica
  private let second: Replica

  init() throws {
    let shared = MemoryJournal(isExclusive: false)
    (first, second) = (try Replica(UnsteadyJournal(shared)), try Replica(UnsteadyJournal(shared)))
    try first.create("c")
  }

  @Test func `a service alone with its store has none of these metrics, and others have them from the start`()
    throws
  {
    let alone = try RunningService.shared.value.metrics()
    #expect(Self.families.allSatisfy { alone[$0] == nil })
    for family in Self.families {
      #expect(try second[family] == (family == "tessera_store_up" ? 1 : 0), "\(family)")
    }
  }

  @Test func `a read queries the store once for the newest version`() throws {
    let before = try #require(try second["tessera_tip_seconds_count"])
    for _ in 0..<3 { #expect(try second.version() == 1) }
    #expect(try second["tessera_tip_seconds_count"] == before + 3)
    #expect(try #require(try second["tessera_tip_seconds_sum"]) > 0)
  }

  @Test func `changes of another service are followed, and only one's own become durable here`() throws {
    #expect(try second.version() == 1)
    for id in ["a", "b", "c"] { #expect(try first.insert(id).status == 200) }
    #expect(try second["tessera_followed_entries_total"] == 0)
    #expect(try second.version() == 4)
    #expect(try second["tessera_followed_entries_total"] == 3)
    #expect(try second["tessera_journal_seconds_count"] == 0)
    #expect(try first["tessera_followed_entries_total"] == 0)
    #expect(try first["tessera_journal_seconds_count"] == 3)
  }

  @Test func `a change that another service was faster than is counted, and made after all`() throws {
    #expect(try second.version() == 1)
    second.journal.hold()
    let client = try second.client()
    client.sendRequest(
      "POST", "/v1/collections/c/updates", second.json, body: Array(second.insertion("late").utf8))
    #expect(eventually { second.journal.heldCount == 1 })
    #expect(try first.insert("early").json?["version"]?.int == 2)
    second.journal.release()
    #expect(client.readResponse(isHead: false)?.json?["version"]?.int == 3)
    #expect(try second["tessera_lost_races_total"] == 1)
    #expect(try second["tessera_followed_entries_total"] == 1)
    #expect(try first["tessera_lost_races_total"] == 0)
  }

  @Test func `a hint is timed until its change is here, unless the change was here before`() throws {
    let key = CollectionKey(owner: "", id: "c")
    #expect(try second.version() == 1)
    try second.journal.hint(at: key)
    #expect(try first.insert("a").status == 200)
    try second.journal.hint(at: key)
    #expect(try eventually { try second["tessera_hint_seconds_count"] == 1 })
    #expect(try second["tessera_followed_entries_total"] == 1)
    #expect(try first["tessera_hint_seconds_count"] == 0)
  }

  @Test func `a store that is away is down, and commits in doubt are counted`() throws {
    second.journal.set(outage: "the network is down")
    #expect(try second["tessera_store_up"] == 0)
    #expect(try second.ask("GET", "/readyz").status == 503)
    second.journal.set(outage: nil)
    #expect(try second["tessera_store_up"] == 1)
    second.journal.addDoubt()
    #expect(try second["tessera_doubts_total"] == 1)
  }
}

extension ServedJournal {
  /// Inserts an item into the collection `c`.
  fileprivate func insert(_ id: String) throws -> HTTPResponse {
    try ask("POST", "/v1/collections/c/updates", insertion(id))
  }

  /// The version of the collection `c`, as a read returns it.
  fileprivate func version() throws -> Int? { try ask("GET", "/v1/collections/c").json?["version"]?.int }

  /// The value of a metric.
  fileprivate subscript(_ metric: String) -> Double? {
    get throws {
      let lines = try ask("GET", "/metrics").text.split(separator: "\n")
      return lines.first { $0.hasPrefix(metric + " ") }.flatMap { Double($0.dropFirst(metric.count + 1)) }
    }
  }
}
