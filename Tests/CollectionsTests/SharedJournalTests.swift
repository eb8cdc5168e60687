import CollectionTestSupport
import LayoutEngine
import Support
import Synchronization
import TestSupport
import Testing

@testable import CollectionModel
@testable import Collections

/// Stores that share a journal share its collections.
struct SharedJournalTests {
  private let key = CollectionKey("c")
  private let journal = MemoryJournal(isExclusive: false)

  private func stores(_ ids: [[String]] = [["a", "b"]]) throws -> (CollectionStore, CollectionStore) {
    let stores = (try CollectionStore(journal: journal), try CollectionStore(journal: journal))
    try stores.0.create(key, .list(ids, bounds: Rect(x: 0, y: 0, width: 100, height: 30))).wait()
    return stores
  }

  @Test func `a second store loads what the first one made`() throws {
    let (first, second) = try stores()
    try first.apply(.insert("x"), to: key)
    try first.apply(.rows([["b"], ["x", "y"]]), to: key)
    let (one, other) = (try first.solved(key).wait(), try second.solved(key).wait())
    #expect(other.version == 3 && other.ids == [["b"], ["x", "y"]])
    #expect(other.state.bounds == one.state.bounds && other.layout.contentSize == one.layout.contentSize)
    #expect(try second.list(of: "", after: nil, limit: 9).wait().map(\.id) == ["c"])
  }

  @Test func `the store that is behind makes its change on top of the other's`() throws {
    let (first, second) = try stores()
    _ = try second.solved(key).wait()
    #expect(try first.apply(.insert("x"), to: key) == 2)
    #expect(try second.apply(.insert("y"), to: key) == 3)
    #expect(try first.apply(.insert("z"), to: key) == 4)
    #expect(try first.solved(key).wait().ids == [["z", "y", "x", "a", "b"]])
  }

