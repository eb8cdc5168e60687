import CollectionTestSupport
import LayoutEngine
import PostgresJournal
import TestSupport
import Testing

@testable import CollectionModel
@testable import Collections

/// What owners may store where two stores share a database.
@Suite(.enabled(if: PostgresServer.isInstalled, "PostgreSQL cannot be started here"))
struct SharedQuotaTests {
  private let first: CollectionStore
  private let second: CollectionStore

  init() throws {
    let schema = "t_" + String(UInt64.random(in: 0..<1 << 40), radix: 36)
    func open() throws -> CollectionStore {
      let server = try PostgresServer.shared.get()
      var configuration = PostgresConfiguration(try ConnectionString(server.url()))
      configuration.schema = schema
      configuration.patience = .seconds(60)
      var limits = CollectionLimits()
      limits.quotas.standard.collections = 3
      limits.quotas.standard.items = 6
      return try CollectionStore(
        journal: try PostgresJournal(configuration, reading: ListReading()), limits: limits)
    }
    (first, second) = (try open(), try open())
  }

  private func key(_ id: String) -> CollectionKey { CollectionKey(id, of: "ann") }

  private func create(_ store: CollectionStore, _ id: String, _ items: [String]) throws -> Refusal? {
    let collection = try SolvedCollection.list([items])
    return refusal { try store.create(key(id), collection).wait() }
  }

  @Test func `a quota is that of both together, and what one takes the other may use at once`() throws {
    #expect(try create(first, "a", ["1", "2", "3"]) == nil)
    #expect(try create(second, "b", ["1", "2", "3"]) == nil)
    #expect(refusal { try first.apply(.insert("x"), to: key("a")) } == .limit(.itemsPerOwner(6)))
    #expect(try first.solved(key("a")).wait().version == 1)
    #expect(try second.apply(.delete(), to: key("b")) == 2)
    #expect(try first.apply(.insert("x"), to: key("a")) == 2)
    #expect(try create(second, "c", []) == nil)
    #expect(try create(first, "d", []) == .limit(.collectionsPerOwner(3)))
    try second.delete(key("b")).wait()
    #expect(try create(first, "d", ["1", "2"]) == nil)
    #expect(try create(first, "e", []) == .limit(.collectionsPerOwner(3)))
  }

  @Test func `the excess of bytes is at most what the other has stored since the last count`() throws {
    var quotas = StorageQuotas()
    quotas.standard.bytes = .max - 1
    first.replaceQuotas(quotas)
    #expect(try create(first, "a", ["1"]) == nil)
    let one = try #require(first.bytesOfOwners["ann"])
    quotas.standard.bytes = 3 * one
    for store in [first, second] { store.replaceQuotas(quotas) }
    /// Creates collections until one is refused; returns how many there are.
    func fill(_ store: CollectionStore, _ name: String) throws -> Int {
      for number in 0..<4 {
        guard let refused = try create(store, "\(name)\(number)", ["1"]) else { continue }
        #expect(refused == .limit(.bytesPerOwner(3 * one)))
        return number
      }
      return 4
    }
    #expect(try fill(first, "b") == 2)
    #expect(try fill(second, "c") == 3)
    for store in [first, second] {
      store.recount().wait()
      #expect(store.bytesOfOwners == ["ann": 6 * one])
      #expect(try fill(store, "d") == 0)
    }
    for id in ["a", "b0", "b1", "c0"] { try first.delete(key(id)).wait() }
    #expect(try fill(second, "d") == 0)
    second.recount().wait()
    #expect(try fill(second, "d") == 1)
  }

  @Test func `a store counts the collections of the other again`() throws {
    var quotas = StorageQuotas()
    quotas.standard.bytes = 1 << 20
    first.replaceQuotas(quotas)
    #expect(try create(second, "a", ["1", "2", "3"]) == nil)
    #expect(first.usageOfOwners["ann"] == nil && first.bytesOfOwners.isEmpty)
    first.recount().wait()
    #expect(first.usageOfOwners["ann"] == CollectionUsage(collections: 1, items: 3))
    #expect(first.usage == CollectionUsage(collections: 1, items: 3))
    #expect(first.bytesOfOwners == second.bytesOfOwners && !first.bytesOfOwners.isEmpty)
    try second.delete(key("a")).wait()
    first.recount().wait()
    #expect(first.usageOfOwners.isEmpty && first.bytesOfOwners.isEmpty)
  }

  @Test func `counts that are replaced during a deletion do not become negative`() throws {
    let ledger = CollectionLedger(
      limits: CollectionLimits(), usage: ["ann": CollectionUsage(collections: 1, items: 3)], isShared: true)
    ledger.replaceCounts([:])
    ledger.uncount("ann", CollectionUsage(collections: 1, items: 3))
    #expect(ledger.total == CollectionUsage() && ledger.owners.isEmpty)
  }
}
