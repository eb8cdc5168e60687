import TestSupport
import Testing

@testable import Collections
@testable import SQLiteJournal

/// The rows of a store whose owner changes.
struct OwnerRowTests {
  private let path = TemporaryFiles.path("store.db")

  @Test func `a collection with a damaged row stays, and can still be deleted`() throws {
    let journal = try SQLiteJournal(path)
    for id in ["a", "b"] { try journal.create(CollectionKey(id), JournalBase()).wait() }
    journal.execute("UPDATE collections SET items = 7 WHERE id = 'a'")
    #expect(try journal.reassign("ann", to: "bob").wait() == Reassignment(moved: 1, left: 1))
    #expect(throws: JournalError.self) { try journal.load(CollectionKey("a")).wait() }
    #expect(failure(journal.delete(CollectionKey("a"), ifVersion: nil)) == nil)
    #expect(try journal.load(CollectionKey(owner: "bob", id: "b")).wait()?.version == 1)
  }

  @Test func `the change is whole after a restart, and the tables are as the store expects them`() throws {
    var journal = try SQLiteJournal(path)
    try journal.create(CollectionKey("a"), JournalBase(), request: RequestKey("make", of: "ann")).wait()
    try journal.append(JournalEntry(2), to: CollectionKey("a")).wait()
    _ = try journal.reassign("ann", to: "bob").wait()
    journal.close()
    journal = try SQLiteJournal(path)
    #expect(try journal.usage().wait().keys.sorted() == ["bob"])
    #expect(try journal.load(CollectionKey(owner: "bob", id: "a")).wait()?.version == 2)
    #expect(try journal.stored("make", of: "bob")?.version == 1)
    // Looking for a request that is not there verifies the rows of all.
    #expect(try journal.stored("other", of: "bob") == nil)
  }
}
