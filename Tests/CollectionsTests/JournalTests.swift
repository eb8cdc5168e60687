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

/// Reads the layout of all collections here.
final class ListReading: LayoutReading {
  func layout(_ words: [UInt8]) -> LayoutKind { CollectionState.list([]).layout.kind }
}

/// The contract of every journal.

struct JournalTests {
  private static let key = CollectionKey("c", of: "ann")

  /// A journal that has a collection, and the entries of some changes on top of it.
  private static func journal(
    of kind: JournalKind, _ changes: [CollectionChange] = []
  ) throws -> (journal: any Journal, newest: SolvedCollection) {
    let journal = try kind.open()
    var newest = try SolvedCollection.list([["a", "b"]])
    try journal.create(key, JournalBase(newest.state)).wait()
    for change in changes {
      let step = try newest.step(change)
      try journal.append(JournalEntry(step), to: key).wait()
      newest = step.after
    }
    return (journal, newest)
  }

  @Test(arguments: JournalKind.all)
  func `a created collection is loaded as it was`(kind: JournalKind) throws {
    let journal = try kind.open()
    let bounds = Rect(x: 0, y: 10, width: 100, height: 60)
    let state = CollectionState.list([["a", "b"], []], bounds: bounds)
    try journal.create(Self.key, JournalBase(state)).wait()
    let record = try #require(try journal.load(Self.key).wait())
    #expect(record.version == 1 && record.entries.isEmpty && record.itemCount == 2)
    #expect(record.base.sections.ids == state.sections.ids)
    #expect(record.base.sections[0].id == "s0")
    #expect(record.base.bounds == bounds && record.base.main.container == state.main.container)
    #expect(record.base.layout.jsonText == state.layout.jsonText)
  }

  @Test(arguments: JournalKind.all)
  func `loading a collection that does not exist returns nil`(kind: JournalKind) throws {
    let journal = try Self.journal(of: kind).journal
    #expect(try journal.load(CollectionKey("d", of: "ann")).wait() == nil)
    #expect(try journal.load(CollectionKey("c", of: "bob")).wait() == nil)
  }

