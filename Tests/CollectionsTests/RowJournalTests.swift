import CollectionTestSupport
import LayoutEngine
import Support
import TestSupport
import Testing

@testable import CollectionModel
@testable import Collections

/// A journal over rows that settle later and that another journal writes too.
struct RowJournalTests {
  private static let key = CollectionKey("c", of: "ann")

  private let rows = LateRows()
  private let ours, theirs: RowJournal<LateRows>
  private let first: SolvedCollection

  init() throws {
    ours = RowJournal(rows, reading: ListReading())
    theirs = RowJournal(rows, reading: ListReading())
    first = try .list([["a", "b"]])
    try ours.create(Self.key, JournalBase(first.state)).wait()
  }

  private func failure(_ pending: Pending<Void, JournalError>) -> JournalError? {
    do throws(JournalError) { try pending.wait() } catch { return error }
    return nil
  }

  @Test func `an entry on top of another process's version is appended`() throws {
    let second = try first.step(.insert("x"))
    try theirs.append(JournalEntry(second), to: Self.key).wait()
    let third = try second.after.step(.insert("y"))
    #expect(failure(ours.append(JournalEntry(third), to: Self.key)) == nil)
    #expect(try theirs.load(Self.key).wait()?.entries.map(\.version) == [2, 3])
    #expect(rows.staleGroups == 1)
  }

  @Test func `an entry that another process was faster than is a conflict`() throws {
    let second = try first.step(.insert("x"))
    try theirs.append(JournalEntry(second), to: Self.key).wait()
    let behind = JournalEntry(try first.step(.insert("z")))
    #expect(failure(ours.append(behind, to: Self.key)) == .conflict(version: 2))
    #expect(try ours.load(Self.key).wait()?.entries.map(\.version) == [2])
  }

  @Test func `a collection that another process deleted is missing`() throws {
    try theirs.delete(Self.key, ifVersion: nil).wait()
    let entry = JournalEntry(try first.step(.insert("x")))
    #expect(failure(ours.append(entry, to: Self.key)) == .missing)
    #expect(failure(ours.create(Self.key, JournalBase(first.state))) == nil)
  }

  @Test func `of entries that two processes append at once on top of one version, one is accepted`() throws {
    var newest = first
    for round in 2...20 {
      let steps = try ["x", "y"].map { try newest.step(.insert("\($0)\(round)")) }
      let outcomes = zip([ours, theirs], steps).map { $0.append(JournalEntry($1), to: Self.key) }.map(failure)
      let winner = try #require(outcomes.firstIndex(of: nil))
      #expect(outcomes[1 - winner] == .conflict(version: round))
      newest = steps[winner].after
    }
    #expect(try ours.load(Self.key).wait()?.entries.map(\.version) == Array(2...20))
  }

  @Test func `a journal that is closed writes what was added before, and nothing after`() throws {
    let second = try first.step(.insert("x"))
    let before = ours.append(JournalEntry(second), to: Self.key)
    ours.close()
    #expect(failure(before) == nil)
    let third = JournalEntry(try second.after.step(.insert("y")))
    #expect(failure(ours.append(third, to: Self.key)) == .closed)
    #expect(try theirs.head(of: Self.key).wait()?.version == 2)
  }
}
