import Support
import Synchronization
import TestSupport
import Testing

@testable import CollectionModel
@testable import Collections
@testable import SQLiteJournal

/// The requests with idempotency keys that a store has.
struct KeyTests {
  private let path = TemporaryFiles.path("store.db")
  private let key = CollectionKey("a")

  @Test func `a request outlives compactions, its collection and the process`() throws {
    var journal = try SQLiteJournal(path)
    let long = letters(255, seed: 1)
    try journal.create(key, JournalBase(), request: RequestKey("make", of: "ann", body: "m")).wait()
    let entry = JournalEntry(.updates([]), making: JournalBase(2).state, request: RequestKey(long, of: "ann"))
    try journal.append(entry, to: key).wait()
    try journal.compact(key, to: JournalBase(2)).wait()
    try journal.remember(RequestKey("same", of: "ann"), of: key).wait()
    try journal.delete(key, ifVersion: 2, request: RequestKey("delete", of: "ann")).wait()
    for _ in 1...2 {
      for (name, version) in [("make", 1), (long, 2), ("same", 2), ("delete", 2)] {
        let stored = try #require(try journal.stored(name, of: "ann"), "\(name)")
        #expect(stored.version == version && stored.collection == key.firstIncarnation)
      }
      #expect(
        try journal.stored("make", of: "ann")?.isRepeated(by: RequestKey("make", of: "ann", body: "m"))
          == true)
      #expect(
        try journal.stored("make", of: "ann")?.isRepeated(by: RequestKey("make", of: "ann", body: "n"))
          == false)
      #expect(try journal.stored("other", of: "ann") == nil)
      journal.close()
      journal = try SQLiteJournal(path)
    }
    #expect(failure(journal.remember(RequestKey("late", of: "ann"), of: key)) == .missing)
    #expect(try journal.stored("late", of: "ann") == nil)
  }

  @Test func `a repeated request harms no other write of its group`() throws {
    let journal = try SQLiteJournal(path)
    let other = CollectionKey("b")
    for key in [key, other] { try journal.create(key, JournalBase()).wait() }
    try journal.remember(RequestKey("k", of: "ann"), of: other).wait()
    var outcomes: [Pending<Void, JournalError>] = []
    journal.grouping {
      let entry = JournalEntry(
        .updates([]), making: JournalBase(2).state, request: RequestKey("k", of: "ann"))
      outcomes = [journal.append(entry, to: key), journal.append(JournalEntry(2), to: other)]
    }
    let stored = try #require(try journal.stored("k", of: "ann"))
    #expect(failure(outcomes[0]) == .repeated(stored) && failure(outcomes[1]) == nil)
    #expect(try journal.head(of: key).wait()?.version == 1)
    #expect(try journal.head(of: other).wait()?.version == 2)
  }

  @Test func `requests are stored for a day, and the newest of an owner at most`() throws {
    let time = Mutex(1_000_000)
    let store = try SQLiteStore(path, now: { time.withLock { $0 } })
    let journal = RowJournal(store, reading: ListReading())
    try journal.create(key, JournalBase()).wait()
    for number in 0..<3 { try journal.remember(RequestKey("k\(number)", of: "ann"), of: key).wait() }
    time.withLock { $0 += RequestRetention.seconds - 1 }
    #expect(try journal.stored("k0", of: "ann") != nil)
    #expect(failure(journal.remember(RequestKey("k0", of: "ann"), of: key)) != nil)
    time.withLock { $0 += 1 }
    #expect(try journal.stored("k0", of: "ann") == nil)
    // The row of an expired request is used again or deleted.
    try journal.remember(RequestKey("k0", of: "ann", body: "new"), of: key).wait()
    #expect(try journal.stored("k0", of: "ann")?.fingerprint == Array("new".utf8))
    #expect(journal.number("SELECT count(*) FROM requests") == 1)

    let limit = RequestRetention.requestsPerOwner
    journal.execute(
      """
      WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(limit + limit / 8 - 2))
      INSERT INTO requests (owner, scope, key, collection, id, version, time)
        SELECT 'ann', '', 'f' || i, 1, 'a', 1, \(time.withLock { $0 }) FROM n
      """)
    journal.close()
    let again = RowJournal(try SQLiteStore(path, now: { time.withLock { $0 } }), reading: ListReading())
    try again.remember(RequestKey("other", of: "bob"), of: key).wait()
    try again.remember(RequestKey("last", of: "ann"), of: key).wait()
    #expect(again.number("SELECT count(*) FROM requests WHERE owner = 'ann'") == limit + limit / 8)
    try again.remember(RequestKey("one more", of: "ann"), of: key).wait()
    #expect(again.number("SELECT count(*) FROM requests WHERE owner = 'ann'") == limit)
    #expect(again.number("SELECT count(*) FROM requests WHERE key IN ('one more', 'last', 'other')") == 3)
    #expect(again.number("SELECT count(*) FROM requests WHERE key = 'k0'") == 0)
  }

  @Test(arguments: ["key = 'k2'", "fingerprint = x'00'", "version = 9", "collection = 9", "time = time + 1"])
  func `a request that is changed is noticed`(damage: String) throws {
    let journal = try SQLiteJournal(path)
    try journal.create(key, JournalBase()).wait()
    try journal.remember(RequestKey("k", of: "ann"), of: key).wait()
    journal.execute("UPDATE requests SET \(damage)")
    let error = #expect(throws: JournalError.self) { try journal.stored("k", of: "ann") }
    guard case .damaged = error else {
      Issue.record("it says \(String(describing: error))")
      return
    }
  }
}
