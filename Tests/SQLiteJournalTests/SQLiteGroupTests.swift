import Support
import Synchronization
import TestSupport
import Testing

@testable import CollectionModel
@testable import Collections
@testable import SQLiteJournal

/// Concurrent writes are written together, and each has its own outcome.
struct SQLiteGroupTests {
  private let path = TemporaryFiles.path("store.db")

  @Test func `all that many threads append to many collections is settled in order, and kept`() throws {
    let journal = try SQLiteJournal(path)
    let keys = (0..<20).map { CollectionKey("c\($0)") }
    let settled = Mutex<[CollectionKey: [Int]]>([:])
    runConcurrently(jobs: keys.count, threads: 8) { job in
      let key = keys[job]
      _ = journal.create(key, JournalBase())
      var last: Pending<Void, JournalError>?
      for version in 2...100 {
        last = journal.append(JournalEntry(version), to: key)
        last!.whenSettled { outcome in
          if case .success = outcome { settled.withLock { $0[key, default: []].append(version) } }
        }
      }
      #expect(failure(last!) == nil)
    }
    for key in keys { #expect(settled.withLock { $0[key] } == Array(2...100)) }
    journal.close()
    let again = try SQLiteJournal(path)
    for key in keys { #expect(try again.load(key).wait()?.entries.map(\.version) == Array(2...100)) }
  }

  @Test func `a refused write does not affect the others of its group`() throws {
    let journal = try SQLiteJournal(path)
    let (a, b, none) = (CollectionKey("a"), CollectionKey("b"), CollectionKey("none"))
    for key in [a, b] { try journal.create(key, JournalBase()).wait() }
    var outcomes: [Pending<Void, JournalError>] = []
    journal.grouping {
      outcomes = [
        journal.append(JournalEntry(2), to: a), journal.append(JournalEntry(2), to: a),
        journal.append(JournalEntry(3), to: a), journal.create(b, JournalBase()),
        journal.append(JournalEntry(2), to: none), journal.append(JournalEntry(2), to: b),
        journal.delete(b, ifVersion: 1),
        journal.saveViewports(of: a, ViewportRows(main: (JournalBase().state.main, 2))),
        journal.compact(none, to: JournalBase(2)), journal.append(JournalEntry(4), to: a),
      ]
    }
    #expect(
      outcomes.map { failure($0) } == [
        nil, .conflict(version: 2), nil, .exists, .missing, nil, .conflict(version: 2), .conflict(version: 3),
        .missing, nil,
      ])
    #expect(try journal.load(a).wait()?.version == 4)
    #expect(try journal.load(b).wait()?.version == 2)
  }

  @Test func `a collection made, changed and deleted in one group leaves nothing`() throws {
    let journal = try SQLiteJournal(path)
    let key = CollectionKey("a")
    var outcomes: [Pending<Void, JournalError>] = []
    journal.grouping {
      outcomes = [
        journal.create(key, JournalBase()), journal.append(JournalEntry(2), to: key),
        journal.compact(key, to: JournalBase(2)), journal.delete(key, ifVersion: 2),
      ]
    }
    #expect(outcomes.allSatisfy { failure($0) == nil })
    #expect(try journal.load(key).wait() == nil)
    for table in ["collections", "bases", "base_times", "entries", "positions", "viewports"] {
      #expect(journal.number("SELECT count(*) FROM \(table)") == 0)
    }
  }

  @Test func `a group that cannot be written fails whole, and the next one is written`() throws {
    let journal = try SQLiteJournal(path)
    let key = CollectionKey("a")
    try journal.create(key, JournalBase()).wait()
    let other = try SQLiteConnection(path, .write)
    try other.execute("BEGIN IMMEDIATE")
    var outcomes: [Pending<Void, JournalError>] = []
    journal.grouping {
      outcomes = (2...4).map { journal.append(JournalEntry($0), to: key) }
    }
    for outcome in outcomes { #expect(failure(outcome) == .unavailable("database is locked (SQLite 5)")) }
    #expect(try journal.load(key).wait()?.version == 1)
    try other.execute("ROLLBACK")
    #expect(failure(journal.append(JournalEntry(2), to: key)) == nil)
    #expect(try journal.load(key).wait()?.version == 2)
  }

  @Test func `a reader does not wait for a writer, and sees the settled entries`() throws {
    let journal = try SQLiteJournal(path)
    let key = CollectionKey("a")
    try journal.create(key, JournalBase()).wait()
    journal.execute("BEGIN IMMEDIATE; DELETE FROM collections")
    #expect(try journal.load(key).wait()?.version == 1)
    #expect(try journal.ids(of: "ann", after: nil, limit: 9).wait() == ["a"])
    journal.execute("ROLLBACK")
    let seen = Gathering<Bool>()
    for version in 2...60 {
      let pending = journal.append(JournalEntry(version), to: key)
      pending.whenSettled { _ in seen.add((try? journal.head(of: key).wait()?.version) ?? 0 >= version) }
      if version % 10 == 0 { try pending.wait() }
    }
    #expect(seen.values.count == 59 && seen.values.allSatisfy { $0 })
  }
}
