import Foundation
import Support
import TestSupport
import Testing

@testable import CollectionModel
@testable import Collections
@testable import SQLiteJournal

/// A store is as large as what it keeps.
struct RoomTests {
  private let path = TemporaryFiles.path("store.db")
  private let key = CollectionKey("a")

  private func size(_ journal: SQLiteJournal) -> Int { journal.number("PRAGMA page_count") }

  @Test func `a store that is compacted does not grow with its changes`() throws {
    let journal = try SQLiteJournal(path)
    try journal.create(key, JournalBase()).wait()
    var sizes: [Int] = []
    for round in 1...30 {
      for version in 2...1001 { _ = journal.append(JournalEntry((round - 1) * 1000 + version), to: key) }
      try journal.compact(key, to: JournalBase(round * 1000 + 1)).wait()
      sizes.append(size(journal))
    }
    #expect(sizes.last! <= sizes[2] + 2, "\(sizes)")
    #expect(journal.number("SELECT count(*) FROM entries") == 1000)
    #expect(journal.number("SELECT count(*) FROM bases") == 2)
    #expect((contents(path + "-wal")?.count ?? 0) < 16 << 20)
  }

  @Test func `room that is not used any more goes back to the disk`() throws {
    let journal = try SQLiteJournal(path)
    let large = JournalBase(1, letters(2 << 20, seed: 1))
    let ids = (0..<10).map { CollectionKey("large\($0)") }
    for id in ids { try journal.create(id, large).wait() }
    try journal.create(key, JournalBase()).wait()
    let full = size(journal)
    for id in ids { try journal.delete(id, ifVersion: nil).wait() }
    for version in 2...8000 { _ = journal.append(JournalEntry(version), to: key) }
    try journal.append(JournalEntry(8001), to: key).wait()
    #expect(size(journal) < full * 3 / 4, "\(full) \(size(journal))")
  }

  /// Whether the disk of the tests has space for a reserve of full size.
  private static let hasRoom: Bool = {
    let space = DiskSpace(of: FileManager.default.temporaryDirectory.path)
    return space.map { $0.total >= 64 << 20 && $0.free >= 64 << 20 } ?? false
  }()

  @Test(.enabled(if: hasRoom))
  func `a store holds space back for deletions, a small one little`() throws {
    let journal = try SQLiteJournal(path)
    try journal.create(key, JournalBase()).wait()
    #expect(DiskSpace.bytes(ofFile: path + "-reserve") >= 128 << 10)
    for number in 0..<6 {
      try journal.create(CollectionKey("large\(number)"), JournalBase(1, letters(1 << 20, seed: 1))).wait()
    }
    try journal.append(JournalEntry(2), to: key).wait()
    // The reserve grows behind the group, before the next one.
    try journal.append(JournalEntry(3), to: key).wait()
    #expect(DiskSpace.bytes(ofFile: path + "-reserve") >= 8 << 20)
  }
}
