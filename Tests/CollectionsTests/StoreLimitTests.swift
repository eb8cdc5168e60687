import CollectionTestSupport
import LayoutEngine
import TestSupport
import Testing

@testable import CollectionModel
@testable import Collections

/// The limits of a store: at, under and over each.
struct StoreLimitTests {
  private func store(_ set: (inout CollectionLimits) -> Void) throws -> CollectionStore {
    var limits = CollectionLimits()
    set(&limits)
    return try CollectionStore(journal: MemoryJournal(), limits: limits)
  }

  private func create(_ store: CollectionStore, _ id: String, of owner: String = "", items: Int = 0)
    -> Refusal?
  {
    refusal {
      try store.create(
        CollectionKey(id, of: owner), .list([(0..<items).map { "\($0)" }])
      ).wait()
    }
  }

  @Test func `the limit on collections counts those of all owners`() throws {
    let store = try store { $0.collections = 2 }
    #expect(create(store, "a", of: "ann") == nil)
    #expect(create(store, "b", of: "bob") == nil)
    #expect(create(store, "c", of: "eve") == .limit(.collections(2)))
    #expect(refusal { _ = try store.solved(CollectionKey("c", of: "eve")).wait() } == .missing)
    #expect(store.usage.collections == 2)
    try store.delete(CollectionKey("a", of: "ann")).wait()
    #expect(create(store, "c", of: "eve") == nil)
    #expect(create(store, "d", of: "eve") == .limit(.collections(2)))
  }

  @Test func `the limit of an owner does not count the collections of others`() throws {
    let store = try store { $0.quotas.standard.collections = 2 }
    for owner in ["ann", "bob"] {
      #expect(create(store, "a", of: owner) == nil)
      #expect(create(store, "b", of: owner) == nil)
      #expect(create(store, "c", of: owner) == .limit(.collectionsPerOwner(2)))
    }
    try store.delete(CollectionKey("a", of: "ann")).wait()
    #expect(create(store, "c", of: "bob") == .limit(.collectionsPerOwner(2)))
    #expect(create(store, "c", of: "ann") == nil)
  }

  @Test func `no collections at all may be kept`() throws {
    let store = try store { $0.collections = 0 }
    #expect(create(store, "a") == .limit(.collections(0)))
  }

  @Test func `all collections together have so many items, counted when they are created`() throws {
    let store = try store { $0.items = 5 }
    #expect(create(store, "a", of: "ann", items: 3) == nil)
    #expect(create(store, "b", of: "bob", items: 3) == .limit(.items(5)))
    #expect(create(store, "b", of: "bob", items: 2) == nil)
    #expect(create(store, "c", items: 1) == .limit(.items(5)))
    #expect(create(store, "c", items: 0) == nil)
    #expect(store.usage == CollectionUsage(collections: 3, items: 5))
  }

  @Test func `the limit of an owner's items does not count the items of others`() throws {
    let store = try store { $0.quotas.standard.items = 5 }
    for owner in ["ann", "bob"] {
      #expect(create(store, "a", of: owner, items: 3) == nil)
      #expect(create(store, "b", of: owner, items: 3) == .limit(.itemsPerOwner(5)))
      #expect(create(store, "b", of: owner, items: 2) == nil)
    }
    let key = CollectionKey("b", of: "ann")
    let refused = refusal { try store.apply(.insert("x"), to: key) }
    #expect(refused == .limit(.itemsPerOwner(5)))
    try store.delete(CollectionKey("a", of: "ann")).wait()
    #expect(try store.apply(.insert("x"), to: key) == 2)
    #expect(store.usage == CollectionUsage(collections: 3, items: 8))
  }

  @Test func `items are counted when they are inserted too, and a change over the limit changes nothing`()
    throws
  {
    let store = try store { $0.items = 3 }
    let key = CollectionKey("a")
    #expect(create(store, "a", items: 2) == nil)
    #expect(try store.apply(.insert("x"), to: key) == 2)
    #expect(refusal { try store.apply(.insert("y"), to: key) } == .limit(.items(3)))
    #expect(refusal { try store.apply(.rows([["a", "b", "c", "d"]]), to: key) } == .limit(.items(3)))
    let solved = try store.solved(key).wait()
    #expect(solved.version == 2 && solved.ids == [["x", "0", "1"]])
    #expect(try store.apply(.rows([["a", "b", "c"]]), to: key) == 3)
    #expect(store.usage.items == 3)
  }

