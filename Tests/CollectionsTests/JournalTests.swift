import CollectionTestSupport
import LayoutEngine
import TestSupport
import Testing

@testable import CollectionModel
@testable import Collections

/// The contract of every journal: entries, positions and requests are loaded as they were stored.
struct JournalTests {
  @Test(arguments: JournalKind.all)
  func `a created collection is loaded as it was`(kind: JournalKind) throws {
    let journal = try kind.open()
    let bounds = Rect(x: 0, y: 10, width: 100, height: 60)
    let state = CollectionState.list([["a", "b"], []], bounds: bounds)
    try journal.create(JournalKind.key, JournalBase(state)).wait()
    let record = try #require(try journal.load(JournalKind.key).wait())
    #expect(record.version == 1 && record.entries.isEmpty && record.itemCount == 2)
    #expect(record.base.sections.ids == state.sections.ids)
    #expect(record.base.sections[0].id == "s0")
    #expect(record.base.bounds == bounds && record.base.main.container == state.main.container)
    #expect(record.base.layout.jsonText == state.layout.jsonText)
  }

  @Test(arguments: JournalKind.all)
  func `loading a collection that does not exist returns nil`(kind: JournalKind) throws {
    let journal = try kind.open(with: []).journal
    #expect(try journal.load(CollectionKey("d", of: "ann")).wait() == nil)
    #expect(try journal.load(CollectionKey("c", of: "bob")).wait() == nil)
  }

  @Test(arguments: JournalKind.all)
  func `entries on top of one another are loaded in their order`(kind: JournalKind) throws {
    let (journal, newest) = try kind.open(with: [.insert("x"), .delete(0, 2), .rows([["a", "y"], []])])
    let record = try #require(try journal.load(JournalKind.key).wait())
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
    try journal.create(JournalKind.key, JournalBase(before.state)).wait()
    try journal.append(JournalEntry(before.step(.insert("x"))), to: JournalKind.key).wait()
    #expect(
      try journal.load(JournalKind.key).wait()?.entries.first?.main.bounds
        == Rect(x: 0, y: 40, width: 100, height: 60))
  }

  @Test(arguments: JournalKind.all)
  func `an entry on top of another version is a conflict that has the version`(kind: JournalKind) throws {
    let (journal, newest) = try kind.open(with: [.insert("x"), .insert("y")])
    let first = try SolvedCollection.list([["a", "b"]])
    let behind = JournalEntry(try first.step(.insert("z")))
    #expect(
      failure { () throws(JournalError) in try journal.append(behind, to: JournalKind.key).wait() }
        == .conflict(version: 3)
    )
    let ahead = JournalEntry(try newest.step(.insert("z")).after.step(.insert("zz")))
    #expect(
      failure { () throws(JournalError) in try journal.append(ahead, to: JournalKind.key).wait() }
        == .conflict(version: 3))
    #expect(try journal.load(JournalKind.key).wait()?.entries.map(\.version) == [2, 3])
  }

  @Test(arguments: JournalKind.all)
  func `an entry of a collection that is not there is refused`(kind: JournalKind) throws {
    let journal = try kind.open()
    let entry = JournalEntry(try SolvedCollection.list([["a"]]).step(.insert("z")))
    #expect(
      failure { () throws(JournalError) in try journal.append(entry, to: JournalKind.key).wait() } == .missing
    )
  }

  @Test(arguments: JournalKind.all)
  func `of entries that are offered at once on top of one version, one is taken`(kind: JournalKind) throws {
    let (journal, newest) = try kind.open(with: [])
    let entries = try (0..<32).map { JournalEntry(try newest.step(.insert("i\($0)"))) }
    let outcomes = Gathering<JournalError?>()
    runConcurrently(jobs: entries.count, threads: 8) { job in
      outcomes.add(
        failure { () throws(JournalError) in try journal.append(entries[job], to: JournalKind.key).wait() })
    }
    #expect(outcomes.values.count { $0 == nil } == 1)
    #expect(outcomes.values.count { $0 == .conflict(version: 2) } == 31)
    #expect(try journal.load(JournalKind.key).wait()?.entries.map(\.version) == [2])
  }

  @Test(arguments: JournalKind.all)
  func `a saved position is loaded until the next entry`(kind: JournalKind) throws {
    let (journal, newest) = try kind.open(with: [.insert("x")])
    var main = newest.state.main
    main.bounds = Rect(x: 0, y: 30, width: 100, height: 60)
    #expect(
      failure { () throws(JournalError) in
        try journal.saveViewports(of: JournalKind.key, ViewportRows(main: (main, 1))).wait()
      } == .conflict(version: 2))
    #expect(try journal.load(JournalKind.key).wait()?.main == nil)
    try journal.saveViewports(of: JournalKind.key, ViewportRows(main: (main, 2))).wait()
    #expect(try journal.load(JournalKind.key).wait()?.main?.bounds == main.bounds)
    #expect(try journal.history(JournalKind.key, since: 1).wait()?.main?.bounds == main.bounds)
    try journal.append(JournalEntry(newest.step(.insert("y"))), to: JournalKind.key).wait()
    #expect(try journal.load(JournalKind.key).wait()?.main == nil)
  }

  @Test(arguments: JournalKind.all)
  func `a request is stored once with what it changes, and outlives the collection`(kind: JournalKind) throws
  {
    let journal = try kind.open()
    let solved = try SolvedCollection.list([["a"]])
    let base = JournalBase(solved.state)
    try journal.create(JournalKind.key, base, request: RequestKey("make", of: "ann", body: "one")).wait()
    let expected = StoredRequest(
      fingerprint: Array("one".utf8), collection: JournalKind.key.firstIncarnation, version: 1)
    #expect(try journal.stored("make", of: "ann") == expected)
    #expect(try journal.stored("make", of: "bob") == nil)
    #expect(try journal.stored(RequestKey.Name(owner: "ann", scope: "c", key: "make")).wait() == nil)
    // Whatever a repetition is about, it changes nothing.
    let other = CollectionKey("d", of: "ann")
    let step = try solved.step(.insert("x"))
    let entry = JournalEntry(step.change!, making: step.after.state, request: RequestKey("make", of: "ann"))
    let repetitions = [
      journal.create(other, base, request: RequestKey("make", of: "ann", body: "one")),
      journal.append(entry, to: JournalKind.key),
      journal.remember(RequestKey("make", of: "ann"), of: JournalKind.key),
      journal.saveViewports(
        of: JournalKind.key, ViewportRows(main: (solved.state.main, 1)),
        request: RequestKey("make", of: "ann")),
      journal.delete(JournalKind.key, ifVersion: nil, request: RequestKey("make", of: "ann")),
    ]
    for write in repetitions {
      #expect(failure { () throws(JournalError) in try write.wait() } == .repeated(expected))
    }
    #expect(try journal.ids(of: "ann", after: nil, limit: 9).wait() == ["c"])
    #expect(try journal.head(of: JournalKind.key).wait()?.version == 1)
    // What fails is not stored.
    let refused = journal.delete(JournalKind.key, ifVersion: 7, request: RequestKey("delete", of: "ann"))
    #expect(failure { () throws(JournalError) in try refused.wait() } == .conflict(version: 1))
    #expect(try journal.stored("delete", of: "ann") == nil)
    try journal.delete(JournalKind.key, ifVersion: 1, request: RequestKey("delete", of: "ann")).wait()
    #expect(try journal.stored("make", of: "ann") == expected)
    #expect(try journal.stored("delete", of: "ann")?.version == 1)
  }
}
