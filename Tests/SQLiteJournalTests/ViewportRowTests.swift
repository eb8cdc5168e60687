import Foundation
import LayoutEngine
import TestSupport
import Testing

@testable import CollectionModel
@testable import Collections
@testable import SQLiteJournal

/// The rows of viewports, and the store of a version that had none.
struct ViewportRowTests {
  private let path = TemporaryFiles.path("store.db")
  private let key = CollectionKey("a")

  private static func viewport(_ width: Double) -> Viewport {
    Viewport(container: Container(size: Size(width: width, height: 60)), containerJSON: Array("{}".utf8))
  }

  /// Makes the store that a version with an earlier schema wrote.
  private func makeOldStore(schema: Int = 1) throws {
    let name = "Fixtures/schema-\(schema).sql"
    let script = URL(filePath: #filePath).deletingLastPathComponent().appending(path: name)
    try Data().write(to: URL(filePath: path))
    try SQLiteConnection(path, .write).execute(try String(contentsOf: script, encoding: .utf8))
  }

  @Test func `a store of schema 1 opens with all that it has, and takes viewports from then on`() throws {
    try makeOldStore()
    #expect(try SQLiteStore.schema(at: path)?.found == 1)
    let old = CollectionKey(owner: "", id: "old")
    for round in 1...2 {
      let journal = try SQLiteJournal(path)
      #expect(journal.number("PRAGMA user_version") == SQLiteSchema.number && SQLiteSchema.number == 6)
      let record = try #require(try journal.load(old).wait())
      #expect(record.version == 2 && record.itemCount == 6 && record.main?.bounds?.origin.y == 40)
      // Whether a caller with an API key or a token sent them is not known.
      for scope in ["", "old"] {
        let names = ["one", "two", "three"].map { RequestKey.Name(owner: "", scope: scope, key: $0) }
        let stored = try names.map { try journal.stored($0).wait() }
        #expect(stored.map { $0?.collection.key } == [old, old, nil])
        #expect(stored[0]?.isRepeated(by: RequestKey("one", body: "some body")) == true)
      }
      #expect(try journal.usage().wait() == ["": CollectionUsage(collections: 2, items: 8)])
      #expect(record.viewports.mapValues { $0.container.size.width } == (round == 1 ? [:] : ["watch": 50]))
      try journal.saveViewports(of: old, ViewportRows(saved: ["watch": Self.viewport(50)])).wait()
      journal.close()
    }
  }

  @Test(arguments: [1, 3])
  func `the history of an old store begins to age when it is opened, and can be erased`(schema: Int) throws {
    try makeOldStore(schema: schema)
    let journal = try SQLiteJournal(path)
    let old = CollectionKey(owner: "", id: "old")
    #expect(journal.number("PRAGMA user_version") == SQLiteSchema.number)
    #expect(try journal.load(old).wait()?.itemCount == 6)
    #expect(try journal.histories(olderThan: 3600, after: 0, limit: 9).wait().isEmpty)
    let expected = StoredHistory(
      collection: CollectionIncarnation(old, 1), newest: 2, base: 1, hasOlderBase: false)
    #expect(try journal.histories(olderThan: 0, after: 0, limit: 9).wait() == [expected])
    try journal.delete(CollectionIncarnation(old, 1), ifVersion: 2, erases: true).wait()
    #expect(journal.number("SELECT count(*) FROM entries") == 0)
    #expect(journal.number("SELECT count(*) FROM base_times") == 1)
  }

  @Test func `a viewport whose row is damaged is left out, and the others are there`() throws {
    let journal = try SQLiteJournal(path)
    for name in [key, CollectionKey("b")] {
      try journal.create(name, JournalBase()).wait()
      let saved = ["x": Self.viewport(1), "y": Self.viewport(2), "z": Self.viewport(3)]
      try journal.saveViewports(of: name, ViewportRows(saved: saved)).wait()
    }
    journal.execute(
      "UPDATE viewports SET sum = sum + 1 WHERE collection = (SELECT collection FROM collections WHERE id = 'a') AND name = 'x'"
    )
    journal.execute(
      "UPDATE viewports SET name = 'w' WHERE collection = (SELECT collection FROM collections WHERE id = 'a') AND name = 'y'"
    )
    #expect(try journal.load(key).wait()?.viewports.keys.sorted() == ["z"])
    // Its client creates it again.
    try journal.saveViewports(of: key, ViewportRows(saved: ["x": Self.viewport(4)])).wait()
    #expect(try journal.load(key).wait()?.viewports.keys.sorted() == ["x", "z"])
    #expect(try journal.load(CollectionKey("b")).wait()?.viewports.count == 3)
  }

  @Test func `a deleted collection leaves no viewports`() throws {
    let journal = try SQLiteJournal(path)
    try journal.create(key, JournalBase()).wait()
    try journal.saveViewports(of: key, ViewportRows(saved: ["x": Self.viewport(1)])).wait()
    try journal.delete(key, ifVersion: nil).wait()
    #expect(journal.number("SELECT count(*) FROM viewports") == 0)
  }
}
