import Support
import TestSupport
import Testing

@testable import CollectionModel
@testable import Collections
@testable import PostgresJournal

/// The writes of one transaction.
@Suite(.enabled(if: PostgresServer.isInstalled, "PostgreSQL cannot be started here"))
struct PostgresGroupTests {
  private let store: Store
  private let journal: PostgresJournal
  private let ids = (0..<40).map { CollectionIncarnation("c\($0)") }

  init() throws {
    store = try Store()
    journal = try store.open()
    let created = ids.map { journal.create($0, JournalBase()) }
    for pending in created { try pending.wait() }
  }

  @Test func `a write that does not fit harms no other of its group`() throws {
    let writes = ids.enumerated().map { index, id in
      journal.append(JournalEntry(index % 3 == 0 ? 5 : 2), to: id)
    }
    for (index, write) in writes.enumerated() {
      #expect(failure(write) == (index % 3 == 0 ? .conflict(version: 1) : nil))
    }
    for (index, id) in ids.enumerated() {
      #expect(try journal.tip(of: id.key).wait()?.version == (index % 3 == 0 ? 1 : 2))
    }
  }

  @Test func `many changes of one collection are one chain`() throws {
    let id = ids[0]
    let writes = (2...300).map { journal.append(JournalEntry($0, "w\($0)", items: $0), to: id) }
    for write in writes { #expect(failure(write) == nil) }
    let record = try #require(try journal.load(id.key).wait())
    #expect(record.version == 300 && record.itemCount == 300)
    #expect(record.entries.map(\.version) == Array(2...300))
    #expect(try journal.usage().wait()["ann"] == CollectionUsage(collections: 40, items: 339))
  }

  @Test func `after a change that does not fit the next one may`() throws {
    let id = ids[0]
    let writes = [2, 2, 3, 7, 4].map { failure(journal.append(JournalEntry($0), to: id)) }
    #expect(writes == [nil, .conflict(version: 2), nil, .conflict(version: 3), nil])
  }

  @Test func `a change behind one that did not fit is not made, though its version fits`() throws {
    let id = ids[0]
    for round in 0..<20 {
      let version = try #require(try journal.head(of: id.key).wait()).version
      let pending = [version + 5, version + 1, version + 2].map { journal.append(JournalEntry($0), to: id) }
      #expect(failure(pending[0]) == .conflict(version: version), "round \(round)")
      // Those that are added once the first has settled are no more behind it.
      let made = pending.dropFirst().filter { failure($0) == nil }.count
      #expect(try journal.head(of: id.key).wait()?.version == version + made)
    }
  }

  @Test func `a write that names no version does not keep an entry from settling that does not fit`() throws {
    let id = ids[0]
    for round in 0..<20 {
      let version = try #require(try journal.head(of: id.key).wait()).version
      let remembered = journal.remember(RequestKey("r\(round)", of: "ann"), of: id)
      let entry = journal.append(JournalEntry(version + 7), to: id)
      #expect(failure(entry) == .conflict(version: version))
      #expect(failure(remembered) == nil)
    }
  }

  @Test func `a repeated request behind an entry that fits keeps it from nothing`() throws {
    let id = ids[0]
    let key = RequestKey("k", of: "ann")
    try journal.remember(key, of: id).wait()
    for version in 2...20 {
      let entry = journal.append(JournalEntry(version), to: id)
      let repeated = journal.remember(key, of: id)
      let stored = StoredRequest(fingerprint: key.fingerprint, collection: id, version: 1)
      #expect(failure(repeated) == .repeated(stored))
      #expect(failure(entry) == nil)
    }
  }

  @Test func `a row that the server cannot store harms no other write of its group`() throws {
    let bad = CollectionIncarnation("nul\0")
    let writes = [CollectionIncarnation("x"), bad, CollectionIncarnation("y")]
      .map { journal.create($0, JournalBase()) }
    #expect(failure(writes[0]) == nil && failure(writes[2]) == nil)
    guard case .unavailable = failure(writes[1]) else {
      Issue.record("the id with a NUL was stored")
      return
    }
  }

  @Test func `two services that change the same collections in opposite orders both go on`() throws {
    let other = try store.open()
    let wins = Tally()
    let journals = [journal, other]
    let ids = ids
    runConcurrently(jobs: 2, threads: 2) { side in
      for version in 2...30 {
        let order = side == 0 ? ids : ids.reversed()
        let writes = order.map { journals[side].append(JournalEntry(version), to: $0) }
        for write in writes {
          switch failure(write) {
          case nil: wins.add("won")
          case .conflict?: wins.add("lost")
          case let error?: wins.add("\(error)")
          }
        }
      }
    }
    let versions = try ids.map { try #require(try journal.head(of: $0.key).wait()).version }
    // Each of the winners made one version.
    #expect(wins.counts["won"] == versions.reduce(0) { $0 + $1 - 1 })
    #expect(Set(wins.counts.keys).isSubset(of: ["won", "lost"]))
    other.close()
  }

  @Test func `the limit of an owner holds for all services together, and stops no other owner`() throws {
    let store = try Store()
    let journals = try (0..<2).map { _ in try store.open(collectionsPerOwner: 10) }
    let outcomes = Gathering<JournalError?>()
    runConcurrently(jobs: 2, threads: 2) { side in
      let writes = (0..<12).map {
        journals[side].create(CollectionIncarnation("\(side) \($0)"), JournalBase())
      }
      let others = (0..<5).map {
        journals[side].create(CollectionIncarnation("\(side) \($0)", of: "bob"), JournalBase())
      }
      for write in writes { outcomes.add(failure(write)) }
      for write in others { if failure(write) != nil { outcomes.add(.missing) } }
    }
    let failures = outcomes.values.compactMap { $0 }
    #expect(outcomes.values.count == 24 && failures.count == 14)
    #expect(failures.allSatisfy { $0 == .limit(.collectionsPerOwner(10)) })
    let id = try #require(try journals[0].ids(of: "ann", after: nil, limit: 1).wait().first)
    try journals[1].delete(CollectionIncarnation(id), ifVersion: nil).wait()
    #expect(failure(journals[0].create(CollectionIncarnation("new"), JournalBase())) == nil)
    #expect(try journals[0].usage().wait()["ann"]?.collections == 10)
  }

  @Test func `the items of an owner are limited for all services together, also in changes at once`()
    throws
  {
    let store = try Store()
    let journals = try (0..<2).map { _ in try store.open(itemsPerOwner: 100) }
    let ids = (0..<8).map { CollectionIncarnation("c\($0)") }
    for id in ids { try journals[0].create(id, JournalBase()).wait() }
    let outcomes = Gathering<JournalError?>()
    // Each service adds up to 80 items, twenty to each of four collections.
    runConcurrently(jobs: 2, threads: 2) { side in
      let own = ids[(side * 4)..<(side * 4 + 4)]
      let writes = own.flatMap { id in
        (2...21).map { journals[side].append(JournalEntry($0, items: $0), to: id) }
      }
      for write in writes { outcomes.add(failure(write)) }
    }
    let failures = outcomes.values.compactMap { $0 }
    #expect(outcomes.values.count == 160 && failures.count == 160 - 92)
    #expect(failures.contains(.limit(.itemsPerOwner(100))))
    #expect(try journals[0].usage().wait()["ann"] == CollectionUsage(collections: 8, items: 100))
    let full = CollectionIncarnation("full")
    #expect(failure(journals[1].create(full, JournalBase())) == .limit(.itemsPerOwner(100)))
    #expect(
      failure(journals[1].create(CollectionIncarnation("d", of: "bob"), JournalBase(items: 100))) == nil)
    for journal in journals { journal.close() }
  }

  @Test func `beyond a quota of items that was lowered, items are taken and none are added`() throws {
    let journal = try Store().open()
    let id = CollectionIncarnation("c")
    try journal.create(id, JournalBase(items: 50)).wait()
    var quotas = StorageQuotas()
    quotas.standard.items = 10
    journal.enforce(quotas)
    #expect(failure(journal.append(JournalEntry(2, items: 50), to: id)) == nil)
    #expect(failure(journal.append(JournalEntry(3, items: 51), to: id)) == .limit(.itemsPerOwner(10)))
    #expect(failure(journal.append(JournalEntry(3, items: 20), to: id)) == nil)
    #expect(failure(journal.append(JournalEntry(4, items: 21), to: id)) == .limit(.itemsPerOwner(10)))
    #expect(failure(journal.append(JournalEntry(4, items: 9), to: id)) == nil)
    #expect(failure(journal.append(JournalEntry(5, items: 10), to: id)) == nil)
    #expect(try journal.usage().wait()["ann"]?.items == 10)
    journal.close()
  }

  @Test func `an owner with a quota of its own has that, and other quotas are in force at once`() throws {
    let journal = try Store().open(collectionsPerOwner: 1)
    var quotas = StorageQuotas()
    quotas.standard.collections = 1
    quotas.owners["bob", default: StorageQuotas.Quota()].collections = 2
    journal.enforce(quotas)
    for owner in ["ann", "bob"] {
      try journal.create(CollectionIncarnation("a", of: owner), JournalBase()).wait()
    }
    let writes = ["ann", "bob"].map { journal.create(CollectionIncarnation("b", of: $0), JournalBase()) }
    #expect(writes.map { failure($0) } == [.limit(.collectionsPerOwner(1)), nil])
    #expect(
      failure(journal.create(CollectionIncarnation("c", of: "bob"), JournalBase()))
        == .limit(.collectionsPerOwner(2)))
    quotas.standard.collections = 2
    journal.enforce(quotas)
    #expect(failure(journal.create(CollectionIncarnation("b"), JournalBase())) == nil)
    journal.close()
  }

