import Foundation
import Glibc
import Support
import TestSupport
import Testing

@testable import CollectionModel
@testable import Collections
@testable import SQLiteJournal

/// The bytes that the files of a store have after an erasure.
struct ErasureTests {
  private let path = TemporaryFiles.path("store.db")

  /// How often a word is in the files of a store.
  private func count(_ word: String, in path: String) -> Int {
    ["", "-wal", "-shm", "-recorder", "-reserve"].reduce(0) { sum, suffix in
      var count = 0
      var rest = (contents(path + suffix) ?? Data())[...]
      while let found = rest.range(of: Data(word.utf8)) {
        count += 1
        rest = rest[found.upperBound...]
      }
      return sum + count
    }
  }

  /// The word that all content of a collection begins with.
  private func word(_ number: Int) -> String { "secret\(number)of" }

  /// A journal with the entries of twelve collections between one another, of lengths with which SQLite moves rows from
  /// page to page.
  private func filled() throws -> SQLiteJournal {
    let journal = try SQLiteJournal(path)
    var random = SeededGenerator(seed: 3)
    var versions = Array(repeating: 1, count: 12)
    for number in versions.indices {
      try journal.create(CollectionKey("c\(number)"), JournalBase(1, word(number))).wait()
    }
    var last = Pending<Void, JournalError>.done
    for _ in 0..<1200 {
      let number = random.integer(0...11)
      versions[number] += 1
      let length = [30, 200, 700, 900][random.integer(0...3)]
      let text = word(number) + letters(length, seed: UInt64(random.integer(1...1_000_000)))
      last = journal.append(JournalEntry(versions[number], text), to: CollectionKey("c\(number)"))
    }
    try last.wait()
    return journal
  }

  private func erase(_ id: String, in journal: SQLiteJournal) throws {
    let key = CollectionKey(id)
    let head = try #require(try journal.head(of: key).wait())
    try journal.delete(CollectionIncarnation(key, head.incarnation), ifVersion: nil, erases: true).wait()
  }

