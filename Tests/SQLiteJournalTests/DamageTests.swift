import Foundation
import Support
import TestSupport
import Testing

@testable import CollectionModel
@testable import Collections
@testable import SQLiteJournal

/// What is damaged is found out, and harms nothing else.
struct DamageTests {
  @Test(arguments: ["base", "entry"]) func `a damaged row is its collection's alone`(row: String) throws {
    let path = TemporaryFiles.path("store.db")
    var journal = try SQLiteJournal(path)
    for id in ["a", "b"] {
      try journal.create(CollectionKey(id), JournalBase(1, "base-of-\(id)")).wait()
      try journal.append(JournalEntry(2, "entry-of-\(id)"), to: CollectionKey(id)).wait()
    }
    journal.close()
    var bytes = try #require(contents(path))
    let place = try #require(bytes.firstRange(of: Data("\(row)-of-a".utf8)))
    bytes[place.lowerBound] ^= 1
    try bytes.write(to: URL(filePath: path))

    journal = try SQLiteJournal(path)
    let damaged = #expect(throws: JournalError.self) { try journal.load(CollectionKey("a")).wait() }
    guard case .damaged = damaged else {
      Issue.record("it says \(String(describing: damaged))")
      return
    }
    #expect(try journal.load(CollectionKey("b")).wait()?.version == 2)
    #expect(failure(journal.append(JournalEntry(3), to: CollectionKey("b"))) == nil)
    // It can be deleted, and its id taken again.
    #expect(failure(journal.delete(CollectionKey("a"), ifVersion: nil)) == nil)
    #expect(failure(journal.create(CollectionKey("a"), JournalBase())) == nil)
    #expect(try journal.load(CollectionKey("a")).wait()?.version == 1)
  }

  @Test func `an entry that is gone is missed`() throws {
    let journal = try SQLiteJournal(TemporaryFiles.path("store.db"))
    let key = CollectionKey("a")
    try journal.create(key, JournalBase()).wait()
    for version in 2...4 { try journal.append(JournalEntry(version), to: key).wait() }
    journal.execute("DELETE FROM entries WHERE version = 3")
    #expect(throws: JournalError.damaged("Version 4 cannot be read: the version before is not there.")) {
      try journal.load(key).wait()
    }
    journal.execute("DELETE FROM bases")
    #expect(throws: JournalError.damaged("The collection has no base.")) { try journal.load(key).wait() }
  }

  @Test func `a damaged page does not affect collections stored elsewhere`() throws {
    let path = TemporaryFiles.path("store.db")
    var journal = try SQLiteJournal(path)
    for id in ["a", "b"] { try journal.create(CollectionKey(id), JournalBase()).wait() }
    // A collection with pages of its own, one of which is overwritten.
    for version in 2...40 {
      _ = journal.append(JournalEntry(version, letters(900, seed: UInt64(version))), to: CollectionKey("a"))
    }
    for version in 2...900 {
      _ = journal.append(JournalEntry(version, letters(300, seed: UInt64(version))), to: CollectionKey("b"))
    }
    journal.close()
    var bytes = try #require(contents(path))
    let place = try #require(bytes.firstRange(of: Data(letters(900, seed: 20).utf8))).lowerBound
    bytes.replaceSubrange(place / 4096 * 4096..<place / 4096 * 4096 + 4096, with: Data(count: 4096))
    try bytes.write(to: URL(filePath: path))

    journal = try SQLiteJournal(path)
    // A service counts the bytes at its start.
    #expect(try journal.byteCounts().wait().keys.map(\.key) == [CollectionKey("b")])
    var outcomes: [Pending<Void, JournalError>] = []
    journal.grouping {
      outcomes = [
        journal.delete(CollectionKey("a"), ifVersion: nil),
        journal.append(JournalEntry(901), to: CollectionKey("b")),
      ]
    }
    guard case .damaged = failure(outcomes[0]) else {
      Issue.record("it says \(String(describing: failure(outcomes[0])))")
      return
    }
    #expect(failure(outcomes[1]) == nil)
    #expect(throws: JournalError.self) { try journal.load(CollectionKey("a")).wait() }
    #expect(try journal.load(CollectionKey("b")).wait()?.version == 901)
  }

  @Test(arguments: [
    "UPDATE collections SET version = 3 WHERE id = 'a'", "UPDATE collections SET base = 2 WHERE id = 'a'",
    "UPDATE collections SET items = 7 WHERE id = 'a'", "UPDATE collections SET owner = 'bob' WHERE id = 'a'",
    "UPDATE collections SET sum = sum + 1 WHERE id = 'a'",
    "DELETE FROM entries WHERE collection = 1 AND version = 4",
    "UPDATE entries SET version = 5 WHERE collection = 1 AND version = 4",
    "UPDATE entries SET collection = 9 WHERE collection = 1 AND version = 4",
    "INSERT INTO entries SELECT collection, 5, bytes FROM entries WHERE collection = 1 AND version = 4",
  ])
  func `no row can be lost, moved or changed without notice`(damage: String) throws {
    let journal = try SQLiteJournal(TemporaryFiles.path("store.db"))
    for id in ["a", "b"] {
      try journal.create(CollectionKey(id), JournalBase()).wait()
      for version in 2...4 { try journal.append(JournalEntry(version), to: CollectionKey(id)).wait() }
    }
    let number = journal.number("SELECT collection FROM collections WHERE id = 'a'")
    journal.execute(damage.replacing("collection = 1", with: "collection = \(number)"))
    let key = CollectionKey(owner: damage.contains("'bob'") ? "bob" : "ann", id: "a")
    let error = #expect(throws: JournalError.self) { try journal.load(key).wait() }
    guard case .damaged = error else {
      Issue.record("it says \(String(describing: error))")
      return
    }
    #expect(try journal.load(CollectionKey("b")).wait()?.version == 4)
    #expect(failure(journal.delete(key, ifVersion: nil)) == nil)
    #expect(try journal.load(key).wait() == nil)
    #expect(failure(journal.create(key, JournalBase())) == nil)
    #expect(try journal.load(key).wait()?.version == 1)
    #expect(try journal.load(CollectionKey("b")).wait()?.version == 4)
  }

  @Test(arguments: [
    "CREATE TABLE more (a)", "DROP TABLE positions", "ALTER TABLE entries RENAME COLUMN bytes TO bytez",
  ])
  func `a store with other tables is refused`(change: String) throws {
    let path = TemporaryFiles.path("store.db")
    let journal = try SQLiteJournal(path)
    journal.execute(change)
    journal.close()
    guard case .damaged = openingError(path) else {
      Issue.record("it says \(String(describing: openingError(path)))")
      return
    }
  }

  @Test func `an index that does not match its table is refused`() throws {
    let path = TemporaryFiles.path("store.db")
    let journal = try SQLiteJournal(path)
    for id in ["books", "films"] { try journal.create(CollectionKey(id), JournalBase()).wait() }
    journal.close()
    let whole = try #require(contents(path))
    // The id is in the table and in the index.
    var places: [Int] = []
    var rest = whole[...]
    while let place = rest.firstRange(of: Data("annbooks".utf8)) {
      places.append(place.lowerBound)
      rest = rest[place.upperBound...]
    }
    #expect(places.count == 2)
    for place in places {
      var bytes = whole
      bytes[place + 3] ^= 1
      try bytes.write(to: URL(filePath: path))
      guard case .damaged = openingError(path) else {
        Issue.record("it says \(String(describing: openingError(path)))")
        continue
      }
    }
  }
}
