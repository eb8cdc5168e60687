import CollectionTestSupport
import LayoutEngine
import TestSupport
import Testing

@testable import CollectionModel
@testable import Collections

/// What each owner may store.
struct StorageQuotaTests {
  private static let key = CollectionKey("c", of: "ann")

  private func store(
    _ journal: any Journal = MemoryJournal(), _ set: (inout CollectionLimits) -> Void = { _ in }
  ) throws -> CollectionStore {
    var limits = CollectionLimits()
    set(&limits)
    return try CollectionStore(journal: journal, limits: limits)
  }

  /// A collection of two items with long ids.
  private func collection() throws -> SolvedCollection {
    var collection = try SolvedCollection.list([["a", "b"].map { String(repeating: $0, count: 200) }])
    // As long as the times that a store gives it.
    collection.setCreation(.now)
    return collection
  }

  private func create(_ store: CollectionStore, _ id: String, of owner: String = "ann") throws -> Refusal? {
    let collection = try collection()
    return refusal { try store.create(CollectionKey(id, of: owner), collection).wait() }
  }

  /// The bytes of the rows that a load reads: those of the newest base and of the entries after it.
  private func storedBytes(_ journal: any Journal, _ key: CollectionKey = Self.key) throws -> Int {
    let counts = try #require(try journal.load(key).wait()).byteCounts
    return counts.base + counts.entries
  }

