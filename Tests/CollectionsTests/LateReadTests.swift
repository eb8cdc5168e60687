import CollectionTestSupport
import LayoutEngine
import Support
import Synchronization
import TestSupport
import Testing

@testable import CollectionModel
@testable import Collections

/// Stores whose journal reads later, on another thread.
struct LateReadTests {
  private let key = CollectionKey("c")
  private let journal = LateJournal()

  /// A store that has not read the collection yet; another store of the same journal has written it.
  private func store(_ ids: [[String]] = [["a", "b"]]) throws -> (CollectionStore, other: CollectionStore) {
    let other = try CollectionStore(journal: journal.inner)
    try other.create(key, .list(ids, bounds: Rect(x: 0, y: 0, width: 100, height: 30))).wait()
    return (try CollectionStore(journal: journal), other)
  }

  @Test func `a collection is read once for everyone who looks for it meanwhile`() throws {
    let (store, _) = try store()
    let before = journal.readCount
    journal.hold()
    let found = (0..<20).map { _ in store.solved(key) }
    #expect(found.allSatisfy { $0.outcome == nil })
    #expect(journal.heldCount == 1)
    journal.release()
    for found in found { #expect(try found.wait().ids == [["a", "b"]]) }
    #expect(journal.readCount == before + 1)
    #expect(store.liveCount == 1)
  }

  @Test func `a record is replayed by the scheduler, and not on the journal's thread`() throws {
    let (store, other) = try store()
    try other.apply(.insert("x"), to: key)
    let rest = Mutex<[Scheduler.Work]>([])
    let scheduler = Scheduler { { work in rest.withLock { $0.append(work) } } }
    journal.hold()
    let found = store.solved(key, on: scheduler)
    journal.release()
    #expect(eventually { rest.withLock { $0.count } == 1 })
    #expect(found.outcome == nil && store.liveCount == 0)
    for work in rest.withLock({ $0 }) { work() }
    #expect(try found.wait().ids == [["x", "a", "b"]])
  }

  @Test func `changes that wait for a collection are made in their order`() throws {
    let (store, _) = try store([[]])
    journal.hold()
    let changes = (0..<50).map { number in
      store.change(key) { (before) throws(ChangeError) in
        let step = try before.step(.insert("i\(number)", at: 0, number))
        return (step, step.after.version)
      }
    }
    journal.release()
    #expect(try changes.map { try $0.wait() } == Array(2...51))
    #expect(try store.solved(key).wait().ids == [(0..<50).map { "i\($0)" }])
  }

  @Test func `a deletion waits for a reading that began before it`() throws {
    let (store, _) = try store()
    journal.hold()
    let read = store.solved(key)
    let deletion = store.delete(key)
    journal.release()
    #expect(try read.wait().ids == [["a", "b"]])
    try deletion.wait()
    #expect(refusal { _ = try store.solved(key).wait() } == .missing)
    #expect(store.usage == CollectionUsage())
  }

  @Test func `a late read does not replace a collection created meanwhile`() throws {
    let (store, other) = try store([["old"]])
    journal.hold()
    let read = store.solved(key)
    try other.delete(key).wait()
    try store.create(key, .list([["new"]])).wait()
    try store.apply(.insert("x"), to: key)
    journal.release()
    #expect(try read.wait().ids == [["x", "new"]])
    #expect(try store.solved(key).wait().ids == [["x", "new"]])
  }

  @Test func `a collection deleted during a read is read again`() throws {
    let (store, other) = try store([["old"]])
    journal.hold()
    let read = store.solved(key)
    try other.delete(key).wait()
    try store.create(key, .list([["new"]])).wait()
    try store.delete(key).wait()
    journal.release()
    #expect(refusal { _ = try read.wait() } == .missing)
  }

  @Test func `a change of a collection that another store has changed meanwhile loads it again`() throws {
    let (store, other) = try store()
    _ = try store.solved(key).wait()
    try other.apply(.insert("x"), to: key)
    #expect(try store.apply(.insert("y"), to: key) == 3)
    // The client knows the version from the other store, and the journal's head confirms it.
    try other.apply(.insert("z"), to: key)
    #expect(try store.apply(.insert("w"), to: key, if: .oneOf([4])) == 5)
    #expect(try store.solved(key).wait().ids == [["w", "z", "y", "x", "a", "b"]])
  }

  @Test func `every reader learns how a reading failed, and the next one reads again`() throws {
    let inner = MemoryJournal()
    let failing = SharedFlag()
    let journal = LateJournal(inner) { _ in failing.isSet ? .unavailable("the network is down") : nil }
    try CollectionStore(journal: inner).create(key, .list([["a"]])).wait()
    let store = try CollectionStore(journal: journal)
    journal.hold()
    failing.isSet = true
    let found = (0..<3).map { _ in store.solved(key) }
    let change = store.delete(key)
    journal.release()
    for found in found {
      #expect(refusal { _ = try found.wait() } == .store(.unavailable("the network is down")))
    }
    #expect(refusal { try change.wait() } == .store(.unavailable("the network is down")))
    failing.isSet = false
    #expect(try store.solved(key).wait().ids == [["a"]])
  }

  @Test func `lists, history and idempotency keys are read later too`() throws {
    let limits = CollectionLimits()
    let inner = MemoryJournal()
    let other = try CollectionStore(journal: inner, limits: limits)
    for id in ["a", "b", "c"] { try other.create(CollectionKey(id), .list([[id]])).wait() }
    let key = CollectionKey("a")
    _ = try other.change(key, request: RequestKey("k")) { (before) throws(ChangeError) in
      (try before.step(.insert("x")), ())
    }.wait()
    let store = try CollectionStore(journal: LateJournal(inner))
    #expect(try store.list(of: "", after: nil, limit: 9).wait().map(\.id) == ["a", "b", "c"])
    #expect(try store.stored(RequestKey("k").name).wait()?.version == 2)
    #expect(try store.stored(RequestKey("l").name).wait() == nil)
    var history = try #require(try store.history(of: key, since: 1).wait())
    #expect(try history.next()?.after.version == 2)
    let end = try history.next()
    #expect(end == nil)
  }
}

private final class SharedFlag: Sendable {
  private let flag = Atomic(false)

  var isSet: Bool {
    get { flag.load(ordering: .relaxed) }
    set { flag.store(newValue, ordering: .relaxed) }
  }
}
