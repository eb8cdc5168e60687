import LayoutEngine
import TestSupport
import Testing

@testable import CollectionModel
@testable import Collections
@testable import SQLiteJournal

/// Stored collections are there the next time.
struct ReopeningTests {
  private let path = TemporaryFiles.path("store.db")
  private let key = CollectionKey("a")

  @Test func `a reopened store has the settled entries`() throws {
    var journal = try SQLiteJournal(path)
    try journal.create(key, JournalBase(1, "first")).wait()
    for version in 2...6 { try journal.append(JournalEntry(version, "i\(version)"), to: key).wait() }
    try journal.compact(key, to: JournalBase(4)).wait()
    var main = JournalBase().state.main
    main.bounds = Rect(x: 0, y: 30, width: 100, height: 60)
    try journal.saveViewports(of: key, ViewportRows(main: (main, 6))).wait()
    journal.close()

    journal = try SQLiteJournal(path)
    let record = try #require(try journal.load(key).wait())
    #expect(record.base.version == 4 && record.entries.map(\.version) == [5, 6])
    #expect(record.main?.bounds == main.bounds)
    #expect(try journal.history(key, since: 3).wait()?.entries.map(\.version) == [2, 3, 4, 5, 6])
    #expect(try journal.history(key, since: 3).wait()?.base.version == 1)
    #expect(try journal.usage().wait() == ["ann": CollectionUsage(collections: 1, items: 1)])
    #expect(failure(journal.append(JournalEntry(6), to: key)) == .conflict(version: 6))
    #expect(failure(journal.append(JournalEntry(7), to: key)) == nil)
    #expect(try journal.load(key).wait()?.main == nil)
  }

  @Test func `bytes are counted as they are stored`() throws {
    let journal = try SQLiteJournal(path)
    let (base, entry) = (JournalBase(), JournalEntry(2, "a word"))
    try journal.create(key, base).wait()
    try journal.append(entry, to: key).wait()
    let counts = try #require(try journal.load(key).wait()).byteCounts
    #expect(counts == (base.byteCount, entry.byteCount) && base.byteCount > 0 && entry.byteCount > 0)
  }

  @Test func `an entry keeps where the screen was before and the request`() throws {
    let journal = try SQLiteJournal(path)
    try journal.create(key, JournalBase()).wait()
    let state = JournalBase(2).state
    var before = state.main
    before.bounds = Rect(x: 0, y: 7, width: 100, height: 60)
    let entry = JournalEntry(.updates([]), making: state, from: before, request: RequestKey("again"))
    try journal.append(entry, to: key).wait()
    let loaded = try #require(try journal.load(key).wait()?.entries.first)
    #expect(loaded.before?.bounds == before.bounds)
    #expect(try journal.stored("again")?.version == 2)
  }

  @Test func `a store that is closed says so`() throws {
    let journal = try SQLiteJournal(path)
    let created = journal.create(key, JournalBase())
    journal.close()
    #expect(failure(created) == nil)
    #expect(failure(journal.append(JournalEntry(2), to: key)) == .closed)
    #expect(throws: JournalError.closed) { try journal.load(key).wait() }
    #expect(throws: JournalError.closed) { try journal.usage().wait() }
    journal.close()
    #expect(try SQLiteJournal(path).head(of: key).wait()?.version == 1)
  }

  @Test func `a closed store is one file and has no log`() throws {
    let journal = try SQLiteJournal(path)
    try journal.create(key, JournalBase()).wait()
    #expect(contents(path + "-wal")?.isEmpty == false)
    journal.close()
    #expect(contents(path + "-wal") == nil)
  }
}