  @Test func `an owner has the standard quota, or one of its own`() throws {
    let store = try store {
      $0.quotas.standard.collections = 1
      $0.quotas.owners["bob", default: StorageQuotas.Quota()].collections = 2
      $0.quotas.owners["bob", default: StorageQuotas.Quota()].items = 3
    }
    #expect(try create(store, "a") == nil)
    #expect(try create(store, "b") == .limit(.collectionsPerOwner(1)))
    #expect(try create(store, "a", of: "bob") == nil)
    #expect(try create(store, "b", of: "bob") == .limit(.itemsPerOwner(3)))
    #expect(refusal { try store.create(CollectionKey("b", of: "bob"), .list([["x"]])).wait() } == nil)
    #expect(
      refusal { try store.create(CollectionKey("c", of: "bob"), .list([[]])).wait() }
        == .limit(.collectionsPerOwner(2)))
  }

  @Test func `other quotas are in force at once, and what exceeds them stays`() throws {
    let store = try store()
    for id in ["a", "b"] { #expect(try create(store, id) == nil) }
    var quotas = StorageQuotas()
    quotas.standard.collections = 1
    store.replaceQuotas(quotas)
    #expect(try create(store, "c") == .limit(.collectionsPerOwner(1)))
    #expect(try store.apply(.insert("x"), to: CollectionKey("a", of: "ann")) == 2)
    store.replaceQuotas(StorageQuotas())
    #expect(try create(store, "c") == nil)
  }

  @Test(arguments: JournalKind.all)
  func `the bytes of an owner are those of its rows, for a new store too`(kind: JournalKind) throws {
    let journal = try kind.open()
    let first = try store(journal) { if journal.isExclusive { $0.historyVersions = 4 } }
    #expect(try create(first, "c") == nil)
    #expect(try first.bytesOfOwners == ["ann": JournalBase(collection().state).byteCount])
    // The fourth and the eighth change make a new base, a moment after they are durable.
    for number in 1...10 {
      try first.apply(.insert("i\(number)"), to: Self.key)
      #expect(
        eventually { (try? storedBytes(journal)).map { ["ann": $0] } == first.bytesOfOwners }, "\(number)")
    }
    let second = try store(journal)
    #expect(second.bytesOfOwners == first.bytesOfOwners)
    try second.delete(Self.key).wait()
    #expect(second.bytesOfOwners.isEmpty)
    #expect(try journal.byteCounts().wait().isEmpty)
    journal.close()
  }

  @Test func `a collection is created while the quota of bytes has room for it`() throws {
    let one = try JournalBase(collection().state).byteCount
    let store = try store { $0.quotas.standard.bytes = 2 * one }
    #expect(try create(store, "a") == nil)
    #expect(try create(store, "b") == nil)
    #expect(try create(store, "c") == .limit(.bytesPerOwner(2 * one)))
    #expect(store.usageOfOwners["ann"] == CollectionUsage(collections: 2, items: 4))
    #expect(try create(store, "c", of: "bob") == nil)
    try store.delete(CollectionKey("a", of: "ann")).wait()
    #expect(try create(store, "c") == nil)
    #expect(store.bytesOfOwners == ["ann": 2 * one, "bob": one])
  }

  @Test func `a change beyond the quota of bytes is not made, and one that deletes items is`() throws {
    let journal = MemoryJournal()
    let one = try JournalBase(collection().state).byteCount
    let store = try store(journal) { $0.quotas.standard.bytes = one }
    #expect(try create(store, "c") == nil)
    #expect(refusal { try store.apply(.insert("x"), to: Self.key) } == .limit(.bytesPerOwner(one)))
    #expect(try store.solved(Self.key).wait().version == 1)
    #expect(store.bytesOfOwners == ["ann": one] && store.usage.items == 2)
    // An entry has no room. A base without the item has.
    #expect(try store.apply(.delete(), to: Self.key) == 2)
    #expect(try journal.load(Self.key).wait()?.base.version == 2)
    #expect(try store.bytesOfOwners == ["ann": storedBytes(journal)])
    #expect(try storedBytes(journal) < one)
    #expect(try store.apply(.insert("x"), to: Self.key) == 3)
  }

  @Test func `what the journal does not store is not counted`() throws {
    let journal = RecordingJournal()
    let store = try store(journal)
    journal.fail(true)
    #expect(try create(store, "c") != nil)
    #expect(store.bytesOfOwners.isEmpty)
    journal.fail(false)
    #expect(try create(store, "c") == nil)
    try store.apply(.insert("x"), to: Self.key)
    let before = store.bytesOfOwners
    journal.fail(true)
    for _ in 0..<3 { #expect(refusal { try store.apply(.insert("y"), to: Self.key) } != nil) }
    #expect(refusal { try store.delete(Self.key).wait() } != nil)
    #expect(store.bytesOfOwners == before)
    journal.fail(false)
    try store.apply(.insert("y"), to: Self.key)
    #expect(try store.bytesOfOwners == ["ann": storedBytes(journal)])
  }

  @Test func `a creation that is refused takes nothing from the collection of that id`() throws {
    let store = try store()
    #expect(try create(store, "c") == nil)
    let before = store.bytesOfOwners
    for _ in 0..<3 { #expect(try create(store, "c") == .exists) }
    #expect(store.bytesOfOwners == before)
  }

  @Test func `bytes are exact after many threads create, change and delete at once`() throws {
    let journal = MemoryJournal()
    let store = try store(journal) {
      $0.historyVersions = 3
      $0.quotas.standard.bytes = 1500
    }
    runConcurrently(jobs: 600, threads: 8) { job in
      let key = CollectionKey("c\(job % 5)", of: "owner \(job % 3)")
      switch job % 7 {
      case 0: _ = refusal { try store.create(key, .list([["a", "b", "c"]])).wait() }
      case 1: _ = refusal { try store.apply(.delete(), to: key) }
      case 2: _ = refusal { try store.delete(key).wait() }
      default: _ = refusal { try store.apply(.insert("x\(job)"), to: key) }
      }
    }
    var stored: [String: Int] = [:]
    for (collection, bytes) in try journal.byteCounts().wait() {
      stored[collection.key.owner, default: 0] += bytes
    }
    #expect(store.bytesOfOwners == stored)
    #expect(stored.values.allSatisfy { $0 <= 1500 })
  }
}
