import CollectionTestSupport
import LayoutEngine
import TestSupport
import Testing

@testable import CollectionModel
@testable import Collections

/// The contract of every journal: bases take the place of entries, and history begins at one.
struct JournalBaseTests {
  @Test(arguments: JournalKind.all)
  func `an erasing entry leaves the state after it alone, and others go on from there`(
    kind: JournalKind
  ) throws {
    let (journal, newest) = try kind.open(with: [.insert("x"), .insert("y")])
    let incarnation = try #require(try journal.head(of: JournalKind.key).wait()?.incarnation)
    let collection = CollectionIncarnation(JournalKind.key, incarnation)
    let step = try newest.step(.delete(0, 0))
    let base = JournalBase(step.after.state)
    try journal.erase(before: JournalEntry(step), of: collection, leaving: base).wait()
    let record = try #require(try journal.load(JournalKind.key).wait())
    #expect(record.version == 4 && record.base.version == 4 && record.entries.isEmpty)
    #expect(record.base.sections.ids == step.after.ids && record.itemCount == 3)
    #expect(try journal.history(JournalKind.key, since: 3).wait() == nil)
    #expect(try journal.usage().wait() == ["ann": CollectionUsage(collections: 1, items: 3)])
    let next = JournalEntry(try step.after.step(.insert("z")))
    try journal.append(next, to: JournalKind.key).wait()
    #expect(try journal.history(JournalKind.key, since: 4).wait()?.entries.map(\.version) == [5])
    // One on top of a version that is not the newest erases nothing.
    let stale = journal.erase(before: JournalEntry(step), of: collection, leaving: base)
    #expect(failure { () throws(JournalError) in try stale.wait() } == .conflict(version: 5))
    #expect(try journal.load(JournalKind.key).wait()?.version == 5)
  }

  @Test(arguments: JournalKind.all)
  func `the journal knows which collections have history, and forgets the versions before a base`(
    kind: JournalKind
  ) throws {
    let (journal, newest) = try kind.open(with: [.insert("x"), .insert("y")])
    let plain = CollectionKey("plain", of: "bob")
    try journal.create(plain, JournalBase(CollectionState.list([["z"]]))).wait()
    let incarnation = try #require(try journal.head(of: JournalKind.key).wait()?.incarnation)
    let collection = CollectionIncarnation(JournalKind.key, incarnation)
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
    #expect(try journal.history(JournalKind.key, since: 1).wait()?.version == 3)
    try journal.compact(collection, to: JournalBase(newest.state)).wait()
    expected.base = 3
    expected.hasOlderBase = true
    #expect(try histories() == [expected] && histories(limit: 0).isEmpty)
    // One that names another base than the newest forgets nothing.
    try journal.forget(before: 1, of: collection).wait()
    #expect(try journal.history(JournalKind.key, since: 1).wait()?.version == 3)
    try journal.forget(before: 3, of: collection).wait()
    #expect(try journal.history(JournalKind.key, since: 2).wait() == nil)
    #expect(try journal.load(JournalKind.key).wait()?.base.sections.ids == newest.ids)
    #expect(try histories().isEmpty)
    let missing = CollectionIncarnation(CollectionKey("none", of: "ann"), 7)
    let forgotten = journal.forget(before: 1, of: missing)
    #expect(failure { () throws(JournalError) in try forgotten.wait() } == .missing)
  }

  @Test(arguments: JournalKind.all)
  func `a vacuum changes nothing that can be read`(kind: JournalKind) throws {
    let (journal, newest) = try kind.open(with: [.insert("x"), .delete(0, 1)])
    try journal.remember(RequestKey("once", of: "ann"), of: JournalKind.key).wait()
    try journal.vacuum().wait()
    let record = try #require(try journal.load(JournalKind.key).wait())
    #expect(record.version == 3 && record.entries.map(\.version) == [2, 3])
    #expect(try journal.stored("once", of: "ann")?.version == 3)
    try journal.append(JournalEntry(newest.step(.insert("y"))), to: JournalKind.key).wait()
    #expect(try journal.load(JournalKind.key).wait()?.version == 4)
  }

  @Test(arguments: JournalKind.all)
  func `a later base takes the place of the entries that led to it, and only of them`(kind: JournalKind)
    throws
  {
    let journal = try kind.open()
    var solved = try SolvedCollection.list([["a"]])
    try journal.create(JournalKind.key, JournalBase(solved.state)).wait()
    var third = solved.state
    for version in 2...5 {
      let step = try solved.step(.insert("i\(version)"))
      try journal.append(JournalEntry(step), to: JournalKind.key).wait()
      solved = step.after
      if version == 3 { third = solved.state }
    }
    try journal.compact(JournalKind.key, to: JournalBase(third)).wait()
    var record = try #require(try journal.load(JournalKind.key).wait())
    #expect(record.base.version == 3 && record.base.sections.ids == [["i3", "i2", "a"]])
    #expect(record.entries.map(\.version) == [4, 5] && record.version == 5 && record.itemCount == 5)
    try journal.compact(JournalKind.key, to: JournalBase(solved.state)).wait()
    record = try #require(try journal.load(JournalKind.key).wait())
    #expect(record.base.version == 5 && record.entries.isEmpty && record.version == 5)
    try journal.append(JournalEntry(solved.step(.insert("i6"))), to: JournalKind.key).wait()
    #expect(try journal.load(JournalKind.key).wait()?.entries.map(\.version) == [6])
  }