  @Test func `of an erased collection no byte stays in any file, and the others are whole`() throws {
    var journal = try filled()
    #expect(count(word(2), in: path) > 50)
    let newest = try (0..<12).map { try journal.head(of: CollectionKey("c\($0)")).wait()?.version }
    for number in stride(from: 0, to: 12, by: 2) {
      try erase("c\(number)", in: journal)
      // An erasure that follows at once waits a moment, so that it holds up no others.
      #expect(
        eventually {
          journal.maintain()
          return count(word(number), in: path) == 0
        }, "\(number): \(count(word(number), in: path))")
    }
    #expect(try SQLiteConnection(path, .read).text("PRAGMA integrity_check") == "ok")
    #expect(
      journal.number("PRAGMA freelist_count") == 0 && journal.number("SELECT count(*) FROM erasures") == 0)
    journal.close()
    journal = try SQLiteJournal(path)
    for number in 0..<12 {
      let loaded = try journal.load(CollectionKey("c\(number)")).wait()
      #expect(loaded?.version == (number % 2 == 0 ? nil : newest[number]))
    }
  }

  @Test func `of the content before an erasing entry no byte stays, and the state after it does`() throws {
    var journal = try filled()
    let key = CollectionKey("c5")
    let head = try #require(try journal.head(of: key).wait())
    let collection = CollectionIncarnation(key, head.incarnation)
    let next = head.version + 1
    let entry = JournalEntry(.updates([]), making: JournalBase(next, "kept").state)
    try journal.erase(before: entry, of: collection, leaving: JournalBase(next, "kept")).wait()
    #expect(count(word(5), in: path) == 0 && count("kept", in: path) > 0)
    try journal.append(JournalEntry(next + 1, "later"), to: key).wait()
    for _ in 1...2 {
      let record = try #require(try journal.load(key).wait())
      #expect(record.base.version == next && record.entries.map(\.version) == [next + 1])
      #expect(try journal.history(key, since: next - 1).wait() == nil)
      #expect(try journal.history(key, since: next).wait()?.version == next + 1)
      journal.close()
      journal = try SQLiteJournal(path)
    }
    #expect(try SQLiteConnection(path, .read).text("PRAGMA integrity_check") == "ok")
  }

  @Test func `of the requests of an owner that are deleted no byte stays`() throws {
    let journal = try SQLiteJournal(path)
    let (key, other) = (CollectionKey("a"), CollectionKey(owner: "bob", id: "a"))
    try journal.create(key, JournalBase(), request: RequestKey("asecretkey", of: "ann")).wait()
    try journal.create(other, JournalBase(), request: RequestKey("anotherkey", of: "bob")).wait()
    #expect(count("asecretkey", in: path) > 0)
    try journal.deleteRequests(of: "ann").wait()
    #expect(count("asecretkey", in: path) == 0 && count("anotherkey", in: path) > 0)
    #expect(try journal.load(key).wait()?.version == 1)
  }

  @Test func `a vacuum leaves the rows of collections that exist, and no byte of others`() throws {
    let journal = try filled()
    let before = try (0..<12).map { try journal.head(of: CollectionKey("c\($0)")).wait()?.version }
    try journal.delete(CollectionKey("c1"), ifVersion: nil).wait()
    // Rows that damage has separated from their collection.
    journal.execute("INSERT INTO entries VALUES (7, 2, CAST('a lost secret' AS BLOB))")
    #expect(count("a lost secret", in: path) > 0)
    try journal.vacuum().wait()
    #expect(count("a lost secret", in: path) == 0 && count(word(1), in: path) == 0)
    #expect(
      journal.number("PRAGMA freelist_count") == 0 && journal.number("SELECT count(*) FROM erasures") == 0)
    for number in 0..<12 {
      #expect(
        try journal.load(CollectionKey("c\(number)")).wait()?.version == (number == 1 ? nil : before[number]))
    }
    // It can be shrunk and opened as before.
    #expect(
      journal.number("PRAGMA auto_vacuum") == 2
        && journal.number("PRAGMA user_version") == SQLiteSchema.number)
    journal.close()
    #expect(try SQLiteJournal(path).load(CollectionKey("c0")).wait()?.version == before[0])
  }

  @Test func `a vacuum while another process reads the store says so, and loses nothing`() throws {
    let journal = try filled()
    let other = try SQLiteConnection(path, .read)
    try other.execute("BEGIN")
    _ = try other.number("SELECT count(*) FROM collections")
    guard case .unavailable(let reason)? = failure(journal.vacuum()) else {
      Issue.record("the vacuum is not refused")
      return
    }
    #expect(reason.contains("Another process reads the store"))
    #expect(try journal.load(CollectionKey("c0")).wait() != nil)
    try other.execute("ROLLBACK")
    #expect(failure(journal.vacuum()) == nil)
  }

  @Test(arguments: [0o600, 0o640] as [mode_t])
  func `a backup has the mode of the store and all that it has, while the store is in use`(mode: mode_t)
    throws
  {
    let journal = try filled()
    chmod(path, mode)
    let target = TemporaryFiles.path("backup.db")
    try SQLiteBackup.make(of: path, at: target)
    var status = stat()
    #expect(stat(target, &status) == 0 && status.st_mode & 0o777 == mode)
    let copied = try SQLiteJournal(target)
    for number in 0..<12 {
      let key = CollectionKey("c\(number)")
      #expect(try copied.load(key).wait()?.version == journal.head(of: key).wait()?.version)
    }
  }

  @Test func `a backup writes over no file, and leaves none of a store that is not there`() throws {
    let journal = try filled()
    let target = TemporaryFiles.path("backup.db")
    try Data("mine".utf8).write(to: URL(filePath: target))
    #expect(throws: SQLiteOpeningError.self) { try SQLiteBackup.make(of: path, at: target) }
    #expect(contents(target) == Data("mine".utf8))
    let missing = TemporaryFiles.path("missing.db")
    let second = TemporaryFiles.path("second.db")
    #expect(throws: SQLiteOpeningError.self) { try SQLiteBackup.make(of: missing, at: second) }
    let text = TemporaryFiles.path("text.db")
    try Data(String(repeating: "no database ", count: 100).utf8).write(to: URL(filePath: text))
    #expect(throws: SQLiteOpeningError.self) { try SQLiteBackup.make(of: text, at: second) }
    #expect(contents(second) == nil && contents(missing) == nil)
    #expect(try journal.load(CollectionKey("c0")).wait() != nil)
  }

  @Test func `of what is before a base that is forgotten no byte stays`() throws {
    let journal = try filled()
    let key = CollectionKey("c5")
    let version = try #require(try journal.head(of: key).wait()?.version)
    try journal.compact(key, to: JournalBase(version, "kept")).wait()
    #expect(count(word(5), in: path) > 0)
    try journal.forget(before: version, of: key.firstIncarnation).wait()
    #expect(count(word(5), in: path) == 0)
    #expect(try journal.load(key).wait()?.version == version)
  }

  @Test func `a plain deletion leaves bytes in the log, and an erasure of another collection removes them`()
    throws
  {
    let journal = try filled()
    try journal.delete(CollectionKey("c1"), ifVersion: nil).wait()
    #expect(count(word(1), in: path) > 0)
    try erase("c2", in: journal)
    #expect(count(word(1), in: path) == 0 && count(word(2), in: path) == 0)
  }

  @Test func `while a backup reads the log an erasure is made, and ends once the backup does`() throws {
    let journal = try filled()
    let backup = try SQLiteConnection(path, .read)
    try backup.execute("BEGIN")
    #expect(try backup.number("SELECT count(*) FROM collections") == 12)
    try erase("c4", in: journal)
    #expect(try journal.load(CollectionKey("c4")).wait() == nil)
    #expect(count(word(4), in: path) > 0 && journal.number("SELECT count(*) FROM erasures") == 1)
    try backup.execute("ROLLBACK")
    #expect(
      eventually {
        journal.maintain()
        return count(word(4), in: path) == 0
      })
    #expect(journal.number("SELECT count(*) FROM erasures") == 0)
  }

  @Test func `an erasure that a crash has interrupted ends after the next start`() throws {
    let journal = try filled()
    let backup = try SQLiteConnection(path, .read)
    try backup.execute("BEGIN")
    _ = try backup.number("SELECT count(*) FROM collections")
    try erase("c4", in: journal)
    let copied = TemporaryFiles.path("copied.db")
    for suffix in ["", "-wal"] { try copy(path + suffix, to: copied + suffix) }
    try backup.execute("ROLLBACK")
    #expect(count(word(4), in: copied) > 0)
    let next = try SQLiteJournal(copied)
    #expect(
      eventually {
        next.maintain()
        return count(word(4), in: copied) == 0
      })
    #expect(try next.load(CollectionKey("c3")).wait() != nil)
  }

  @Test func `an erasing entry on top of another version is a conflict and erases nothing`() throws {
    let journal = try filled()
    let key = CollectionKey("c5")
    let version = try #require(try journal.head(of: key).wait()?.version)
    let (entry, base) = (JournalEntry(version + 2), JournalBase(version + 2))
    let erased = journal.erase(before: entry, of: key.firstIncarnation, leaving: base)
    #expect(failure(erased) == .conflict(version: version))
    #expect(try journal.history(key, since: 1).wait()?.version == version)
  }

  /// A page of 64 bytes: an empty one is followed by what the arguments put there.
  private func page(_ parts: [Int: [UInt8]]) -> [UInt8] {
    var page = [UInt8](repeating: 0, count: 64)
    for (start, bytes) in parts { page.replaceSubrange(start..<start + bytes.count, with: bytes) }
    return page
  }

  @Test func `the unused space of a page lies between the pointers and the cells`() {
    // A leaf of an index with two cells, at 50 and 40: a header of 8 bytes, and pointers of 2 bytes each.
    let leaf = page([0: [10, 0, 0, 0, 2, 0, 40, 0, 0, 50, 0, 40]])
    #expect(BTreePage.gap(leaf[...], isFirst: false) == 12..<40)
    // The header of an interior page has 4 bytes more.
    let interior = page([0: [2, 0, 0, 0, 1, 0, 40, 0, 0, 0, 0, 9, 0, 40]])
    #expect(BTreePage.gap(interior[...], isFirst: false) == 14..<40)
    let overflow = page([0: [0, 0, 0, 7, 2, 0, 40, 0, 0, 50, 0, 40]])
    let cellBeforeContent = page([0: [10, 0, 0, 0, 2, 0, 40, 0, 0, 50, 0, 39]])
    let contentInPointers = page([0: [10, 0, 0, 0, 2, 0, 11, 0, 0, 50, 0, 40]])
    let contentBehindPage = page([0: [10, 0, 0, 0, 0, 0, 65, 0]])
    for other in [overflow, cellBeforeContent, contentInPointers, contentBehindPage] {
      #expect(BTreePage.gap(other[...], isFirst: false) == nil)
    }
    // Pages of 4096 bytes have a map of 819 pages in front of these.
    #expect(
      [1, 2, 3, 821, 822, 823, 1642].map { BTreePage.isMap($0, pageSize: 4096) }
        == [false, true, false, false, true, false, true])
  }
}
