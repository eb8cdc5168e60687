import CollectionTestSupport
import LayoutEngine
import TestSupport
import Testing

@testable import CollectionModel
@testable import Collections

/// A journal that grew long takes a new base.
struct CompactionTests {
  private let key = CollectionKey("c")
  private let limit = 64

  private func store(_ journal: any Journal) throws -> CollectionStore {
    var limits = CollectionLimits()
    limits.historyVersions = limit
    return try CollectionStore(journal: journal, limits: limits)
  }

  @Test func `so many entries are kept on top of a base and no more`() throws {
    let journal = MemoryJournal()
    let store = try store(journal)
    try store.create(key, .list([[]])).wait()
    for _ in 1..<limit { try store.apply(.insert("x"), to: key) }
    #expect(try journal.load(key).wait()?.entries.count == limit - 1)
    #expect(try journal.load(key).wait()?.base.version == 1)
    try store.apply(.insert("x"), to: key)
    #expect(try journal.load(key).wait()?.entries.count == 0)
    #expect(try journal.load(key).wait()?.base.version == limit + 1)
    try store.apply(.insert("x"), to: key)
    #expect(try journal.load(key).wait()?.entries.map(\.version) == [limit + 2])
  }

  @Test func `the entries that a base replaced are history, until the next one`() throws {
    let journal = MemoryJournal()
    let store = try store(journal)
    try store.create(key, .list([[]])).wait()
    for _ in 0..<limit + 3 { try store.apply(.insert("x"), to: key) }
    let history = try #require(try journal.history(key, since: 5).wait())
    #expect(history.base.version == 1 && history.entries.map(\.version) == Array(2...limit + 4))
    for _ in 3..<limit { try store.apply(.insert("x"), to: key) }
    #expect(try journal.history(key, since: limit).wait() == nil)
    #expect(try journal.history(key, since: limit + 1).wait()?.base.version == limit + 1)
    #expect(try journal.history(key, since: limit + 1).wait()?.version == 2 * limit + 1)
  }

  @Test func `the state loaded after compaction is the state before it`() throws {
    let journal = MemoryJournal()
    let store = try store(journal)
    try store.create(key, .list([[]], bounds: Rect(x: 0, y: 0, width: 100, height: 60))).wait()
    var random = SeededGenerator(seed: 5)
    for number in 0..<limit + 20 {
      try store.apply(.insert("i\(number)", at: 0, random.integer(0...number)), to: key)
    }
    let live = try store.solved(key).wait()
    let loaded = try CollectionStore(journal: journal).solved(key).wait()
    #expect(loaded.version == limit + 21 && live.version == limit + 21)
    #expect(loaded.ids == live.ids && loaded.state.bounds == live.state.bounds)
    #expect(
      loaded.state.layout.jsonText == live.state.layout.jsonText
        && loaded.layout.contentSize == live.layout.contentSize)
  }

  @Test func `entries that were loaded count too`() throws {
    let journal = MemoryJournal()
    let first = try store(journal)
    try first.create(key, .list([[]])).wait()
    for _ in 0..<limit - 2 { try first.apply(.insert("x"), to: key) }
    let second = try store(journal)
    try second.apply(.insert("y"), to: key)
    #expect(try journal.load(key).wait()?.base.version == 1)
    try second.apply(.insert("y"), to: key)
    #expect(try journal.load(key).wait()?.base.version == limit + 1)
    #expect(try first.apply(.insert("z"), to: key) == limit + 2)
    #expect(try first.solved(key).wait().ids[0].prefix(3) == ["z", "y", "y"])
  }
}
