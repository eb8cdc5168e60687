import Foundation
import LayoutEngine
import TestSupport
import Testing

@testable import CollectionModel
@testable import Collections
@testable import SQLiteJournal

/// The times in the rows of collections.
struct SQLiteTimeRowTests {
  private let path = TemporaryFiles.path("store.db")

  /// The steps by which SQLite finds the rows of a statement.
  private func plan(of sql: String, in journal: SQLiteJournal) throws -> [String] {
    try journal.rows.writer.withLock { writer in
      var steps: [String] = []
      let statement = try SQLiteStatement("EXPLAIN QUERY PLAN \(sql)", on: writer!.connection)
      try statement.forEach { steps.append($0.text(3)) }
      return steps
    }
  }

  @Test func `a list by time visits the collections of its range, and no others`() throws {
    let journal = try SQLiteJournal(path)
    #expect(
      try plan(of: ListStatements.ofCreated, in: journal).first
        == "SEARCH collections USING INDEX collections_created (owner=? AND created>? AND created<?)")
    #expect(
      try plan(of: ListStatements.ofUpdated, in: journal).first
        == "SEARCH collections USING INDEX collections_hour (owner=? AND hour>? AND hour<?)")
  }

  @Test(arguments: [1, 3])
  func `collections of an earlier version have no times, and get that of their next change`(schema: Int)
    throws
  {
    let script = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "Fixtures/schema-\(schema).sql")
    try Data().write(to: URL(filePath: path))
    try SQLiteConnection(path, .write).execute(try String(contentsOf: script, encoding: .utf8))
    let journal = try SQLiteJournal(path)
    let old = CollectionKey(owner: "", id: "old")
    func ids(_ filter: TimeFilter) throws -> [String] {
      try journal.ids(of: "", in: filter, after: nil, limit: 9).wait()
    }
    #expect(try ids(TimeFilter()) == ["old", "other"])
    #expect(try ids(TimeFilter(created: UTCTime.all)) == [] && ids(TimeFilter(updated: UTCTime.all)) == [])
    let record = try #require(try journal.load(old).wait())
    #expect(record.base.times == CollectionTimes() && record.entries.map(\.time) == [nil])
    var state = record.base
    state.version = 3
    state.times.updated = UTCTime(milliseconds: 7)
    try journal.append(JournalEntry(.updates([]), making: state), to: CollectionIncarnation(old, 1)).wait()
    #expect(
      try ids(TimeFilter(created: UTCTime.all)) == [] && ids(TimeFilter(updated: UTCTime.all)) == ["old"])
  }

  @Test func `most changes leave the index of times as it is`() throws {
    let journal = try SQLiteJournal(path)
    let key = CollectionKey("a")
    var state = JournalBase().state
    state.times = CollectionTimes(created: UTCTime(milliseconds: 0), updated: UTCTime(milliseconds: 0))
    try journal.create(key, JournalBase(state)).wait()
    func change(at milliseconds: Int64) throws {
      state.version += 1
      state.times.updated = UTCTime(milliseconds: milliseconds)
      try journal.append(JournalEntry(.updates([]), making: state), to: key).wait()
    }
    try change(at: 3_599_999)
    #expect(journal.number("SELECT hour FROM collections") == 0)
    #expect(journal.number("SELECT updated FROM collections") == 3_599_999)
    try change(at: 3_600_000)
    #expect(journal.number("SELECT hour FROM collections") == 1)
    #expect(journal.number("SELECT created FROM collections") == 0)
  }
}
