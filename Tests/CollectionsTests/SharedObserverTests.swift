import CollectionTestSupport
import LayoutEngine
import Synchronization
import TestSupport
import Testing

@testable import CollectionModel
@testable import Collections

/// What an observer of a shared journal is notified of beside the changes.
struct SharedObserverTests {
  private final class Counts: CollectionObserver {
    private let counts = Mutex<[String: Int]>([:])

    func collectionChanged(_ key: CollectionKey, _ step: CollectionStep, _ entry: JournalEntry?) {}
    func collectionEnded(_ key: CollectionKey) {}
    func changeStored(after duration: Duration) { add("stored") }
    func changeFollowed() { add("followed") }
    func tipRead(after duration: Duration) { add("tips") }
    func hintFollowed(after duration: Duration) { add("hints") }
    func raceLost() { add("races") }

    private func add(_ name: String) { counts.withLock { $0[name, default: 0] += 1 } }
    subscript(_ name: String) -> Int { counts.withLock { $0[name] ?? 0 } }
  }

  private let key = CollectionKey("c")
  private let counts = Counts()
  private let journal = UnsteadyJournal(MemoryJournal(isExclusive: false))
  private let store: CollectionStore
  private let other: CollectionStore

  init() throws {
    store = try CollectionStore(journal: journal, observer: counts)
    other = try CollectionStore(journal: journal.inner)
    try store.create(key, .list([["a", "b"]])).wait()
  }

  private func isSuperseded(_ id: String, at tip: CollectionStore.Tip) throws -> Bool {
    if case .superseded = try store.offer(try tip.collection.step(.insert(id)), at: tip) { return true }
    return false
  }

  @Test func `a race is lost to another store alone, whenever the change finds out`() throws {
    // The store's own change came in between.
    var tip = try store.tip(of: key).wait()
    try store.apply(.insert("own"), to: key)
    #expect(try isSuperseded("x", at: tip) && counts["races"] == 0)
    // The journal refuses the change at once.
    tip = try store.tip(of: key).wait()
    try other.apply(.insert("y"), to: key)
    #expect(try isSuperseded("x", at: tip) && counts["races"] == 1)
    // A read has followed the other store meanwhile.
    tip = try store.tip(of: key).wait()
    try other.apply(.insert("z"), to: key)
    _ = try store.solved(key).wait()
    #expect(try isSuperseded("x", at: tip) && counts["races"] == 2)
    // The journal refuses the change later.
    tip = try store.tip(of: key).wait()
    journal.hold()
    guard case .taken(let stored) = try store.offer(try tip.collection.step(.insert("x")), at: tip) else {
      Issue.record("not taken")
      return
    }
    try other.apply(.insert("w"), to: key)
    journal.release()
    #expect(refusal { try stored.wait() } == .store(.overtaken))
    #expect(counts["races"] == 3)
    // A deletion loses races too.
    _ = try store.solved(key).wait()
    journal.hold()
    let deletion = store.delete(key)
    try other.apply(.insert("v"), to: key)
    journal.release()
    try deletion.wait()
    #expect(counts["races"] == 4)
    #expect(counts["stored"] == 1)
  }

  @Test func `each change of another store is followed once, and each read is a question`() throws {
    let tips = counts["tips"]
    for id in ["x", "y", "z"] { try other.apply(.insert(id), to: key) }
    for _ in 0..<4 { #expect(try store.solved(key).wait().version == 4) }
    #expect(counts["followed"] == 3 && counts["stored"] == 0)
    #expect(counts["tips"] == tips + 4)
  }

  @Test func `of hints those count that bring something, also the end of the collection`() throws {
    try journal.hint(at: key)
    store.followingQueue?.sync {}
    #expect(counts["hints"] == 0)
    try other.apply(.insert("x"), to: key)
    try journal.hint(at: key)
    store.followingQueue?.sync {}
    #expect(counts["hints"] == 1 && counts["followed"] == 1)
    try other.apply(.insert("y"), to: key)
    // The sweep needs no hint, and is none.
    store.follow([key])
    store.followingQueue?.sync {}
    #expect(counts["hints"] == 1 && counts["followed"] == 2)
    try other.delete(key).wait()
    try journal.hint(at: key)
    store.followingQueue?.sync {}
    #expect(counts["hints"] == 2)
  }

  @Test func `a store alone with its journal queries nothing and follows nothing`() throws {
    let alone = try CollectionStore(journal: MemoryJournal(), observer: counts)
    try alone.create(key, .list([["a"]])).wait()
    try alone.apply(.insert("x"), to: key)
    _ = try alone.solved(key).wait()
    for name in ["tips", "hints", "followed", "races"] { #expect(counts[name] == 0, "\(name)") }
  }
}
