import Foundation
import TestSupport
import Testing

@testable import CollectionModel
@testable import Collections
@testable import SQLiteJournal

/// What opens, and what says why it does not.
struct SQLiteOpeningTests {
  @Test func `a store is made with its directory, for its owner only`() throws {
    let path = TemporaryFiles.path("new") + "/store.db"
    let journal = try SQLiteJournal(path)
    #expect(try journal.usage().wait() == [:])
    for (file, mode) in [
      ("", 0o600), ("-wal", 0o600), ("-lock", 0o600), ("-recorder", 0o600), ("-reserve", 0o600),
      ("/..", 0o700),
    ] {
      let named = file == "/.." ? URL(filePath: path).deletingLastPathComponent().path : path + file
      let attributes = try FileManager.default.attributesOfItem(atPath: named)
      #expect(attributes[.posixPermissions] as? Int == mode, "\(named)")
    }
  }

  @Test func `a store is where its path says, also if its name is not ASCII`() throws {
    let folder = TemporaryFiles.path("folder")
    let journal = try SQLiteJournal(folder + "/größe-日本.db")
    journal.close()
    #expect(FileManager.default.fileExists(atPath: folder + "/größe-日本.db"))
    #expect(try SQLiteStore.schema(at: folder + "/größe-日本.db") != nil)
  }

  @Test func `the error for a file that cannot be created has the path and the reason`() throws {
    for path in [
      "/proc/store.db", "/proc/none/store.db", "/proc/version/store.db", "/nowhere/at/all/store.db",
    ] {
      guard case .unavailable(path, let reason) = openingError(path) else {
        Issue.record("\(path) opens")
        continue
      }
      #expect(!reason.isEmpty)
      #expect(openingError(path)!.description.contains(path))
    }
  }

  @Test func `a directory is no store, nor is a path without a name`() throws {
    let path = TemporaryFiles.path("directory")
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    #expect(openingError(path) == .unavailable(path: path, reason: "it is no file"))
    #expect(openingError("") == .unavailable(path: "", reason: "it names no file"))
  }

  @Test func `one store is served once at a time, whatever it is called`() throws {
    let path = TemporaryFiles.path("store.db")
    let journal = try SQLiteJournal(path)
    let other = TemporaryFiles.path("link.db")
    try FileManager.default.createSymbolicLink(atPath: other, withDestinationPath: path)
    #expect(openingError(path) == .inUse(path: path))
    #expect(openingError(other) == .inUse(path: other))
    #expect(failure(journal.create(CollectionKey("a"), JournalBase())) == nil)
    journal.close()
    #expect(try SQLiteJournal(other).head(of: CollectionKey("a")).wait()?.version == 1)
  }

  @Test func `a journal without references closes its file`() throws {
    let path = TemporaryFiles.path("store.db")
    do {
      let journal = try SQLiteJournal(path)
      #expect(failure(journal.create(CollectionKey("a"), JournalBase())) == nil)
    }
    // The writer may have something to finish first.
    #expect(eventually { openingError(path) == nil })
  }

  /// The number of the schema that is found without opening a store: 0 without a store, nil for an error.
  private func schema(_ path: String) -> Int? {
    do { return try SQLiteStore.schema(at: path)?.found ?? 0 } catch { return nil }
  }

  @Test func `a store can be looked at while it is open, which leaves its files as they are`() throws {
    let folder = TemporaryFiles.path("a folder, 100%? #1")
    let path = folder + "/store.db"
    #expect(schema(path) == 0)
    #expect(!FileManager.default.fileExists(atPath: folder))
    let journal = try SQLiteJournal(path)
    try journal.create(CollectionKey("a"), JournalBase()).wait()
    let before = ["", "-wal", "-lock", "-recorder", "-reserve"].map { contents(path + $0) }
    #expect(schema(path) == SQLiteSchema.number)
    #expect(["", "-wal", "-lock", "-recorder", "-reserve"].map { contents(path + $0) } == before)
    try journal.append(JournalEntry(2), to: CollectionKey("a")).wait()
    journal.close()
    let closed = contents(path)
    #expect(schema(path) == SQLiteSchema.number)
    #expect(contents(path) == closed && contents(path + "-wal") == nil && contents(path + "-shm") == nil)
    #expect(openingError(path) == nil)
  }