  @Test func `a repeated request changes nothing, whatever it asks for and whichever service gets it`() throws
  {
    let other = try store.open()
    let key = RequestKey("k", of: "ann", body: "first")
    let id = ids[0]
    try journal.append(JournalEntry(2, request: key), to: id).wait()
    let stored = StoredRequest(fingerprint: key.fingerprint, collection: id, version: 2)
    #expect(failure(other.append(JournalEntry(3, request: key), to: id)) == .repeated(stored))
    let new = CollectionIncarnation("new")
    #expect(failure(other.create(new, JournalBase(), request: key)) == .repeated(stored))
    #expect(failure(other.delete(id, ifVersion: nil, request: key)) == .repeated(stored))
    #expect(failure(other.remember(key, of: id)) == .repeated(stored))
    #expect(try other.tip(of: new.key).wait() == nil && other.tip(of: id.key).wait()?.version == 2)
    try other.delete(id, ifVersion: 2, request: RequestKey("d", of: "ann")).wait()
    #expect(try journal.stored("k", of: "ann") == stored)
    #expect(try journal.stored("d", of: "ann")?.version == 2)
    #expect(try journal.stored("k", of: "bob") == nil)
    try store.run("UPDATE requests SET at = now() - interval '25 hours'")
    #expect(try journal.stored("k", of: "ann") == nil)
    #expect(failure(other.create(id, JournalBase(), request: key)) == nil)
    #expect(try journal.stored("k", of: "ann")?.version == 1)
  }

  @Test func `ids that differ only in case, accents or trailing spaces are different`() throws {
    let names = ["straße", "STRASSE", "a", "A", "a ", "á", "a\u{301}", "", "é", "z"]
    for name in names { try journal.create(CollectionIncarnation(name, of: "eve"), JournalBase()).wait() }
    let sorted = names.sorted { Array($0.utf8).lexicographicallyPrecedes(Array($1.utf8)) }
    // The empty id comes after no id: it is the start of all.
    #expect(try journal.ids(of: "eve", after: nil, limit: 100).wait() == sorted.filter { !$0.isEmpty })
    for name in names { #expect(try journal.tip(of: CollectionKey(name, of: "eve")).wait()?.version == 1) }
  }
}
