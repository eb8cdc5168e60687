import CollectionTestSupport
import LayoutEngine
import TestSupport
import Testing

@testable import CollectionModel
@testable import Collections

/// Giving the collections of an owner to another, in every journal.
struct OwnerTests {
  private static let old = CollectionKey("c", of: "ann")
  private static let new = CollectionKey("c", of: "bob")

  /// A journal in which Ann has the collection `c` at version 2, with a viewport and two requests.
  private func journal(_ kind: JournalKind) throws -> (any Journal, newest: SolvedCollection) {
    let journal = try kind.open()
    let solved = try SolvedCollection.list([["a", "b"]])
    try journal.create(
      Self.old, JournalBase(solved.state), request: RequestKey("make", of: "ann", body: "m")
    ).wait()
    let step = try solved.step(.insert("x"))
    try journal.append(JournalEntry(step), to: Self.old).wait()
    try journal.saveViewports(of: Self.old, ViewportRows(saved: ["watch": solved.state.main])).wait()
    try journal.remember(RequestKey("same", of: "ann", scope: "c"), of: Self.old).wait()
    return (journal, step.after)
  }

  @Test(arguments: JournalKind.all)
  func `collections and requests become the other owner's, and stay as they were`(kind: JournalKind) throws {
    let (journal, _) = try journal(kind)
    let before = try #require(try journal.load(Self.old).wait())
    let usage = try journal.usage().wait()["ann"]
    #expect(try journal.reassign("ann", to: "bob").wait() == Reassignment(moved: 1, left: 0))
    #expect(try journal.load(Self.old).wait() == nil)
    let after = try #require(try journal.load(Self.new).wait())
    #expect(after.incarnation == before.incarnation && after.version == 2 && after.itemCount == 3)
    #expect(after.base.stored() == before.base.stored())
    #expect(after.entries.map { $0.stored() } == before.entries.map { $0.stored() })
    #expect(after.viewports.keys.sorted() == ["watch"])
    #expect(try journal.usage().wait() == ["bob": try #require(usage)])
    #expect(try journal.ids(of: "bob", after: nil, limit: 9).wait() == ["c"])
    #expect(try journal.stored("make", of: "ann") == nil)
    let request = try #require(try journal.stored("make", of: "bob"))
    #expect(request.collection.key == Self.new && request.version == 1)
    #expect(request.isRepeated(by: RequestKey("make", of: "bob", body: "m")))
    #expect(!request.isRepeated(by: RequestKey("make", of: "bob", body: "n")))
    #expect(try journal.stored(RequestKey.Name(owner: "bob", scope: "c", key: "same")).wait()?.version == 2)
  }

  @Test(arguments: JournalKind.all)
  func `the other owner changes, counts and deletes the collection like its own`(kind: JournalKind) throws {
    let (journal, newest) = try journal(kind)
    _ = try journal.reassign("ann", to: "bob").wait()
    try journal.append(JournalEntry(try newest.step(.insert("y"))), to: Self.new).wait()
    #expect(try journal.usage().wait() == ["bob": CollectionUsage(collections: 1, items: 4)])
    try journal.delete(Self.new, ifVersion: 3).wait()
    #expect(try journal.usage().wait().isEmpty)
    try journal.create(Self.old, JournalBase(CollectionState.list([["z"]]))).wait()
    #expect(try journal.usage().wait() == ["ann": CollectionUsage(collections: 1, items: 1)])
  }

  @Test(arguments: JournalKind.all)
  func `the requests of an owner can be deleted, and those of others stay`(kind: JournalKind) throws {
    let (journal, _) = try journal(kind)
    try journal.create(
      Self.new, JournalBase(CollectionState.list([["z"]])), request: RequestKey("make", of: "bob")
    ).wait()
    try journal.deleteRequests(of: "ann").wait()
    #expect(try journal.stored("make", of: "ann") == nil)
    #expect(try journal.stored(RequestKey.Name(owner: "ann", scope: "c", key: "same")).wait() == nil)
    #expect(try journal.stored("make", of: "bob")?.version == 1)
    #expect(try journal.load(Self.old).wait()?.version == 2)
    // A request of that name is new, and is stored again.
    try journal.remember(RequestKey("make", of: "ann"), of: Self.old).wait()
    #expect(try journal.stored("make", of: "ann")?.version == 2)
    try journal.deleteRequests(of: "nobody").wait()
  }

  @Test(arguments: JournalKind.all)
  func `a collection stays if the other owner has one with its id`(kind: JournalKind) throws {
    let (journal, _) = try journal(kind)
    try journal.create(
      Self.new, JournalBase(CollectionState.list([["z"]])), request: RequestKey("make", of: "bob", body: "z")
    ).wait()
    try journal.create(CollectionKey("d", of: "ann"), JournalBase(CollectionState.list([[]]))).wait()
    #expect(try journal.reassign("ann", to: "bob").wait() == Reassignment(moved: 1, left: 1))
    #expect(try journal.ids(of: "bob", after: nil, limit: 9).wait() == ["c", "d"])
    #expect(try journal.load(Self.old).wait()?.version == 2)
    #expect(try journal.load(Self.new).wait()?.itemCount == 1)
    #expect(try journal.stored("make", of: "bob")?.isRepeated(by: RequestKey("make", body: "z")) == true)
  }

  @Test(arguments: JournalKind.all)
  func `an owner without collections gives nothing`(kind: JournalKind) throws {
    #expect(try journal(kind).0.reassign("eve", to: "ann").wait() == Reassignment(moved: 0, left: 0))
  }
}
