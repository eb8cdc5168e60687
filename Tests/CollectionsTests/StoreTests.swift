import CollectionTestSupport
import LayoutEngine
import Testing

@testable import CollectionModel
@testable import Collections

/// Operations of a store on one collection after the other.
struct StoreTests {
  private let key = CollectionKey("c")

  private func store(_ ids: [[String]] = [["a", "b"]]) throws -> CollectionStore {
    let store = try CollectionStore(journal: MemoryJournal())
    try store.create(key, .list(ids)).wait()
    return store
  }

  @Test func `a created collection is found, at version 1`() throws {
    let solved = try store([["a"], ["b", "c"]]).solved(key).wait()
    #expect(solved.version == 1 && solved.ids == [["a"], ["b", "c"]])
  }

  @Test func `an id is there once`() throws {
    let store = try store()
    #expect(refusal { try store.create(key, .list([["z"]])).wait() } == .exists)
    #expect(try store.solved(key).wait().ids == [["a", "b"]])
  }

  @Test func `a collection that does not exist is neither found nor changed nor deleted`() throws {
    let store = try store()
    let other = CollectionKey("d")
    #expect(refusal { _ = try store.solved(other).wait() } == .missing)
    #expect(refusal { try store.apply(.insert("x"), to: other) } == .missing)
    #expect(refusal { try store.delete(other).wait() } == .missing)
  }

  @Test func `every change makes the next version`() throws {
    let store = try store()
    #expect(try store.apply(.insert("x"), to: key) == 2)
    #expect(try store.apply(.delete(0, 1), to: key) == 3)
    #expect(try store.apply(.rows([["b"], ["x"]]), to: key) == 4)
    let solved = try store.solved(key).wait()
    #expect(solved.version == 4 && solved.ids == [["b"], ["x"]])
  }

  /// The client learns that its change was made, and a version stands for one state of the journal.
  @Test func `a change that changes nothing is a version too`() throws {
    let store = try store()
    #expect(try store.apply(.updates([]), to: key) == 2)
    #expect(try store.apply(.rows([["a", "b"]]), to: key) == 3)
    #expect(try store.solved(key).wait().ids == [["a", "b"]])
  }

  @Test func `a reader that holds a version keeps it, through all changes`() throws {
    let store = try store()
    let held = try store.solved(key).wait()
    try store.apply(.insert("x"), to: key)
    try store.delete(key).wait()
    #expect(held.version == 1 && held.ids == [["a", "b"]])
    #expect(held.layout.elements(in: nil, visible: nil).count == 2)
  }

