import CollectionTestSupport
import LayoutEngine
import TestSupport
import Testing

@testable import CollectionModel
@testable import Collections

/// A copy has what a reader of the other journal gets.
struct JournalCopyTests {
  /// A pair of kinds of journals.
  struct Way: Sendable, CustomTestStringConvertible {
    var source, target: JournalKind
    var testDescription: String { "\(source.testDescription) to \(target.testDescription)" }

    static let all = JournalKind.all.flatMap { source in
      JournalKind.all.map { Way(source: source, target: $0) }
    }
  }

  /// A journal with two collections of two owners: one with a history over two bases, a position and viewports, and one
  /// that is new.
  private static func journal(of kind: JournalKind) throws -> any Journal {
    let journal = try kind.open()
    let collection = CollectionIncarnation(CollectionKey(owner: "ann", id: "c"), 7)
    var newest = try SolvedCollection.list([["a", "b"]])
    try journal.create(collection, JournalBase(newest.state)).wait()
    for id in 0..<600 {
      let step = try newest.step(.insert("new \(id)"))
      try journal.append(JournalEntry(step), to: collection).wait()
      newest = step.after
      if id == 300 || id == 500 { try journal.compact(collection, to: JournalBase(newest.state)).wait() }
    }
    let main = newest.state.main
    try journal.saveViewports(
      of: collection, ViewportRows(main: (main, newest.version), saved: ["watch": main])
    ).wait()
    let other = CollectionIncarnation(CollectionKey(owner: "bob", id: "c"), 8)
    try journal.create(other, JournalBase(CollectionState.list([["z"]]))).wait()
    return journal
  }

  private func copyError(_ body: () throws(JournalCopyError) -> Void) -> JournalCopyError? {
    do throws(JournalCopyError) {
      try body()
      return nil
    } catch { return error }
  }

  @Test(arguments: Way.all)
  func `a copy has the same collections, histories and viewports`(way: Way) throws {
    let source = try Self.journal(of: way.source), target = try way.target.open()
    let copied = try JournalCopy(from: source, to: target).run()
    #expect(copied == JournalCopy.Summary(collections: 2, items: 603, changes: 299))
    let key = CollectionKey(owner: "ann", id: "c")
    let record = try #require(try target.load(key).wait())
    #expect(record.incarnation == 7 && record.version == 601 && record.base.version == 502)
    #expect(record.viewports.keys.sorted() == ["watch"] && record.main != nil)
    #expect(try target.history(key, since: 302).wait()?.entries.count == 299)
    #expect(try target.history(key, since: 301).wait() == nil)
    #expect(try target.usage().wait() == source.usage().wait())
    // And back again, into a third journal.
    let third = try way.source.open()
    #expect(try JournalCopy(from: target, to: third).run() == copied)
  }

  @Test
  func `nothing is copied into a journal that has a collection`() throws {
    let source = try Self.journal(of: JournalKind.all[0]), target = try JournalKind.all[1].open()
    try target.create(
      CollectionIncarnation(CollectionKey(owner: "eve", id: "e"), 1),
      JournalBase(CollectionState.list([["e"]]))
    ).wait()
    #expect(
      copyError { () throws(JournalCopyError) in _ = try JournalCopy(from: source, to: target).run() }
        == .notEmpty(collections: 1))
    #expect(try target.usage().wait().keys.sorted() == ["eve"])
  }

  @Test
  func `progress counts the collections of each phase, and a survey reads them all`() throws {
    let source = try Self.journal(of: JournalKind.all[0]), target = try JournalKind.all[1].open()
    var steps: [String] = []
    let note: (JournalCopy.Phase, Int, Int) -> Void = { steps.append("\($0) \($1) of \($2)") }
    let copied = try JournalCopy(from: source, to: target).run(note)
    #expect(steps == ["copying 1 of 2", "copying 2 of 2", "comparing 1 of 2", "comparing 2 of 2"])
    steps = []
    #expect(try JournalCopy.survey(source, note) == copied)
    #expect(steps == ["reading 1 of 2", "reading 2 of 2"])
  }

  @Test
  func `a difference is found`() throws {
    let source = try Self.journal(of: JournalKind.all[0]), target = try JournalKind.all[1].open()
    let copy = JournalCopy(from: source, to: target)
    _ = try copy.run()
    let collection = CollectionIncarnation(CollectionKey(owner: "bob", id: "c"), 8)
    let before = try SolvedCollection.list([["z"]])
    try target.append(JournalEntry(try before.step(.insert("y"))), to: collection).wait()
    #expect(copyError { () throws(JournalCopyError) in try copy.compare() } == .differs("c"))
    try target.delete(collection, ifVersion: nil).wait()
    #expect(copyError { () throws(JournalCopyError) in try copy.compare() } == .differs("c"))
    try source.delete(collection, ifVersion: nil).wait()
    #expect(copyError { () throws(JournalCopyError) in try copy.compare() } == nil)
    try target.create(collection, JournalBase(CollectionState.list([["z"]]))).wait()
    #expect(copyError { () throws(JournalCopyError) in try copy.compare() } == .differs(nil))
  }
}