  @Test func `a condition is compared with the newest version, from whichever store it came`() throws {
    let (first, second) = try stores()
    _ = try second.solved(key).wait()
    try first.apply(.insert("x"), to: key)
    // The client knows the version from the first store and sends a request to the second.
    #expect(try second.apply(.insert("y"), to: key, if: .oneOf([2])) == 3)
    #expect(
      refusal { try first.apply(.insert("z"), to: key, if: .oneOf([2])) } == .versionMismatch(newest: 3))
    #expect(refusal { try first.delete(key, if: .oneOf([2])).wait() } == .versionMismatch(newest: 3))
    try second.apply(.insert("z"), to: key)
    try first.delete(key, if: .oneOf([4])).wait()
    #expect(try journal.load(key).wait() == nil)
  }

  @Test func `a change that another store's made senseless is refused in its light`() throws {
    let (first, second) = try stores()
    _ = try second.solved(key).wait()
    try first.apply(.rows([[]]), to: key)
    #expect(refusal { try second.apply(.delete(0, 1), to: key) } == .change)
    #expect(try second.solved(key).wait().version == 2)
  }

  @Test func `a collection deleted by one store is gone for the other at its next change`() throws {
    let (first, second) = try stores()
    _ = try second.solved(key).wait()
    try first.delete(key).wait()
    #expect(refusal { try second.apply(.insert("x"), to: key) } == .missing)
    #expect(refusal { _ = try second.solved(key).wait() } == .missing)
    #expect(refusal { try second.delete(key).wait() } == .missing)
  }

  @Test func `a deletion finds out too that another store was quicker`() throws {
    let (first, second) = try stores()
    _ = try second.solved(key).wait()
    try first.delete(key).wait()
    #expect(refusal { try second.delete(key).wait() } == .missing)
    #expect(refusal { _ = try second.solved(key).wait() } == .missing)
    try second.create(key, .list([["n"]])).wait()
    #expect(try second.solved(key).wait().ids == [["n"]])
  }

  @Test func `of two stores whose clients write at once no change is lost`() throws {
    let (first, second) = try stores([[]])
    let versions = Gathering<Int>()
    runConcurrently(jobs: 120, threads: 8) { job in
      let store = job % 2 == 0 ? first : second
      if let version = try? store.apply(.insert("i\(job)"), to: key) { versions.add(version) }
    }
    #expect(versions.values.sorted() == Array(2...121))
    // The last writer has seen all changes.
    for store in [first, second] { try store.apply(.updates([]), to: key) }
    for store in [first, second] {
      try store.apply(.updates([]), to: key)
      #expect(Set(try store.solved(key).wait().ids[0].compactMap { $0 }) == Set((0..<120).map { "i\($0)" }))
    }
  }

  /// What a store tells its observer.
  private final class Notes: CollectionObserver {
    private let notes = Mutex<[String]>([])
    private let hasLoaded = Mutex(false)
    var all: [String] { notes.withLock { $0 } }

    func collectionChanged(_ key: CollectionKey, _ step: CollectionStep, _ entry: JournalEntry?) {
      let ids = step.after.ids.map { $0.map { $0 ?? "" }.joined() }.joined(separator: "|")
      notes.withLock { $0.append("\(step.before.version)-\(step.after.version) \(ids)") }
    }
    func collectionEnded(_ key: CollectionKey) { notes.withLock { $0.append("ended") } }
    /// Notes every load but the first.
    func collectionLoaded(_ key: CollectionKey, at version: Int) {
      let isAgain = hasLoaded.withLock { hasLoaded in
        defer { hasLoaded = true }
        return hasLoaded
      }
      if isAgain { notes.withLock { $0.append("loaded \(version)") } }
    }
    func changeStored(after duration: Duration) {}
  }

  @Test func `a store returns every change that another store confirmed before`() throws {
    let (first, second) = try stores()
    _ = try second.solved(key).wait()
    for number in 2...9 {
      let writer = number % 2 == 0 ? first : second
      let reader = number % 2 == 0 ? second : first
      #expect(try writer.apply(.insert("\(number)"), to: key) == number)
      let (read, written) = (try reader.solved(key).wait(), try writer.solved(key).wait())
      #expect(read.version == number && read.ids == written.ids)
      #expect(read.layout.contentSize == written.layout.contentSize)
      #expect(read.state.bounds == written.state.bounds)
    }
    try first.delete(key).wait()
    #expect(refusal { _ = try second.solved(key).wait() } == .missing)
  }

  @Test func `a store that is behind sends its watchers each step, once and in order`() throws {
    let (first, _) = try stores()
    let notes = Notes()
    let watching = try CollectionStore(journal: journal, observer: notes)
    _ = try watching.solved(key).wait()
    for id in ["x", "y", "z"] { try first.apply(.insert(id), to: key) }
    _ = try watching.solved(key).wait()
    #expect(notes.all == ["1-2 xab", "2-3 yxab", "3-4 zyxab"])
    try watching.apply(.insert("w"), to: key)
    try first.apply(.insert("v"), to: key)
    try first.delete(key).wait()
    #expect(refusal { _ = try watching.solved(key).wait() } == .missing)
    #expect(notes.all.dropFirst(3) == ["4-5 wzyxab", "ended"])
  }

  @Test func `a collection made again is another one, whatever its version`() throws {
    let (first, second) = try stores()
    let notes = Notes()
    let watching = try CollectionStore(journal: journal, observer: notes)
    for store in [second, watching] { _ = try store.solved(key).wait() }
    try first.delete(key).wait()
    try first.create(key, .list([["n"]])).wait()
    #expect(try watching.solved(key).wait().ids == [["n"]])
    #expect(notes.all == ["loaded 1", "ended"])
    // The version fits by accident.
    #expect(try second.apply(.insert("x"), to: key, if: .oneOf([1])) == 2)
    #expect(try first.solved(key).wait().ids == [["x", "n"]])
  }

  @Test func `a step computed for a collection that was made again is not taken`() throws {
    let (first, second) = try stores()
    let tip = try second.tip(of: key).wait()
    let step = try tip.collection.step(.insert("x"))
    try first.delete(key).wait()
    try first.create(key, .list([["n"]])).wait()
    switch try second.offer(step, at: tip) {
    case .superseded: break
    case .taken(let stored): #expect(refusal { try stored.wait() } == .missing)
    }
    #expect(try first.solved(key).wait().ids == [["n"]])
  }

  @Test func `a store that is too far behind loads the collection again and says so`() throws {
    let (first, _) = try stores()
    let notes = Notes()
    let watching = try CollectionStore(journal: journal, observer: notes)
    _ = try watching.solved(key).wait()
    for id in ["x", "y", "z"] {
      try first.apply(.insert(id), to: key)
      try journal.compact(key, to: JournalBase(try first.solved(key).wait().state)).wait()
    }
    #expect(try watching.solved(key).wait().ids == [["z", "y", "x", "a", "b"]])
    #expect(notes.all == ["loaded 4"])
  }

  @Test func `a read queries the journal unless the version or the age that it needs is there`() throws {
    let (first, second) = try stores()
    _ = try second.solved(key).wait()
    try first.apply(.insert("x"), to: key)
    func version(_ freshness: Freshness) throws -> Int {
      try second.current(key, freshness).wait().solved.version
    }
    #expect(try version(Freshness(version: 1)) == 1)
    #expect(try version(Freshness(age: .seconds(600))) == 1)
    #expect(try version(Freshness(version: 2)) == 2)
    #expect(try version(Freshness()) == 2)
  }

  @Test func `a hint is followed, and without hints the watched collections are`() throws {
    let (first, _) = try stores()
    let notes = Notes()
    let watching = try CollectionStore(journal: journal, observer: notes)
    _ = try watching.solved(key).wait()
    try first.apply(.insert("x"), to: key)
    watching.collectionMayHaveChanged(key, to: try journal.tip(of: key).wait())
    watching.followingQueue?.sync {}
    #expect(notes.all == ["1-2 xab"])
    try first.apply(.insert("y"), to: key)
    watching.follow([key, CollectionKey("none")])
    watching.followingQueue?.sync {}
    #expect(notes.all == ["1-2 xab", "2-3 yxab"])
  }

  /// A journal whose writes wait until they are released.
  private final class HeldWrites: WrappingJournal {
    let inner = MemoryJournal(isExclusive: false)
    private let held = Mutex<[@Sendable () -> Void]?>(nil)

    func hold() { held.withLock { $0 = [] } }

    func release() {
      let writes = held.withLock { held in
        defer { held = nil }
        return held ?? []
      }
      for write in writes { write() }
    }

    func write(
      _ write: JournalWrite, to collection: CollectionIncarnation
    ) -> Pending<Void, JournalError> {
      let pending = Pending<Void, JournalError>()
      let isHeld = held.withLock { held in
        held?.append { [inner] in inner.write(write, to: collection).whenSettled { pending.settle($0) } }
        return held != nil
      }
      return isHeld ? pending : inner.write(write, to: collection)
    }
  }

  @Test func `requests that wait for the same change go on once it is stored, however many they are`() throws
  {
    let journal = HeldWrites()
    let store = try CollectionStore(journal: journal)
    try store.create(key, .list([["a"]])).wait()
    journal.hold()
    let change = store.change(key) { (before) throws(ChangeError) in (try before.step(.insert("x")), 0) }
    let tips = (0..<8).map { _ in store.tip(of: key) }
    #expect(change.outcome == nil && tips.allSatisfy { $0.outcome == nil })
    let release = startConcurrently(1) { journal.release() }
    #expect(eventually { change.outcome != nil && tips.allSatisfy { $0.outcome != nil } })
    release()
    for tip in tips { #expect(try tip.wait().collection.version == 2) }
  }

  @Test func `a collection that is created during a query of the journal for it goes on`() throws {
    let late = LateJournal(journal)
    let notes = Notes()
    let store = try CollectionStore(journal: late, observer: notes)
    late.hold()
    let found = store.solved(key)
    try store.create(key, .list([["a"]])).wait()
    late.release()
    #expect(refusal { _ = try found.wait() } == .missing)
    #expect(try store.apply(.insert("x"), to: key) == 2)
    #expect(notes.all == ["1-2 xa"])
  }

  @Test func `a change that fails because the collection was deleted ends it for its watchers`() throws {
    let (held, notes) = (HeldWrites(), Notes())
    let (store, change) = try heldChange(in: held, notes)
    let other = try CollectionStore(journal: held.inner)
    try other.delete(key).wait()
    // A read finds out, and the end waits behind the change.
    #expect(refusal { _ = try store.solved(key).wait() } == .missing)
    held.release()
    #expect(failure(of: change) == .missing)
    #expect(notes.all == ["ended"])
  }

  /// A store that has made an insertion which the journal has not stored yet.
  private func heldChange(
    in journal: HeldWrites, _ notes: Notes
  ) throws -> (CollectionStore, Pending<Int, ChangeFailure<ChangeError>>) {
    let store = try CollectionStore(journal: journal, observer: notes)
    try store.create(key, .list([["a"]])).wait()
    journal.hold()
    return (store, store.change(key) { (before) throws(ChangeError) in (try before.step(.insert("x")), 0) })
  }

  private func failure<Value>(of change: Pending<Value, ChangeFailure<ChangeError>>) -> StoreError? {
    do throws(ChangeFailure<ChangeError>) { _ = try change.wait() } catch {
      if case .store(let error) = error { return error }
    }
    return nil
  }

  @Test func `stores that all find a base due make one, and the history stays as long as promised`() throws {
    var limits = CollectionLimits()
    limits.historyVersions = 4
    let stores = try (0..<3).map { _ in try CollectionStore(journal: journal, limits: limits) }
    try stores[0].create(key, .list([[]])).wait()
    for version in 2...60 {
      try stores[version % 3].apply(.insert("i\(version)"), to: key)
      for store in stores { #expect(try store.solved(key).wait().version == version) }
      let oldest = max(1, version - limits.historyVersions)
      #expect(try journal.history(key, since: oldest).wait() != nil, "version \(version)")
    }
    // Bases are made all the same.
    #expect(try #require(try journal.load(key).wait()).base.version > 50)
  }

  @Test func `a change that lost a race is computed again without loading the collection again`() throws {
    let (held, notes) = (HeldWrites(), Notes())
    let (_, change) = try heldChange(in: held, notes)
    let other = try CollectionStore(journal: held.inner)
    try other.apply(.insert("y"), to: key)
    held.release()
    _ = try change.wait()
    #expect(notes.all == ["1-2 ya", "2-3 xya"])
  }
}
