import Support
import TestSupport
import Testing

@testable import CollectionModel
@testable import Collections
@testable import SQLiteJournal

/// A store without room refuses, and loses nothing.
struct FullDiskTests {
  private let path = TemporaryFiles.path("store.db")
  private let key = CollectionKey("a")

  private func limit(_ journal: SQLiteJournal, morePages: Int) {
    _ = journal.number("PRAGMA max_page_count = \(journal.number("PRAGMA page_count") + morePages)")
  }

  @Test func `an entry that does not fit is refused, stored ones stay, and freed room is used`() throws {
    var journal = try SQLiteJournal(path)
    try journal.create(key, JournalBase()).wait()
    limit(journal, morePages: 10)
    var kept = 1
    var error: JournalError?
    while error == nil, kept < 100 {
      error = failure(journal.append(JournalEntry(kept + 1, letters(3000, seed: UInt64(kept))), to: key))
      if error == nil { kept += 1 }
    }
    #expect(error == .full)
    #expect(kept > 5 && kept < 100)
    #expect(try journal.load(key).wait()?.version == kept)
    #expect(failure(journal.create(CollectionKey("b"), JournalBase(1, letters(60_000, seed: 1)))) == .full)
    #expect(try journal.load(CollectionKey("b")).wait() == nil)

    limit(journal, morePages: 10_000)
    #expect(failure(journal.append(JournalEntry(kept + 1, letters(3000, seed: 0)), to: key)) == nil)
    journal.close()
    journal = try SQLiteJournal(path)
    #expect(try journal.load(key).wait()?.version == kept + 1)
  }

  @Test func `a write too large for the room left fails alone`() throws {
    let journal = try SQLiteJournal(path)
    try journal.create(key, JournalBase()).wait()
    limit(journal, morePages: 10)
    var outcomes: [Pending<Void, JournalError>] = []
    journal.grouping {
      outcomes = [
        journal.append(JournalEntry(2), to: key),
        journal.create(CollectionKey("b"), JournalBase(1, letters(100_000, seed: 1))),
        journal.append(JournalEntry(3), to: key),
        journal.append(JournalEntry(4, letters(100_000, seed: 2)), to: key),
        journal.append(JournalEntry(5), to: key),
      ]
    }
    #expect(outcomes.map { failure($0) } == [nil, .full, nil, .full, .conflict(version: 3)])
    #expect(try journal.load(key).wait()?.version == 3)
  }

  @Test func `deleting makes room in a store that is full`() throws {
    let journal = try SQLiteJournal(path)
    try journal.create(key, JournalBase(1, letters(50_000, seed: 1))).wait()
    limit(journal, morePages: 0)
    #expect(failure(journal.create(CollectionKey("b"), JournalBase(1, letters(30_000, seed: 2)))) == .full)
    #expect(failure(journal.delete(key, ifVersion: nil)) == nil)
    #expect(failure(journal.create(CollectionKey("b"), JournalBase(1, letters(30_000, seed: 2)))) == nil)
  }
}
