import CollectionTestSupport
import LayoutEngine
import TestSupport
import Testing

@testable import CollectionModel
@testable import Collections

/// The contract of every journal: keys are taken, listed, counted and given back.
struct JournalKeyTests {
  @Test(arguments: JournalKind.all)
  func `an id is taken once by an owner, and again by another`(kind: JournalKind) throws {
    let journal = try kind.open(with: []).journal
    let other = CollectionState.list([["z"]])
    #expect(
      failure { () throws(JournalError) in try journal.create(JournalKind.key, JournalBase(other)).wait() }
        == .exists)
    #expect(try journal.load(JournalKind.key).wait()?.base.sections.ids == [["a", "b"]])
    #expect(
      failure { () throws(JournalError) in
        try journal.create(CollectionKey("c", of: "bob"), JournalBase(other)).wait()
      } == nil)
  }

  @Test(arguments: JournalKind.all)
  func `a collection is deleted at any version, or at the version that is named`(kind: JournalKind) throws {
    for version in [nil, 3] {
      let journal = try kind.open(with: [.insert("x"), .insert("y")]).journal
      try journal.delete(JournalKind.key, ifVersion: version).wait()
      #expect(try journal.load(JournalKind.key).wait() == nil)
      #expect(try journal.ids(of: "ann", after: nil, limit: 9).wait() == [])
    }
  }

  @Test(arguments: JournalKind.all)
  func `a collection at another version is not deleted`(kind: JournalKind) throws {
    let journal = try kind.open(with: [.insert("x")]).journal
    for version in [1, 3] {
      #expect(
        failure { () throws(JournalError) in try journal.delete(JournalKind.key, ifVersion: version).wait() }
          == .conflict(version: 2))
    }
    #expect(try journal.load(JournalKind.key).wait()?.version == 2)
  }

  @Test(arguments: JournalKind.all)
  func `a collection that does not exist, or was deleted, cannot be deleted`(kind: JournalKind) throws {
    let journal = try kind.open(with: []).journal
    try journal.delete(JournalKind.key, ifVersion: nil).wait()
    for version in [nil, 1] {
      #expect(
        failure { () throws(JournalError) in try journal.delete(JournalKind.key, ifVersion: version).wait() }
          == .missing)
    }
    let entry = JournalEntry(try SolvedCollection.list([["a", "b"]]).step(.insert("z")))
    #expect(
      failure { () throws(JournalError) in try journal.append(entry, to: JournalKind.key).wait() } == .missing
    )
  }

  @Test(arguments: JournalKind.all)
  func `an id that was deleted begins anew`(kind: JournalKind) throws {
    let journal = try kind.open(with: [.insert("x")]).journal
    try journal.delete(JournalKind.key, ifVersion: nil).wait()
    try journal.create(JournalKind.key, JournalBase(.list([["n"]]))).wait()
    let record = try #require(try journal.load(JournalKind.key).wait())
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
    let (journal, newest) = try kind.open(with: [.insert("x"), .insert("y"), .delete()])
    try journal.create(CollectionKey("d", of: "ann"), JournalBase(.list([["k"], ["l"]]))).wait()
    try journal.create(CollectionKey("c", of: "bob"), JournalBase(.list([]))).wait()
    let usage: [String: CollectionUsage] = [
      "ann": CollectionUsage(collections: 2, items: 5), "bob": CollectionUsage(collections: 1, items: 0),
    ]
    #expect(try journal.usage().wait() == usage)
    try journal.compact(JournalKind.key, to: JournalBase(newest.state)).wait()
    #expect(try journal.usage().wait() == usage)
    try journal.delete(CollectionKey("c", of: "bob"), ifVersion: nil).wait()
    try journal.delete(JournalKind.key, ifVersion: nil).wait()
    #expect(try journal.usage().wait() == ["ann": CollectionUsage(collections: 1, items: 2)])
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
      CollectionIncarnation(JournalKind.key, numbers[0]), CollectionIncarnation(JournalKind.key, numbers[1])
    )
    #expect(try journal.tip(of: JournalKind.key).wait() == nil)
    try journal.create(first, JournalBase(solved.state)).wait()
    #expect(try journal.tip(of: JournalKind.key).wait() == JournalTip(incarnation: numbers[0], version: 1))
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
    #expect(try journal.tip(of: JournalKind.key).wait() == JournalTip(incarnation: numbers[1], version: 2))
    #expect(try journal.load(JournalKind.key).wait()?.incarnation == numbers[1])
    #expect(try journal.head(of: JournalKind.key).wait()?.incarnation == numbers[1])
  }
}