  @Test func `looking at a file finds what opening it would end with`() throws {
    let path = TemporaryFiles.path("store.db")
    for text in ["", "x", String(repeating: "A letter to my grandmother. ", count: 100)] {
      try text.write(toFile: path, atomically: false, encoding: .utf8)
      #expect(throws: openingError(path)!) { _ = try SQLiteStore.schema(at: path) }
    }
    for path in ["", "/nowhere/at/all/store.db", "/proc/version/store.db", NSTemporaryDirectory()] {
      #expect(schema(path) == nil && openingError(path) != nil, "\(path)")
    }
    let link = TemporaryFiles.path("link.db")
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "/nowhere/at/all")
    #expect(schema(link) == nil)
    #expect(schema("store.db") == 0 && schema("folder/store.db") == 0 && schema("folder//store.db") == 0)
  }

  @Test func `an emptied file is no new store, and a missing one is`() throws {
    let path = TemporaryFiles.path("store.db")
    let journal = try SQLiteJournal(path)
    try journal.create(CollectionKey("a"), JournalBase()).wait()
    journal.close()
    try Data().write(to: URL(filePath: path))
    #expect(openingError(path) == .empty(path: path))
    #expect(openingError(path)?.description.contains("0 bytes") == true)
    #expect(contents(path) == Data())
    try FileManager.default.removeItem(atPath: path)
    #expect(openingError(path) == nil)
    #expect(openingError(path) == nil)
  }

  @Test func `a process that ended while it created a store leaves nothing in the way`() throws {
    let path = TemporaryFiles.path("store.db")
    try Data("half a page".utf8).write(to: URL(filePath: path + "-new"))
    try Data("a log of no file".utf8).write(to: URL(filePath: path + "-wal"))
    let journal = try SQLiteJournal(path)
    #expect(failure(journal.create(CollectionKey("a"), JournalBase())) == nil)
    #expect(contents(path + "-new") == nil)
  }

  @Test func `a file that is no database stays as it is`() throws {
    let path = TemporaryFiles.path("store.db")
    let words = Data("A letter to my grandmother. ".utf8)
    let text = (0..<100).reduce(Data()) { text, _ in text + words }
    for text in [text, Data("x".utf8)] {
      try text.write(to: URL(filePath: path))
      guard case .damaged(path, _) = openingError(path) else {
        Issue.record("it says \(String(describing: openingError(path)))")
        continue
      }
      #expect(contents(path) == text)
    }
  }

  @Test func `a store that lost its end stays as it is`() throws {
    let path = TemporaryFiles.path("store.db")
    let journal = try SQLiteJournal(path)
    #expect(failure(journal.create(CollectionKey("a"), JournalBase(1, letters(50_000, seed: 1)))) == nil)
    journal.close()
    let whole = try #require(contents(path))
    for count in [whole.count - 4096, 8192, 4096, 100] {
      let part = whole.prefix(count)
      try part.write(to: URL(filePath: path))
      guard case .damaged(path, _) = openingError(path) else {
        Issue.record("it opens with \(count) bytes")
        continue
      }
      #expect(contents(path) == part)
    }
    try whole.write(to: URL(filePath: path))
    #expect(openingError(path) == nil)
  }

  @Test func `a database of something else stays as it is`() throws {
    let path = TemporaryFiles.path("other.db")
    for sql in ["CREATE TABLE collections (a)", "PRAGMA application_id = 7", "PRAGMA user_version = 7"] {
      try Data().write(to: URL(filePath: path))
      try SQLiteConnection(path, .write).execute(sql)
      let before = try #require(contents(path))
      #expect(openingError(path) == .foreign(path: path))
      #expect(contents(path) == before && before.count > 0)
    }
  }

  @Test func `a store of a later schema stays as it is, its log too`() throws {
    let path = TemporaryFiles.path("store.db")
    let copied = TemporaryFiles.path("store.db")
    let journal = try SQLiteJournal(path)
    journal.execute("PRAGMA wal_checkpoint(TRUNCATE); PRAGMA user_version = 9")
    // In the copy the number is in the log alone.
    for file in ["", "-wal"] { try copy(path + file, to: copied + file) }
    let before = (contents(copied), contents(copied + "-wal"))
    let error = openingError(copied)
    #expect(error == .newer(path: copied, schema: 9, known: SQLiteSchema.number))
    #expect(error!.description.contains("schema 9"))
    #expect((contents(copied), contents(copied + "-wal")) == before)
    #expect(before.0?.isEmpty == false && before.1?.isEmpty == false)
  }
}