  @Test(arguments: JournalKind.all)
  func `an id is taken once by an owner, and again by another`(kind: JournalKind) throws {
    let journal = try Self.journal(of: kind).journal
    let other = CollectionState.list([["z"]])
    #expect(
      failure { () throws(JournalError) in try journal.create(Self.key, JournalBase(other)).wait() }
        == .exists)
    #expect(try journal.load(Self.key).wait()?.base.sections.ids == [["a", "b"]])
    #expect(
      failure { () throws(JournalError) in
        try journal.create(CollectionKey("c", of: "bob"), JournalBase(other)).wait()
      } == nil)
  }

  @Test(arguments: JournalKind.all)
  func `entries on top of one another are loaded in their order`(kind: JournalKind) throws {
    let (journal, newest) = try Self.journal(
      of: kind, [.insert("x"), .delete(0, 2), .rows([["a", "y"], []])])
    let record = try #require(try journal.load(Self.key).wait())
    #expect(record.base.sections.ids == [["a", "b"]] && record.base.version == 1)
    #expect(record.entries.map(\.version) == [2, 3, 4])
    #expect(record.entries.map(\.itemCount) == [3, 2, 2])
    #expect(record.version == 4 && record.itemCount == 2)
    var solved = try SolvedCollection(solving: record.base)
    for entry in record.entries { solved = try solved.applying(entry.change).after }
    #expect(solved.ids == newest.ids && solved.version == 4)
  }

  @Test(arguments: JournalKind.all)
  func `an entry keeps what the user sees after it`(kind: JournalKind) throws {
    let journal = try kind.open()
    let before = try SolvedCollection.list(
      [["a", "b", "c", "d", "e"]], bounds: Rect(x: 0, y: 20, width: 100, height: 60))
    try journal.create(Self.key, JournalBase(before.state)).wait()
    try journal.append(JournalEntry(before.step(.insert("x"))), to: Self.key).wait()
    #expect(
      try journal.load(Self.key).wait()?.entries.first?.main.bounds
        == Rect(x: 0, y: 40, width: 100, height: 60))
  }

  @Test(arguments: JournalKind.all)
  func `an entry on top of another version is a conflict that has the version`(kind: JournalKind) throws {
    let (journal, newest) = try Self.journal(of: kind, [.insert("x"), .insert("y")])
    let first = try SolvedCollection.list([["a", "b"]])
    let behind = JournalEntry(try first.step(.insert("z")))
    #expect(
      failure { () throws(JournalError) in try journal.append(behind, to: Self.key).wait() }
        == .conflict(version: 3)
    )
    let ahead = JournalEntry(try newest.step(.insert("z")).after.step(.insert("zz")))
    #expect(
      failure { () throws(JournalError) in try journal.append(ahead, to: Self.key).wait() }
        == .conflict(version: 3))
    #expect(try journal.load(Self.key).wait()?.entries.map(\.version) == [2, 3])
  }

  @Test(arguments: JournalKind.all)
  func `an erasing entry leaves the state after it alone, and others go on from there`(
    kind: JournalKind
  ) throws {
    let (journal, newest) = try Self.journal(of: kind, [.insert("x"), .insert("y")])
    let incarnation = try #require(try journal.head(of: Self.key).wait()?.incarnation)
    let collection = CollectionIncarnation(Self.key, incarnation)
    let step = try newest.step(.delete(0, 0))
    let base = JournalBase(step.after.state)
    try journal.erase(before: JournalEntry(step), of: collection, leaving: base).wait()
    let record = try #require(try journal.load(Self.key).wait())
    #expect(record.version == 4 && record.base.version == 4 && record.entries.isEmpty)
    #expect(record.base.sections.ids == step.after.ids && record.itemCount == 3)
    #expect(try journal.history(Self.key, since: 3).wait() == nil)
    #expect(try journal.usage().wait() == ["ann": CollectionUsage(collections: 1, items: 3)])
    let next = JournalEntry(try step.after.step(.insert("z")))
    try journal.append(next, to: Self.key).wait()
    #expect(try journal.history(Self.key, since: 4).wait()?.entries.map(\.version) == [5])
    // One on top of a version that is not the newest erases nothing.
    let stale = journal.erase(before: JournalEntry(step), of: collection, leaving: base)
    #expect(failure { () throws(JournalError) in try stale.wait() } == .conflict(version: 5))
    #expect(try journal.load(Self.key).wait()?.version == 5)
  }

  @Test(arguments: JournalKind.all)
  func `the journal knows which collections have history, and forgets what is before a base`(
    kind: JournalKind
  ) throws {
    let (journal, newest) = try Self.journal(of: kind, [.insert("x"), .insert("y")])
    let plain = CollectionKey("plain", of: "bob")
    try journal.create(plain, JournalBase(CollectionState.list([["z"]]))).wait()
    let incarnation = try #require(try journal.head(of: Self.key).wait()?.incarnation)
    let collection = CollectionIncarnation(Self.key, incarnation)
    func histories(olderThan seconds: Int = 0, after number: Int = 0, limit: Int = 9) throws
      -> [StoredHistory]
    {
      try journal.histories(olderThan: seconds, after: number, limit: limit).wait()
    }
    var expected = StoredHistory(collection: collection, newest: 3, base: 1, hasOlderBase: false)
    #expect(try histories() == [expected])
    #expect(try histories(olderThan: 3600).isEmpty)
    #expect(try histories(after: incarnation).isEmpty)
    // There is nothing before the only base.
    try journal.forget(before: 1, of: collection).wait()
    #expect(try journal.history(Self.key, since: 1).wait()?.version == 3)
    try journal.compact(collection, to: JournalBase(newest.state)).wait()
    expected.base = 3
    expected.hasOlderBase = true
    #expect(try histories() == [expected] && histories(limit: 0).isEmpty)
    // One that names another base than the newest forgets nothing.
    try journal.forget(before: 1, of: collection).wait()
    #expect(try journal.history(Self.key, since: 1).wait()?.version == 3)
    try journal.forget(before: 3, of: collection).wait()
    #expect(try journal.history(Self.key, since: 2).wait() == nil)
    #expect(try journal.load(Self.key).wait()?.base.sections.ids == newest.ids)
    #expect(try histories().isEmpty)
    let missing = CollectionIncarnation(CollectionKey("none", of: "ann"), 7)
    let forgotten = journal.forget(before: 1, of: missing)
    #expect(failure { () throws(JournalError) in try forgotten.wait() } == .missing)
  }

  @Test(arguments: JournalKind.all)
  func `a vacuum changes nothing that can be read`(kind: JournalKind) throws {
    let (journal, newest) = try Self.journal(of: kind, [.insert("x"), .delete(0, 1)])
    try journal.remember(RequestKey("once", of: "ann"), of: Self.key).wait()
    try journal.vacuum().wait()
    let record = try #require(try journal.load(Self.key).wait())
    #expect(record.version == 3 && record.entries.map(\.version) == [2, 3])
    #expect(try journal.stored("once", of: "ann")?.version == 3)
    try journal.append(JournalEntry(newest.step(.insert("y"))), to: Self.key).wait()
    #expect(try journal.load(Self.key).wait()?.version == 4)
  }

  @Test(arguments: JournalKind.all)
  func `an entry of a collection that is not there is refused`(kind: JournalKind) throws {
    let journal = try kind.open()
    let entry = JournalEntry(try SolvedCollection.list([["a"]]).step(.insert("z")))
    #expect(failure { () throws(JournalError) in try journal.append(entry, to: Self.key).wait() } == .missing)
  }

  @Test(arguments: JournalKind.all)
  func `a later base takes the place of the entries that led to it, and only of them`(kind: JournalKind)
    throws
  {
    let journal = try kind.open()
    var solved = try SolvedCollection.list([["a"]])
    try journal.create(Self.key, JournalBase(solved.state)).wait()
    var third = solved.state
    for version in 2...5 {
      let step = try solved.step(.insert("i\(version)"))
      try journal.append(JournalEntry(step), to: Self.key).wait()
      solved = step.after
      if version == 3 { third = solved.state }
    }
    try journal.compact(Self.key, to: JournalBase(third)).wait()
    var record = try #require(try journal.load(Self.key).wait())
    #expect(record.base.version == 3 && record.base.sections.ids == [["i3", "i2", "a"]])
    #expect(record.entries.map(\.version) == [4, 5] && record.version == 5 && record.itemCount == 5)
    try journal.compact(Self.key, to: JournalBase(solved.state)).wait()
    record = try #require(try journal.load(Self.key).wait())
    #expect(record.base.version == 5 && record.entries.isEmpty && record.version == 5)
    try journal.append(JournalEntry(solved.step(.insert("i6"))), to: Self.key).wait()
    #expect(try journal.load(Self.key).wait()?.entries.map(\.version) == [6])
  }

  @Test(arguments: JournalKind.all)
  func `a base that came late, after a later one, loses nothing`(kind: JournalKind) throws {
    let (journal, newest) = try Self.journal(of: kind, [.insert("x"), .insert("y")])
    try journal.compact(Self.key, to: JournalBase(newest.state)).wait()
    try journal.compact(
      Self.key, to: JournalBase(try SolvedCollection.list([["a", "b"]]).step(.insert("x")).after.state)
    ).wait()
    let record = try #require(try journal.load(Self.key).wait())
    #expect(record.version == 3 && record.base.sections.ids == [["y", "x", "a", "b"]])
  }

  @Test(arguments: JournalKind.all)
  func `a base is made only in place of the one that it is to replace`(kind: JournalKind) throws {
    let (journal, newest) = try Self.journal(of: kind, [.insert("x"), .insert("y")])
    let second = try SolvedCollection.list([["a", "b"]]).step(.insert("x")).after.state
    func made(_ state: CollectionState, replacing version: Int) -> JournalError? {
      failure { () throws(JournalError) in
        try journal.compact(Self.key.firstIncarnation, to: JournalBase(state), replacing: version).wait()
      }
    }
    #expect(made(second, replacing: 1) == nil)
    // Another store has found a base due as well: this one would take the history away from behind the first.
    #expect(made(newest.state, replacing: 1) == .conflict(version: 2))
    #expect(try journal.history(Self.key, since: 1).wait()?.base.version == 1)
    #expect(made(newest.state, replacing: 2) == nil)
    #expect(try journal.load(Self.key).wait()?.base.version == 3)
  }

  @Test(arguments: JournalKind.all)
  func `a collection that does not exist cannot be compacted`(kind: JournalKind) throws {
    let journal = try kind.open()
    let state = CollectionState.list([["a"]])
    #expect(
      failure { () throws(JournalError) in try journal.compact(Self.key, to: JournalBase(state)).wait() }
        == .missing)
    #expect(try journal.load(Self.key).wait() == nil)
  }

  @Test(arguments: JournalKind.all)
  func `a collection is deleted at any version, or at the version that is named`(kind: JournalKind) throws {
    for version in [nil, 3] {
      let journal = try Self.journal(of: kind, [.insert("x"), .insert("y")]).journal
      try journal.delete(Self.key, ifVersion: version).wait()
      #expect(try journal.load(Self.key).wait() == nil)
      #expect(try journal.ids(of: "ann", after: nil, limit: 9).wait() == [])
    }
  }

  @Test(arguments: JournalKind.all)
  func `a collection at another version is not deleted`(kind: JournalKind) throws {
    let journal = try Self.journal(of: kind, [.insert("x")]).journal
    for version in [1, 3] {
      #expect(
        failure { () throws(JournalError) in try journal.delete(Self.key, ifVersion: version).wait() }
          == .conflict(version: 2))
    }
    #expect(try journal.load(Self.key).wait()?.version == 2)
  }

  @Test(arguments: JournalKind.all)
  func `a collection that does not exist, or was deleted, cannot be deleted`(kind: JournalKind) throws {
    let journal = try Self.journal(of: kind).journal
    try journal.delete(Self.key, ifVersion: nil).wait()
    for version in [nil, 1] {
      #expect(
        failure { () throws(JournalError) in try journal.delete(Self.key, ifVersion: version).wait() }
          == .missing)
    }
    let entry = JournalEntry(try SolvedCollection.list([["a", "b"]]).step(.insert("z")))
    #expect(failure { () throws(JournalError) in try journal.append(entry, to: Self.key).wait() } == .missing)
  }

  @Test(arguments: JournalKind.all)
  func `an id that was deleted begins anew`(kind: JournalKind) throws {
    let journal = try Self.journal(of: kind, [.insert("x")]).journal
    try journal.delete(Self.key, ifVersion: nil).wait()
    try journal.create(Self.key, JournalBase(.list([["n"]]))).wait()
    let record = try #require(try journal.load(Self.key).wait())
    #expect(record.version == 1 && record.entries.isEmpty && record.base.sections.ids == [["n"]])
  }

  @Test(arguments: JournalKind.all)
  func `ids come in order, an owner's only, from behind one of them on, so many at most`(
    kind: JournalKind
  ) throws {
    let journal = try kind.open()
    let ids = ["b", "a", "-", "B", "a1", "~", "a.b"]
    for id in ids { try journal.create(CollectionKey(id, of: "ann"), JournalBase(.list([]))).wait() }
    try journal.create(CollectionKey("aa", of: "bob"), JournalBase(.list([]))).wait()
    let sorted = ids.sorted()
    #expect(sorted == ["-", "B", "a", "a.b", "a1", "b", "~"])
    #expect(try journal.ids(of: "ann", after: nil, limit: 99).wait() == sorted)
    #expect(try journal.ids(of: "ann", after: nil, limit: 7).wait() == sorted)
    #expect(try journal.ids(of: "ann", after: nil, limit: 2).wait() == ["-", "B"])
    #expect(try journal.ids(of: "ann", after: "B", limit: 2).wait() == ["a", "a.b"])
    #expect(try journal.ids(of: "ann", after: "aa", limit: 9).wait() == ["b", "~"])
    #expect(try journal.ids(of: "ann", after: "~", limit: 9).wait() == [])
    #expect(try journal.ids(of: "bob", after: nil, limit: 9).wait() == ["aa"])
    #expect(try journal.ids(of: "eve", after: nil, limit: 9).wait() == [])
  }

  @Test(arguments: JournalKind.all)
  func `usage counts the newest versions of every owner's collections`(kind: JournalKind) throws {
    let (journal, newest) = try Self.journal(of: kind, [.insert("x"), .insert("y"), .delete()])
    try journal.create(CollectionKey("d", of: "ann"), JournalBase(.list([["k"], ["l"]]))).wait()
    try journal.create(CollectionKey("c", of: "bob"), JournalBase(.list([]))).wait()
    let usage: [String: CollectionUsage] = [
      "ann": CollectionUsage(collections: 2, items: 5), "bob": CollectionUsage(collections: 1, items: 0),
    ]
    #expect(try journal.usage().wait() == usage)
    try journal.compact(Self.key, to: JournalBase(newest.state)).wait()
    #expect(try journal.usage().wait() == usage)
    try journal.delete(CollectionKey("c", of: "bob"), ifVersion: nil).wait()
    try journal.delete(Self.key, ifVersion: nil).wait()
    #expect(try journal.usage().wait() == ["ann": CollectionUsage(collections: 1, items: 2)])
  }

  @Test(arguments: JournalKind.all)
  func `of entries that are offered at once on top of one version, one is taken`(kind: JournalKind) throws {
    let (journal, newest) = try Self.journal(of: kind)
    let entries = try (0..<32).map { JournalEntry(try newest.step(.insert("i\($0)"))) }
    let outcomes = Gathering<JournalError?>()
    runConcurrently(jobs: entries.count, threads: 8) { job in
      outcomes.add(
        failure { () throws(JournalError) in try journal.append(entries[job], to: Self.key).wait() })
    }
    #expect(outcomes.values.count { $0 == nil } == 1)
    #expect(outcomes.values.count { $0 == .conflict(version: 2) } == 31)
    #expect(try journal.load(Self.key).wait()?.entries.map(\.version) == [2])
  }

  @Test(arguments: JournalKind.all)
  func `history begins at the base before the newest one, and no earlier`(kind: JournalKind) throws {
    let journal = try kind.open()
    var solved = try SolvedCollection.list([["a"]])
    try journal.create(Self.key, JournalBase(solved.state)).wait()
    for version in 2...7 {
      let step = try solved.step(.insert("i\(version)"))
      try journal.append(JournalEntry(step), to: Self.key).wait()
      solved = step.after
      if [3, 5].contains(version) { try journal.compact(Self.key, to: JournalBase(solved.state)).wait() }
    }
    #expect(try journal.history(Self.key, since: 2).wait() == nil)
    for (version, base) in [(3, 3), (4, 3), (5, 5), (7, 5)] {
      let record = try #require(try journal.history(Self.key, since: version).wait())
      #expect(record.base.version == base && record.entries.map(\.version) == Array((base + 1)...7))
    }
    #expect(try journal.history(CollectionKey("d", of: "ann"), since: 1).wait() == nil)
  }

  @Test(arguments: JournalKind.all)
  func `a saved position is loaded until the next entry`(kind: JournalKind) throws {
    let (journal, newest) = try Self.journal(of: kind, [.insert("x")])
    var main = newest.state.main
    main.bounds = Rect(x: 0, y: 30, width: 100, height: 60)
    #expect(
      failure { () throws(JournalError) in
        try journal.saveViewports(of: Self.key, ViewportRows(main: (main, 1))).wait()
      } == .conflict(version: 2))
    #expect(try journal.load(Self.key).wait()?.main == nil)
    try journal.saveViewports(of: Self.key, ViewportRows(main: (main, 2))).wait()
    #expect(try journal.load(Self.key).wait()?.main?.bounds == main.bounds)
    #expect(try journal.history(Self.key, since: 1).wait()?.main?.bounds == main.bounds)
    try journal.append(JournalEntry(newest.step(.insert("y"))), to: Self.key).wait()
    #expect(try journal.load(Self.key).wait()?.main == nil)
  }

  @Test(arguments: JournalKind.all)
  func `writes for a collection do not reach the one that was created later under its key`(
    kind: JournalKind
  ) throws {
    let journal = try kind.open()
    let solved = try SolvedCollection.list([["a"]])
    let numbers = (0..<100).map { _ in journal.newIncarnation() }
    #expect(Set(numbers).count == 100 && numbers.allSatisfy { $0 > 0 })
    let (first, second) = (
      CollectionIncarnation(Self.key, numbers[0]), CollectionIncarnation(Self.key, numbers[1])
    )
    #expect(try journal.tip(of: Self.key).wait() == nil)
    try journal.create(first, JournalBase(solved.state)).wait()
    #expect(try journal.tip(of: Self.key).wait() == JournalTip(incarnation: numbers[0], version: 1))
    try journal.delete(first, ifVersion: 1).wait()
    try journal.create(second, JournalBase(solved.state)).wait()
    let entry = JournalEntry(try solved.step(.insert("x")))
    let rows = ViewportRows(main: (solved.state.main, 1))
    let late = [
      journal.append(entry, to: first), journal.saveViewports(of: first, rows),
      journal.compact(first, to: JournalBase(solved.state)), journal.remember(RequestKey("k"), of: first),
      journal.delete(first, ifVersion: 1), journal.delete(first, ifVersion: nil),
    ]
    for write in late {
      #expect(failure { () throws(JournalError) in try write.wait() } == .missing)
    }
    #expect(try journal.entries(of: first, after: 1).wait() == nil)
    #expect(try journal.stored("k") == nil)
    try journal.append(entry, to: second).wait()
    #expect(try journal.tip(of: Self.key).wait() == JournalTip(incarnation: numbers[1], version: 2))
    #expect(try journal.load(Self.key).wait()?.incarnation == numbers[1])
    #expect(try journal.head(of: Self.key).wait()?.incarnation == numbers[1])
  }

  @Test(arguments: JournalKind.all)
  func `the entries after a version are there, unless a compaction has deleted some`(
    kind: JournalKind
  ) throws {
    let (journal, newest) = try Self.journal(of: kind, (2...6).map { .insert("i\($0)") })
    let incarnation = Self.key.firstIncarnation
    func versions(after version: Int) throws -> [Int]? {
      try journal.entries(of: incarnation, after: version).wait()?.map(\.version)
    }
    #expect(try versions(after: 1) == [2, 3, 4, 5, 6])
    #expect(try versions(after: 5) == [6])
    #expect(try versions(after: 6) == [])
    #expect(try versions(after: 7) == nil)
    try journal.compact(Self.key, to: JournalBase(newest.state)).wait()
    #expect(try versions(after: 1) == [2, 3, 4, 5, 6])
    let step = try newest.step(.insert("i7"))
    try journal.append(JournalEntry(step), to: Self.key).wait()
    try journal.compact(Self.key, to: JournalBase(step.after.state)).wait()
    #expect(try versions(after: 5) == nil)
    #expect(try versions(after: 6) == [7])
    #expect(try journal.entries(of: CollectionKey("d").firstIncarnation, after: 1).wait() == nil)
  }

  @Test(arguments: JournalKind.all)
  func `a request is stored once with what it changes, and outlives the collection`(kind: JournalKind) throws
  {
    let journal = try kind.open()
    let solved = try SolvedCollection.list([["a"]])
    let base = JournalBase(solved.state)
    try journal.create(Self.key, base, request: RequestKey("make", of: "ann", body: "one")).wait()
    let expected = StoredRequest(
      fingerprint: Array("one".utf8), collection: Self.key.firstIncarnation, version: 1)
    #expect(try journal.stored("make", of: "ann") == expected)
    #expect(try journal.stored("make", of: "bob") == nil)
    #expect(try journal.stored(RequestKey.Name(owner: "ann", scope: "c", key: "make")).wait() == nil)
    // Whatever a repetition is about, it changes nothing.
    let other = CollectionKey("d", of: "ann")
    let step = try solved.step(.insert("x"))
    let entry = JournalEntry(step.change!, making: step.after.state, request: RequestKey("make", of: "ann"))
    let repetitions = [
      journal.create(other, base, request: RequestKey("make", of: "ann", body: "one")),
      journal.append(entry, to: Self.key),
      journal.remember(RequestKey("make", of: "ann"), of: Self.key),
      journal.saveViewports(
        of: Self.key, ViewportRows(main: (solved.state.main, 1)), request: RequestKey("make", of: "ann")),
      journal.delete(Self.key, ifVersion: nil, request: RequestKey("make", of: "ann")),
    ]
    for write in repetitions {
      #expect(failure { () throws(JournalError) in try write.wait() } == .repeated(expected))
    }
    #expect(try journal.ids(of: "ann", after: nil, limit: 9).wait() == ["c"])
    #expect(try journal.head(of: Self.key).wait()?.version == 1)
    // What fails is not stored.
    let refused = journal.delete(Self.key, ifVersion: 7, request: RequestKey("delete", of: "ann"))
    #expect(failure { () throws(JournalError) in try refused.wait() } == .conflict(version: 1))
    #expect(try journal.stored("delete", of: "ann") == nil)
    try journal.delete(Self.key, ifVersion: 1, request: RequestKey("delete", of: "ann")).wait()
    #expect(try journal.stored("make", of: "ann") == expected)
    #expect(try journal.stored("delete", of: "ann")?.version == 1)
  }
}