  @Test func `a change is made at the versions that its client names, and refused at others`() throws {
    let store = try store()
    try store.apply(.insert("x"), to: key)
    for versions in [[], [1], [3], [1, 3]] {
      #expect(
        refusal { try store.apply(.insert("y"), to: key, if: .oneOf(versions)) }
          == .versionMismatch(newest: 2), "\(versions)")
    }
    #expect(try store.apply(.insert("y"), to: key, if: .oneOf([2])) == 3)
    #expect(try store.apply(.insert("z"), to: key, if: .oneOf([1, 3])) == 4)
  }

  @Test func `a deletion takes a condition too`() throws {
    let store = try store()
    try store.apply(.insert("x"), to: key)
    #expect(refusal { try store.delete(key, if: .oneOf([1])).wait() } == .versionMismatch(newest: 2))
    #expect(try store.solved(key).wait().version == 2)
    try store.delete(key, if: .oneOf([2])).wait()
    #expect(refusal { _ = try store.solved(key).wait() } == .missing)
  }

  @Test func `a deleted collection is gone, and its id can be used again`() throws {
    let store = try store()
    try store.apply(.insert("x"), to: key)
    try store.delete(key).wait()
    #expect(refusal { try store.apply(.insert("y"), to: key) } == .missing)
    #expect(refusal { try store.delete(key).wait() } == .missing)
    try store.create(key, .list([["n"]])).wait()
    #expect(try store.solved(key).wait().version == 1)
    #expect(try store.apply(.insert("m"), to: key) == 2)
    #expect(try store.solved(key).wait().ids == [["m", "n"]])
  }

  @Test(
    arguments: [
      .delete(0, 9), .insert("x", at: 3, 0), .rows([["a", "a"]]), .rows([["a"], ["a"]]),
    ] as [CollectionChange])
  func `a change that is refused changes nothing`(change: CollectionChange) throws {
    let journal = MemoryJournal()
    let store = try CollectionStore(journal: journal)
    try store.create(key, .list([["a", "b"]], bounds: Rect(x: 0, y: 0, width: 100, height: 30))).wait()
    let before = try store.solved(key).wait()
    #expect(refusal { try store.apply(change, to: key) } == .change)
    let after = try store.solved(key).wait()
    #expect(after.version == 1 && after.ids == before.ids && after.state.bounds == before.state.bounds)
    #expect(after.layout.contentSize == before.layout.contentSize)
    #expect(store.usage == CollectionUsage(collections: 1, items: 2))
    #expect(try journal.load(key).wait()?.version == 1)
  }

  @Test func `owners do not see each other's collections`() throws {
    let store = try CollectionStore(journal: MemoryJournal())
    let (ann, bob) = (CollectionKey("c", of: "ann"), CollectionKey("c", of: "bob"))
    try store.create(ann, .list([["a"]])).wait()
    #expect(refusal { _ = try store.solved(bob).wait() } == .missing)
    #expect(refusal { try store.delete(bob).wait() } == .missing)
    #expect(try store.list(of: "bob", after: nil, limit: 9).wait().isEmpty)
    try store.create(bob, .list([["b"]])).wait()
    try store.apply(.insert("x"), to: bob)
    #expect(try store.solved(ann).wait().ids == [["a"]])
    try store.delete(bob).wait()
    #expect(try store.solved(ann).wait().version == 1)
  }

  @Test func `an owner's collections are listed in the order of their ids, page by page`() throws {
    let store = try CollectionStore(journal: MemoryJournal())
    for id in ["d", "b", "e", "a", "c"] {
      try store.create(CollectionKey(id, of: "ann"), .list([[id]])).wait()
    }
    try store.create(CollectionKey("bb", of: "bob"), .list([])).wait()
    func page(_ after: String?, _ limit: Int) throws -> [String] {
      try store.list(of: "ann", after: after, limit: limit).wait().map(\.id)
    }
    #expect(try page(nil, 9) == ["a", "b", "c", "d", "e"])
    #expect(try page(nil, 2) == ["a", "b"])
    #expect(try page("b", 2) == ["c", "d"])
    #expect(try page("d", 2) == ["e"])
    #expect(try page("e", 2) == [])
    #expect(try store.list(of: "ann", after: "b", limit: 1).wait().first?.solved.ids == [["c"]])
  }

  @Test func `an owner's collections are listed and counted by the prefix of their ids`() throws {
    let store = try CollectionStore(journal: MemoryJournal())
    for id in ["a", "ab", "ab-", "ab1", "ab~", "aa~", "ac", "b"] {
      try store.create(CollectionKey(id, of: "ann"), .list([[id]])).wait()
    }
    try store.create(CollectionKey("ab2", of: "bob"), .list([])).wait()
    func ids(_ prefix: String, _ after: String? = nil, _ limit: Int = 9) throws -> [String] {
      let filter = CollectionFilter(prefix: prefix)
      let listed = try store.list(of: "ann", filter, after: after, limit: limit).wait().map(\.id)
      #expect(try store.ids(of: "ann", filter, after: after, limit: limit).wait() == listed)
      return listed
    }
    #expect(try ids("ab") == ["ab", "ab-", "ab1", "ab~"])
    #expect(try ids("ab", nil, 2) == ["ab", "ab-"])
    #expect(try ids("ab", "ab-") == ["ab1", "ab~"])
    #expect(try ids("ab", "ab~") == [])
    #expect(try ids("ab", "b") == [])
    #expect(try ids("ab", "a") == ["ab", "ab-", "ab1", "ab~"])
    #expect(try ids("ab-") == ["ab-"])
    #expect(try ids("x") == [])
    #expect(try ids("").count == 8)
    #expect(try store.count(of: "ann", CollectionFilter(prefix: "ab")).wait() == 4)
    #expect(try store.count(of: "ann", CollectionFilter()).wait() == 8)
    #expect(try store.count(of: "eve", CollectionFilter()).wait() == 0)
  }

  @Test func `more ids than are read at once are counted`() throws {
    let store = try CollectionStore(journal: MemoryJournal())
    let count = CollectionStore.idsAtOnce + 2
    for number in 0..<count { try store.create(CollectionKey("\(number)", of: ""), .list([])).wait() }
    #expect(try store.count(of: "", CollectionFilter()).wait() == count)
  }
}
