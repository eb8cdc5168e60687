import CollectionTestSupport
import LayoutEngine
import Testing

@testable import CollectionModel
@testable import Collections

/// Calls during which something else happens between reading and writing.
struct InterruptedCallTests {
  private let key = CollectionKey("c")
  private let journal = WatchedJournal()

  @Test func `a collection deleted before its creation ends stays deleted`() throws {
    let store = try CollectionStore(journal: journal)
    journal.once(.created) { [key] in try! store.delete(key).wait() }
    try store.create(key, .list([["ghost"]])).wait()
    #expect(refusal { _ = try store.solved(key).wait() } == .missing)
    #expect(store.usage == CollectionUsage())
    try store.create(key, .list([["n"]])).wait()
    #expect(try store.solved(key).wait().ids == [["n"]])
  }

  @Test func `a collection changed before its creation ends keeps the change`() throws {
    let store = try CollectionStore(journal: journal)
    journal.once(.created) { [key] in try! store.apply(.insert("x"), to: key) }
    try store.create(key, .list([["a"]])).wait()
    #expect(try store.solved(key).wait().ids == [["x", "a"]])
    #expect(try store.apply(.insert("y"), to: key) == 3)
  }

  @Test func `a page of the list is full also if some of its collections are deleted meanwhile`() throws {
    let store = try CollectionStore(journal: journal)
    for id in ["a", "b", "c", "d"] { try store.create(CollectionKey(id), .list([])).wait() }
    journal.once(.listed) { try! store.delete(CollectionKey("a")).wait() }
    #expect(try store.list(of: "", after: nil, limit: 3).wait().map(\.id) == ["b", "c", "d"])
  }
}