  @Test(arguments: JournalKind.all)
  func `a base that came late, after a later one, loses nothing`(kind: JournalKind) throws {
    let (journal, newest) = try kind.open(with: [.insert("x"), .insert("y")])
    try journal.compact(JournalKind.key, to: JournalBase(newest.state)).wait()
    try journal.compact(
      JournalKind.key,
      to: JournalBase(try SolvedCollection.list([["a", "b"]]).step(.insert("x")).after.state)
    ).wait()
    let record = try #require(try journal.load(JournalKind.key).wait())
    #expect(record.version == 3 && record.base.sections.ids == [["y", "x", "a", "b"]])
  }

  @Test(arguments: JournalKind.all)
  func `a base is made only in place of the one that it is to replace`(kind: JournalKind) throws {
    let (journal, newest) = try kind.open(with: [.insert("x"), .insert("y")])
    let second = try SolvedCollection.list([["a", "b"]]).step(.insert("x")).after.state
    func made(_ state: CollectionState, replacing version: Int) -> JournalError? {
      failure { () throws(JournalError) in
        try journal.compact(JournalKind.key.firstIncarnation, to: JournalBase(state), replacing: version)
          .wait()
      }
    }
    #expect(made(second, replacing: 1) == nil)
    // Another store has found a base due as well: this one would take the history away from behind the first.
    #expect(made(newest.state, replacing: 1) == .conflict(version: 2))
    #expect(try journal.history(JournalKind.key, since: 1).wait()?.base.version == 1)
    #expect(made(newest.state, replacing: 2) == nil)
    #expect(try journal.load(JournalKind.key).wait()?.base.version == 3)
  }

  @Test(arguments: JournalKind.all)
  func `a collection that does not exist cannot be compacted`(kind: JournalKind) throws {
    let journal = try kind.open()
    let state = CollectionState.list([["a"]])
    #expect(
      failure { () throws(JournalError) in try journal.compact(JournalKind.key, to: JournalBase(state)).wait()
      }
        == .missing)
    #expect(try journal.load(JournalKind.key).wait() == nil)
  }

  @Test(arguments: JournalKind.all)
  func `history begins at the base before the newest one, and no earlier`(kind: JournalKind) throws {
    let journal = try kind.open()
    var solved = try SolvedCollection.list([["a"]])
    try journal.create(JournalKind.key, JournalBase(solved.state)).wait()
    for version in 2...7 {
      let step = try solved.step(.insert("i\(version)"))
      try journal.append(JournalEntry(step), to: JournalKind.key).wait()
      solved = step.after
      if [3, 5].contains(version) {
        try journal.compact(JournalKind.key, to: JournalBase(solved.state)).wait()
      }
    }
    #expect(try journal.history(JournalKind.key, since: 2).wait() == nil)
    for (version, base) in [(3, 3), (4, 3), (5, 5), (7, 5)] {
      let record = try #require(try journal.history(JournalKind.key, since: version).wait())
      #expect(record.base.version == base && record.entries.map(\.version) == Array((base + 1)...7))
    }
    #expect(try journal.history(CollectionKey("d", of: "ann"), since: 1).wait() == nil)
  }

  @Test(arguments: JournalKind.all)
  func `the entries after a version are there, unless a compaction has deleted some`(
    kind: JournalKind
  ) throws {
    let (journal, newest) = try kind.open(with: (2...6).map { .insert("i\($0)") })
    let incarnation = JournalKind.key.firstIncarnation
    func versions(after version: Int) throws -> [Int]? {
      try journal.entries(of: incarnation, after: version).wait()?.map(\.version)
    }
    #expect(try versions(after: 1) == [2, 3, 4, 5, 6])
    #expect(try versions(after: 5) == [6])
    #expect(try versions(after: 6) == [])
    #expect(try versions(after: 7) == nil)
    try journal.compact(JournalKind.key, to: JournalBase(newest.state)).wait()
    #expect(try versions(after: 1) == [2, 3, 4, 5, 6])
    let step = try newest.step(.insert("i7"))
    try journal.append(JournalEntry(step), to: JournalKind.key).wait()
    try journal.compact(JournalKind.key, to: JournalBase(step.after.state)).wait()
    #expect(try versions(after: 5) == nil)
    #expect(try versions(after: 6) == [7])
    #expect(try journal.entries(of: CollectionKey("d").firstIncarnation, after: 1).wait() == nil)
  }
}
