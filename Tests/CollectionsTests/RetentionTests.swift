import CollectionTestSupport
import LayoutEngine
import Synchronization
import TestSupport
import Testing

@testable import CollectionModel
@testable import Collections

/// History that ends by its age. The age is 1600 seconds, so that a base counts as old after 1600 · 7/16 = 700.
struct RetentionTests {
  /// A clock in seconds.
  private final class Clock: Sendable {
    private let time = Mutex(1_000_000)
    var now: Int { time.withLock { $0 } }
    func advance(_ seconds: Int) { time.withLock { $0 += seconds } }
  }

  private let key = CollectionKey("c")
  private let clock = Clock()
  private let age = Duration.seconds(1600)

  private func journal() -> MemoryJournal { MemoryJournal { [clock] in clock.now } }

  @Test
  func `a change leaves the history when it is older than the age, and no earlier than two fifths of it`()
    throws
  {
    let journal = journal()
    let store = try CollectionStore(journal: journal)
    try store.create(key, .list([["a"]])).wait()
    try store.apply(.insert("x"), to: key)
    clock.advance(699)
    try store.forgetHistory(olderThan: age)
    #expect(try journal.load(key).wait()?.base.version == 1)
    clock.advance(1)
    try store.forgetHistory(olderThan: age)
    // Version 2 is the base now, and the change is history for 700 seconds more.
    #expect(try journal.load(key).wait()?.base.version == 2)
    #expect(try journal.history(key, since: 1).wait()?.version == 2)
    clock.advance(699)
    try store.forgetHistory(olderThan: age)
    #expect(try journal.history(key, since: 1).wait()?.version == 2)
    clock.advance(1)
    try store.forgetHistory(olderThan: age)
    #expect(try journal.history(key, since: 1).wait() == nil)
    #expect(try store.solved(key).wait().ids == [["x", "a"]])
  }

  @Test func `changes that come all the time are history between two fifths of the age and all of it`() throws
  {
    let journal = journal()
    let store = try CollectionStore(journal: journal)
    try store.create(key, .list([["a"]])).wait()
    var times: [Int: Int] = [:]
    for round in 1...400 {
      clock.advance(20)
      let version = try store.apply(.insert("i\(round)"), to: key)
      times[version] = clock.now
      // A look each sixteenth of the age.
      if round % 5 == 0 { try store.forgetHistory(olderThan: age) }
      let oldest = times.keys.sorted().first { version in
        (try? journal.history(key, since: version - 1).wait()) != nil
      }
      let past = times.filter { clock.now - $0.value > 1600 }.keys.max()
      let recent = times.filter { clock.now - $0.value <= 640 }.keys.min()
      if let past { #expect(oldest ?? .max > past, "\(round)") }
      if let recent { #expect(oldest ?? .max <= recent, "\(round)") }
    }
    #expect(try store.solved(key).wait().ids[0].count == 401)
  }

  @Test func `a collection without changes gets no base, and one that is not in memory gets one`() throws {
    let journal = journal()
    let first = try CollectionStore(journal: journal)
    for id in ["still", "c"] { try first.create(CollectionKey(id), .list([["a"]])).wait() }
    try first.apply(.insert("x"), to: key)
    clock.advance(800)
    let second = try CollectionStore(journal: journal)
    try second.forgetHistory(olderThan: age)
    #expect(try journal.load(key).wait()?.base.version == 2)
    #expect(try journal.load(CollectionKey("still")).wait()?.base.version == 1)
    #expect(second.liveCount == 0)
    // The next change goes on from there.
    #expect(try second.apply(.insert("y"), to: key) == 3)
    #expect(try journal.load(key).wait()?.entries.map(\.version) == [3])
  }

  /// The bytes of the rows that a load reads.
  private func storedBytes(_ journal: MemoryJournal) throws -> Int {
    let counts = try #require(try journal.load(key).wait()).byteCounts
    return counts.base + counts.entries
  }

  @Test(arguments: [true, false])
  func `the bytes of an owner are those of the new base and of later changes`(isInMemory: Bool) throws {
    let journal = journal()
    let first = try CollectionStore(journal: journal)
    try first.create(key, .list([["a"]])).wait()
    for number in 1...20 {
      try first.apply(.insert(String(repeating: "x", count: 200) + "\(number)"), to: key)
      try first.apply(.delete(), to: key)
    }
    clock.advance(800)
    let store = isInMemory ? first : try CollectionStore(journal: journal)
    let before = try storedBytes(journal)
    #expect(store.bytesOfOwners == ["": before])
    try store.forgetHistory(olderThan: age)
    #expect(try storedBytes(journal) < before / 4)
    #expect(try store.bytesOfOwners == ["": storedBytes(journal)])
    try store.apply(.insert("y"), to: key)
    #expect(try store.bytesOfOwners == ["": storedBytes(journal)])
    try store.delete(key).wait()
    #expect(store.bytesOfOwners.isEmpty)
  }

  @Test func `a change that fails after a new base leaves the bytes of the base`() throws {
    let journal = RecordingJournal()
    let store = try CollectionStore(journal: journal)
    try store.create(key, .list([["a"]])).wait()
    for number in 1...3 { try store.apply(.insert("x\(number)"), to: key) }
    let record = try #require(try journal.load(key).wait())
    let base = try JournalBase(store.solved(key).wait().state)
    let live = try #require(store.live.withLock { $0.collections[key] })
    live.apply(
      Generation.Rebase(
        replaced: record.base.version, base: base.state.version, baseBytes: base.byteCount,
        droppedBytes: record.byteCounts.entries))
    journal.fail(true)
    #expect(refusal { try store.apply(.insert("y"), to: key) } != nil)
    #expect(store.bytesOfOwners == ["": base.byteCount])
  }

  @Test func `a collection that was deleted while its base was made has no bytes`() throws {
    let collection = CollectionIncarnation(key, 1)
    let ledger = CollectionLedger(limits: CollectionLimits(), usage: [:], bytes: [collection: 100])
    ledger.correctBytes(of: collection, to: 40)
    #expect(ledger.bytesOfOwners == ["": 40])
    ledger.setBytes(of: collection, to: 0)
    ledger.correctBytes(of: collection, to: 40)
    #expect(ledger.bytesOfOwners.isEmpty)
  }

  @Test func `of stores that share a journal one makes the base, and each goes on`() throws {
    let journal = MemoryJournal(isExclusive: false) { [clock] in clock.now }
    let stores = try (0..<2).map { _ in try CollectionStore(journal: journal) }
    try stores[0].create(key, .list([["a"]])).wait()
    try stores[0].apply(.insert("x"), to: key)
    clock.advance(800)
    for store in stores { try store.forgetHistory(olderThan: age) }
    #expect(try journal.load(key).wait()?.base.version == 2)
    #expect(try journal.history(key, since: 1).wait()?.version == 2)
    for (number, store) in stores.enumerated() {
      #expect(try store.apply(.insert("y\(number)"), to: key) == 3 + number)
    }
  }
}
