import TestSupport
import Testing

@testable import Collections
@testable import SQLiteJournal

/// The idempotency keys of a store.
struct KeyTests {
  private let path = TemporaryFiles.path("store.db")
  private let key = CollectionKey("a")

  @Test func `the newest keys are stored in their order, whatever was compacted`() throws {
    var journal = try SQLiteJournal(path)
    try journal.create(key, JournalBase(), idempotencyKey: "0").wait()
    var expected = ["0"]
    for version in 2...RecentKeys.limit + 100 {
      let state = JournalBase(version).state
      let entry = JournalEntry(.updates([]), making: state, idempotencyKey: "\(version)")
      _ = journal.append(entry, to: key)
      expected.append("\(version)")
      if version % 300 == 0 { _ = journal.compact(key, to: JournalBase(version)) }
    }
    for number in 0..<20 {
      try journal.remember(idempotencyKey: "same \(number)", of: key).wait()
      expected.append("same \(number)")
    }
    #expect(try journal.idempotencyKeys(of: key).wait() == expected.suffix(RecentKeys.limit))
    #expect(journal.number("SELECT count(*) FROM keys") == RecentKeys.limit)
    journal.close()
    journal = try SQLiteJournal(path)
    #expect(try journal.idempotencyKeys(of: key).wait() == expected.suffix(RecentKeys.limit))
    #expect(try journal.load(key).wait()?.version == RecentKeys.limit + 100)
  }

  @Test func `keys belong to their collection, and go with it`() throws {
    let journal = try SQLiteJournal(path)
    let long = letters(255, seed: 1)
    try journal.create(key, JournalBase(), idempotencyKey: long).wait()
    try journal.create(CollectionKey("b"), JournalBase(), idempotencyKey: "k").wait()
    #expect(try journal.idempotencyKeys(of: key).wait() == [long])
    try journal.delete(key, ifVersion: 1).wait()
    #expect(try journal.idempotencyKeys(of: key).wait() == [])
    #expect(failure(journal.remember(idempotencyKey: "late", of: key)) == .missing)
    try journal.create(key, JournalBase()).wait()
    #expect(try journal.idempotencyKeys(of: key).wait() == [])
    #expect(try journal.idempotencyKeys(of: CollectionKey("b")).wait() == ["k"])
  }

  @Test(arguments: [
    "UPDATE keys SET key = 'l' WHERE number = 2", "DELETE FROM keys WHERE number = 1",
    "DELETE FROM keys WHERE number = 3", "UPDATE keys SET number = 7 WHERE number = 3",
    "UPDATE collections SET keys = 2",
  ])
  func `a key that is lost or changed is noticed`(damage: String) throws {
    let journal = try SQLiteJournal(path)
    try journal.create(key, JournalBase()).wait()
    for key in ["i", "j", "k"] { try journal.remember(idempotencyKey: key, of: self.key).wait() }
    journal.execute(damage)
    let error = #expect(throws: JournalError.self) { try journal.idempotencyKeys(of: key).wait() }
    guard case .damaged = error else {
      Issue.record("it says \(String(describing: error))")
      return
    }
  }
}
