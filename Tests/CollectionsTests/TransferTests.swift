import CollectionTestSupport
import LayoutEngine
import Support
import Synchronization
import TestSupport
import Testing

@testable import CollectionModel
@testable import Collections

/// A collection that another store had, restored in every journal.
struct TransferTests {
  private static let key = CollectionKey("c", of: "ann")

  /// A collection with 300 changes, a position and a viewport.
  private static func record() throws -> JournalRecord {
    let journal = MemoryJournal()
    let collection = CollectionIncarnation(key, 7)
    var newest = try SolvedCollection.list([["a", "b"]])
    try journal.create(collection, JournalBase(newest.state)).wait()
    for id in 0..<300 {
      let step = try newest.step(.insert("new \(id)"))
      try journal.append(JournalEntry(step), to: collection).wait()
      newest = step.after
    }
    let main = newest.state.main
    try journal.saveViewports(
      of: collection, ViewportRows(main: (main, newest.version), saved: ["watch": main])
    ).wait()
    return try #require(try journal.load(key).wait())
  }

  /// Whether a store has all of a record, and counts it.
  private func has(_ store: CollectionStore, _ record: JournalRecord) throws -> Bool {
    let restored = try store.record(of: Self.key, withHistory: true).wait()
    return restored.begins(with: record) && record.begins(with: restored)
      && restored.main?.stored() == record.main?.stored()
      && restored.viewports.mapValues { $0.stored() } == record.viewports.mapValues { $0.stored() }
      && store.usage == CollectionUsage(collections: 1, items: record.itemCount)
  }

  private func error(_ body: () throws(StoreError) -> Void) -> StoreError? {
    do throws(StoreError) {
      try body()
      return nil
    } catch { return error }
  }

  @Test(arguments: JournalKind.all)
  func `a record is restored with its versions, changes and viewports, once`(kind: JournalKind) throws {
    let record = try Self.record(), store = try CollectionStore(journal: kind.open())
    #expect(try store.restore(Self.key, record).wait())
    #expect(try has(store, record))
    #expect(try store.solved(Self.key).wait().version == 301)
    #expect(try !store.restore(Self.key, record).wait())
    #expect(try store.apply(.insert("next"), to: Self.key) == 302)
    #expect(error { () throws(StoreError) in _ = try store.restore(Self.key, record).wait() } == .exists)
  }

  @Test(arguments: JournalKind.all)
  func `without its history a collection is its newest version, with the same layout`(kind: JournalKind)
    throws
  {
    let record = try Self.record(), store = try CollectionStore(journal: kind.open())
    _ = try store.restore(Self.key, record).wait()
    let alone = try store.record(of: Self.key, withHistory: false).wait()
    #expect(alone.entries.isEmpty && alone.version == 301 && alone.viewports.keys.sorted() == ["watch"])
    let other = try CollectionStore(journal: kind.open())
    _ = try other.restore(Self.key, alone).wait()
    let (here, there) = (try store.solved(Self.key).wait(), try other.solved(Self.key).wait())
    #expect(here.state.stored() == there.state.stored())
    #expect(here.layout.contentSize == there.layout.contentSize)
  }

  @Test(arguments: JournalKind.all)
  func `a restoration that was interrupted is completed, also of a collection in memory`(
    kind: JournalKind
  ) throws {
    let record = try Self.record(), journal = try kind.open()
    let begun = CollectionIncarnation(Self.key, 9)
    try journal.create(begun, JournalBase(record.base)).wait()
    for entry in record.entries.prefix(2) { try journal.append(entry.withBytes(), to: begun).wait() }
    let store = try CollectionStore(journal: journal)
    #expect(try store.solved(Self.key).wait().version == 3)
    #expect(try store.restore(Self.key, record).wait())
    #expect(try has(store, record))
    #expect(try store.solved(Self.key).wait().version == 301)
    #expect(try journal.tip(of: Self.key).wait()?.incarnation == 9)
  }

  @Test(arguments: JournalKind.all)
  func `another collection of the id stays as it is`(kind: JournalKind) throws {
    let record = try Self.record(), store = try CollectionStore(journal: kind.open())
    try store.create(Self.key, try SolvedCollection.list([["z"]])).wait()
    #expect(error { () throws(StoreError) in _ = try store.restore(Self.key, record).wait() } == .exists)
    #expect(try store.solved(Self.key).wait().state.sections.itemCount == 1)
    #expect(store.usage == CollectionUsage(collections: 1, items: 1))
  }

  @Test func `a restoration that fails leaves nothing`() throws {
    let record = try Self.record(), journal = ShortJournal(entries: 10)
    let store = try CollectionStore(journal: journal)
    #expect(error { () throws(StoreError) in _ = try store.restore(Self.key, record).wait() } == .full)
    #expect(store.usage == CollectionUsage())
    #expect(try journal.usage().wait().isEmpty)
    #expect(error { () throws(StoreError) in _ = try store.solved(Self.key).wait() } == .missing)
  }