  @Test func `deleting items, or their collection, makes room`() throws {
    let store = try store { $0.items = 4 }
    #expect(create(store, "a", items: 4) == nil)
    #expect(create(store, "b", items: 1) == .limit(.items(4)))
    try store.apply(.delete(), to: CollectionKey("a"))
    #expect(create(store, "b", items: 1) == nil)
    #expect(create(store, "c", items: 3) == .limit(.items(4)))
    try store.delete(CollectionKey("a")).wait()
    #expect(store.usage == CollectionUsage(collections: 1, items: 1))
    #expect(create(store, "c", items: 3) == nil)
  }

  @Test func `a batch is counted by what it leaves`() throws {
    let store = try store { $0.items = 2 }
    #expect(create(store, "a", items: 2) == nil)
    let path = IndexPath(section: 0, item: 0)
    try store.apply(
      .updates([
        BatchUpdate(.deleteItems(at: [path])), BatchUpdate(.insertItems(at: [path], [Item(id: "n")])),
      ]), to: CollectionKey("a"))
    #expect(store.usage.items == 2)
  }

  @Test func `a collection that could not be created is not counted`() throws {
    let store = try store {
      $0.collections = 2
      $0.items = 4
    }
    #expect(create(store, "a", items: 2) == nil)
    for _ in 0..<5 { #expect(create(store, "a", items: 2) == .exists) }
    #expect(store.usage == CollectionUsage(collections: 1, items: 2))
    #expect(create(store, "b", items: 2) == nil)
  }

  @Test func `a change that is refused or comes to another version is not counted`() throws {
    let store = try store { $0.items = 3 }
    let key = CollectionKey("a")
    #expect(create(store, "a", items: 2) == nil)
    for _ in 0..<5 {
      #expect(refusal { try store.apply(.insert("x", at: 7, 7), to: key) } == .change)
      #expect(refusal { try store.apply(.insert("x"), to: key, if: .oneOf([9])) } != nil)
    }
    #expect(store.usage.items == 2)
    #expect(try store.apply(.insert("x"), to: key) == 2)
  }

  @Test func `a store that opens a journal counts the collections in it`() throws {
    let journal = MemoryJournal()
    let first = try CollectionStore(journal: journal)
    try first.create(CollectionKey("a", of: "ann"), .list([["a", "b"]])).wait()
    try first.apply(.insert("x"), to: CollectionKey("a", of: "ann"))
    var limits = CollectionLimits()
    limits.items = 4
    limits.quotas.standard.collections = 1
    let second = try CollectionStore(journal: journal, limits: limits)
    #expect(second.usage == CollectionUsage(collections: 1, items: 3))
    #expect(create(second, "b", of: "ann") == .limit(.collectionsPerOwner(1)))
    #expect(create(second, "b", of: "bob", items: 2) == .limit(.items(4)))
    #expect(create(second, "b", of: "bob", items: 1) == nil)
  }

  @Test func `counts are exact after many threads create, change and delete at once`() throws {
    let store = try store { $0.items = 60 }
    runConcurrently(jobs: 400, threads: 8) { job in
      let key = CollectionKey("c\(job % 7)", of: "owner \(job % 3)")
      switch job % 4 {
      case 0: _ = refusal { try store.create(key, .list([["a", "b", "c"]])).wait() }
      case 1: _ = refusal { try store.apply(.insert("x\(job)"), to: key) }
      case 2: _ = refusal { try store.apply(.delete(), to: key) }
      default: _ = refusal { try store.delete(key).wait() }
      }
    }
    var kept = CollectionUsage()
    for owner in 0..<3 {
      for (_, solved) in try store.list(of: "owner \(owner)", after: nil, limit: 99).wait() {
        kept.collections += 1
        kept.items += solved.state.sections.itemCount
      }
    }
    #expect(store.usage == kept)
  }
}
