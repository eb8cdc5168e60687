import Testing

@testable import Collections

/// The idempotency keys of recent changes.
struct RecentKeysTests {
  @Test func `the newest are remembered, in whatever order they were learned`() {
    var keys = RecentKeys()
    for number in 2..<RecentKeys.limit { keys.add("\(number)") }
    keys.addOlder(["0", "1"])
    #expect((0..<RecentKeys.limit).allSatisfy { keys.contains("\($0)") })
    keys.add("new")
    #expect(keys.contains("new") && !keys.contains("0") && keys.contains("1"))
    keys.addOlder(["older"])
    #expect(!keys.contains("older") && keys.contains("1"))
  }

  @Test(arguments: [1, 2, 3, 64]) func `they are known to whoever loads the collection`(limit: Int) throws {
    let (journal, key) = (MemoryJournal(), CollectionKey("c"))
    var limits = CollectionLimits()
    limits.historyVersions = limit
    let store = try CollectionStore(journal: journal, limits: limits)
    try store.create(key, .list([[]])).wait()
    for number in 0..<7 {
      try store.change(key, idempotencyKey: "k\(number)") { (before) throws(ChangeError) in
        (try before.step(.insert("i\(number)")), ())
      }.wait()
    }
    let other = try CollectionStore(journal: journal, limits: limits)
    // Compaction deletes entries of the history, but no keys.
    #expect(try (0..<7).allSatisfy { try other.hasStored("k\($0)", in: key).wait() })
    #expect(try !other.hasStored("k7", in: key).wait())
  }
}
