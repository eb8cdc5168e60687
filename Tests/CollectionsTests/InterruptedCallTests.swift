import LayoutEngine
import Testing

@testable import Collections

/// Calls between whose reading and writing something else happens.
struct InterruptedCallTests {
  private let key = CollectionKey("c")
  private let journal = WatchedJournal()

  @Test func `what is deleted before its creation is through stays deleted`() throws {
    let store = try CollectionStore(journal: journal)
    journal.once(.created) { [key] in try! store.delete(key).wait() }
    try store.create(key, .list([["ghost"]])).wait()
    #expect(refusal { _ = try store.solved(key) } == .missing)
    #expect(store.usage == CollectionUsage())
    try store.create(key, .list([["n"]])).wait()
    #expect(try store.solved(key).ids == [["n"]])
  }

  @Test func `what is changed before its creation is through stays changed`() throws {
    let store = try CollectionStore(journal: journal)
    journal.once(.created) { [key] in try! store.apply(.insert("x"), to: key) }
    try store.create(key, .list([["a"]])).wait()
    #expect(try store.solved(key).ids == [["x", "a"]])
    #expect(try store.apply(.insert("y"), to: key) == 3)
  }

  @Test func `what was read before a deletion is not found after it`() throws {
    try CollectionStore(journal: journal).create(key, .list([["old"]])).wait()
    let store = try CollectionStore(journal: journal)
    journal.once(.loaded) { [key] in try! store.delete(key).wait() }
    #expect(refusal { _ = try store.solved(key) } == .missing)
  }

  @Test func `what was read before a deletion is not taken for what came after it`() throws {
    try CollectionStore(journal: journal).create(key, .list([["old"]])).wait()
    let store = try CollectionStore(journal: journal)
    journal.once(.loaded) { [key] in
      try! store.delete(key).wait()
      try! store.create(key, .list([["new"]])).wait()
      try! store.apply(.insert("x"), to: key)
    }
    #expect(try store.solved(key).ids == [["x", "new"]])
  }

  @Test func `what was read before another store's change came in does not take its place`() throws {
    try CollectionStore(journal: journal).create(key, .list([["a"]])).wait()
    let (store, other) = (try CollectionStore(journal: journal), try CollectionStore(journal: journal))
    journal.once(.loaded) { [key] in
      // Found, written by another, and so forgotten here again: what was read is older than all of it.
      _ = try! store.solved(key)
      try! other.apply(.insert("x"), to: key)
      try! store.apply(.insert("y"), to: key)
    }
    #expect(try store.solved(key).version == 3)
  }

  @Test func `a page is full where some of what it lists ends meanwhile`() throws {
    let store = try CollectionStore(journal: journal)
    for id in ["a", "b", "c", "d"] { try store.create(CollectionKey(id), .list([])).wait() }
    journal.once(.listed) { try! store.delete(CollectionKey("a")).wait() }
    #expect(try store.list(of: "", after: nil, limit: 3).map(\.id) == ["b", "c", "d"])
  }
}