  @Test func `the limits hold before anything is written`() throws {
    let record = try Self.record()
    var limits = CollectionLimits()
    limits.quotas.standard.items = record.itemCount - 1
    let store = try CollectionStore(journal: MemoryJournal(), limits: limits)
    #expect(
      error { () throws(StoreError) in _ = try store.restore(Self.key, record).wait() }
        == .limit(.itemsPerOwner(record.itemCount - 1)))
    #expect(try store.journal.usage().wait().isEmpty && store.usage == CollectionUsage())
    #expect(error { () throws(StoreError) in _ = try store.solved(Self.key).wait() } == .missing)
  }

  @Test func `the quota of bytes holds for a restoration, and for the rest of one that was interrupted`()
    throws
  {
    let record = try Self.record(), bytes = record.byteCounts
    var limits = CollectionLimits()
    limits.quotas.standard.bytes = bytes.base + bytes.entries - 1
    let limit = StoreError.limit(.bytesPerOwner(limits.quotas.standard.bytes))
    let store = try CollectionStore(journal: MemoryJournal(), limits: limits)
    #expect(error { () throws(StoreError) in _ = try store.restore(Self.key, record).wait() } == limit)
    #expect(try store.journal.usage().wait().isEmpty && store.usage == CollectionUsage())
    let journal = MemoryJournal(), begun = CollectionIncarnation(Self.key, 9)
    try journal.create(begun, JournalBase(record.base)).wait()
    let other = try CollectionStore(journal: journal, limits: limits)
    #expect(error { () throws(StoreError) in _ = try other.restore(Self.key, record).wait() } == limit)
    #expect(try other.solved(Self.key).wait().version == 1)
    #expect(other.usage == CollectionUsage(collections: 1, items: 2))
    other.replaceQuotas(StorageQuotas())
    #expect(try other.restore(Self.key, record).wait())
    #expect(try other.bytesOfOwners == CollectionStore(journal: journal).bytesOfOwners)
  }

  @Test func `the rest of a restoration that fails half-way leaves the items counted that were stored`()
    throws
  {
    let record = try Self.record(), journal = ShortJournal(entries: 100)
    let begun = CollectionIncarnation(Self.key, 9)
    try journal.inner.create(begun, JournalBase(record.base)).wait()
    for entry in record.entries.prefix(2) {
      try journal.inner.append(entry.withBytes(), to: begun).wait()
    }
    let store = try CollectionStore(journal: journal)
    #expect(error { () throws(StoreError) in _ = try store.restore(Self.key, record).wait() } == .full)
    #expect(try store.solved(Self.key).wait().state.sections.itemCount == 104)
    #expect(store.usage == CollectionUsage(collections: 1, items: 104))
    #expect(try store.bytesOfOwners == CollectionStore(journal: journal.inner).bytesOfOwners)
  }

  @Test func `a restoration that another process overtakes keeps the change that this one has made`() throws {
    let record = try Self.record()
    let store = try CollectionStore(journal: OvertakenJournal(by: record.entries[0].withBytes()))
    let error = error { () throws(StoreError) in _ = try store.restore(Self.key, record).wait() }
    #expect(error != nil)
    #expect(try store.solved(Self.key).wait().version == 2)
    #expect(store.usage == CollectionUsage(collections: 1, items: 3))
  }

  @Test func `a restoration that fails leaves no bytes counted`() throws {
    let record = try Self.record()
    let store = try CollectionStore(journal: ShortJournal(entries: 10))
    #expect(error { () throws(StoreError) in _ = try store.restore(Self.key, record).wait() } == .full)
    #expect(store.bytesOfOwners.isEmpty)
  }

  @Test func `a request meanwhile waits for the whole collection`() throws {
    let record = try Self.record(), journal = WatchedJournal()
    let store = try CollectionStore(journal: journal)
    let reader = Pending<SolvedCollection, StoreError>()
    journal.once(.created) {
      let found = store.solved(Self.key)
      #expect(found.outcome == nil)
      found.whenSettled { reader.settle($0) }
    }
    #expect(try store.restore(Self.key, record).wait())
    #expect(try reader.wait().version == 301)
  }
}

/// A journal in memory with space for a number of entries.
private final class ShortJournal: WrappingJournal {
  let inner = MemoryJournal()
  private let left: Mutex<Int>

  init(entries: Int) { left = Mutex(entries) }

  func write(
    _ write: JournalWrite, to collection: CollectionIncarnation
  ) -> Pending<Void, JournalError> {
    guard case .append = write else { return inner.write(write, to: collection) }
    let isFull = left.withLock { left in
      left -= 1
      return left < 0
    }
    return isFull ? Pending(.failure(.full)) : inner.write(write, to: collection)
  }
}

/// A journal in memory in which another process makes the first change of a collection.
private final class OvertakenJournal: WrappingJournal {
  let inner = MemoryJournal()
  private let change: Mutex<JournalEntry?>

  init(by change: JournalEntry) { self.change = Mutex(change) }

  func write(
    _ write: JournalWrite, to collection: CollectionIncarnation
  ) -> Pending<Void, JournalError> {
    guard case .append(let entry) = write else { return inner.write(write, to: collection) }
    let others = change.withLock { $0.take() }
    if let others {
      let made = inner.append(others, to: collection)
      return made.map { $0.flatMap { _ in .failure(.conflict(version: entry.version)) } }
    }
    return Pending(.failure(.conflict(version: 2)))
  }
}
