import Foundation
import Support
import TestSupport
import Testing

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

  @Test func `a damaged page is no reason to refuse what has nothing to do with it`() throws {
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
}
