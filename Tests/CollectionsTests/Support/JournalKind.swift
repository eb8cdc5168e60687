import CollectionTestSupport
import LayoutEngine
import PostgresJournal
import SQLiteJournal
import TestSupport
import Testing

@testable import CollectionModel
@testable import Collections

/// A kind of journal, opened empty for each test.
struct JournalKind: Sendable, CustomTestStringConvertible {
  var testDescription: String
  var open: @Sendable () throws -> any Journal

  /// Every kind there is: what holds for one holds for all.
  static let all =
    [
      JournalKind(testDescription: "memory") { MemoryJournal() },
      JournalKind(testDescription: "SQLite") {
        try SQLiteJournal(path: TemporaryFiles.path("store.db"), reading: ListReading())
      },
    ] + (PostgresServer.isInstalled ? [JournalKind(testDescription: "PostgreSQL", open: openPostgres)] : [])

  /// Opens a journal in a new schema of the server that tests share.
  private static func openPostgres() throws -> any Journal {
    let server = try PostgresServer.shared.get()
    var configuration = PostgresConfiguration(try ConnectionString(server.url()))
    configuration.schema = "t_" + String(UInt64.random(in: 0..<1 << 40), radix: 36)
    configuration.patience = .seconds(60)
    configuration.readers = 2
    return try PostgresJournal(configuration, reading: ListReading())
  }
}

extension JournalKind {
  /// The key of the collection in `open(with:)`.
  static let key = CollectionKey("c", of: "ann")

  /// Opens a journal that has a collection, and the entries of some changes on top of it.
  func open(
    with changes: [CollectionChange]
  ) throws -> (journal: any Journal, newest: SolvedCollection) {
    let journal = try open()
    var newest = try SolvedCollection.list([["a", "b"]])
    try journal.create(Self.key, JournalBase(newest.state)).wait()
    for change in changes {
      let step = try newest.step(change)
      try journal.append(JournalEntry(step), to: Self.key).wait()
      newest = step.after
    }
    return (journal, newest)
  }
}

/// Reads the layout of all collections here.
final class ListReading: LayoutReading {
  func layout(_ words: [UInt8]) -> LayoutKind { CollectionState.list([]).layout.kind }
}
