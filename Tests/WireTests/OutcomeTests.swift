import CollectionModel
import JSON
import LayoutEngine
import TestSupport
import Testing

@testable import Wire

/// Requests that change a collection, carried out and made again on other versions.
struct OutcomeTests {
  private let call: ChangeCall = {
    var call = ChangeCall(
      limits: RequestLimits(), now: .now, measurer: OpaqueContents(ofService: true), requestID: "mine")
    call.isRepeatable = true
    return call
  }()

  private func rows(_ count: Int) throws -> SolvedCollection {
    let items = (0..<count).map { (row: Int) -> JSONTree in ["id": .string("row \(row)")] }
    let body: JSONTree = [
      "container": ["width": 100, "height": 200], "layout": ["kind": "list", "rowHeight": 20],
      "bounds": [0, 0, 100, 200], "sections": [["id": "s", "items": .array(items)]],
    ]
    return try CollectionDescription.decode(
      Array(body.description.utf8), for: .storage, limits: RequestLimits(), contents: OpaqueContents(),
      isCancelled: { false }
    ).laidOut()
  }

  private func edit(_ operation: JSONTree, of collection: SolvedCollection) throws -> CollectionEdit {
    let body: JSONTree = ["updates": [operation]]
    return try .updates(Array(body.description.utf8), of: collection, call)
  }

  private func step(_ edit: CollectionEdit, on collection: SolvedCollection) throws -> CollectionStep {
    // Without optimisation, Swift 6.3 frees an indirect value that only the switch holds before it is copied.
    let outcome = try edit.outcome(on: collection, call)
    switch outcome {
    case .made(let step, _, _): return step
    case .refused(_, let problem): throw problem
    }
  }

  private func changed(_ collection: SolvedCollection, by operation: JSONTree) throws -> SolvedCollection {
    try step(edit(operation, of: collection), on: collection).after
  }

  private static func insert(_ id: String, _ place: JSONTree) -> JSONTree {
    var operation = place
    operation["op"] = "insertItems"
    operation["items"] = [["id": .string(id)]]
    return operation
  }

  @Test func `an outcome has the step, its origin, its diff and the status`() throws {
    let collection = try rows(3)
    let outcome = try edit(["op": "deleteItems", "ids": ["row 1"]], of: collection).outcome(
      on: collection, call)
    guard case .made(let step, let diff, let status) = outcome else {
      Issue.record("refused")
      return
    }
    #expect(status == 200 && step.after.version == 2)
    #expect(step.origin?.requestID == "mine")
    #expect(diff?.diff.changes.contains { $0.type == .delete } == true)
  }

  @Test func `a request for another version has the newest in its problem, and changes nothing`() throws {
    let collection = try rows(3)
    let body: JSONTree = ["updates": [["op": "deleteItems", "ids": ["row 1"]]], "version": 5]
    let problem = #expect(throws: Problem.self) {
      try CollectionEdit.updates(Array(body.description.utf8), of: collection, call)
    }
    #expect(problem?.code == .versionMismatch)
    #expect(problem?.headers.map { "\($0.name): \($0.value)" } == ["ETag: \"1\""])
  }

  @Test(
    arguments: [
      ["op": "deleteItems", "ids": ["row 1"]], ["op": "deleteItems", "at": [[0, 1]]],
      ["op": "moveItem", "id": "row 2", "to": [0, 0]],
      ["op": "reloadItems", "ids": ["row 0"], "items": [["id": "row 0", "size": [9, 9]]]],
    ] as [JSONTree])
  func `an edit is made again as it was decoded where its ids have stayed`(operation: JSONTree) throws {
    let collection = try rows(3)
    let edit = try edit(operation, of: collection)
    let newest = try changed(collection, by: Self.insert("other", ["at": [[0, 3]]]))
    let again = try #require(try edit.rebased(on: newest))
    let anew = try self.edit(operation, of: newest)
    #expect(try ids(step(again, on: newest).after) == ids(step(anew, on: newest).after))
    // And again on top of that.
    #expect(try again.rebased(on: changed(newest, by: Self.insert("another", ["at": [[0, 4]]]))) != nil)
  }

  @Test(
    arguments: [
      ["op": "deleteItems", "ids": ["row 1"]], insert("new", ["after": "row 1"]),
      insert("other", ["at": [[0, 0]]]),
    ] as [JSONTree])
  func `an edit is decoded anew where its ids have moved, or are taken`(operation: JSONTree) throws {
    let collection = try rows(3)
    let edit = try edit(operation, of: collection)
    let newest = try changed(collection, by: Self.insert("other", ["at": [[0, 0]]]))
    #expect(try edit.rebased(on: newest) == nil)
  }

  @Test func `a position at the end of a section is found anew where the section has more items`() throws {
    let collection = try rows(3)
    let edit = try edit(Self.insert("new", ["section": "s"]), of: collection)
    #expect(try edit.rebased(on: collection) != nil)
    #expect(try edit.rebased(on: changed(collection, by: Self.insert("other", ["at": [[0, 0]]]))) == nil)
  }

  @Test func `a batch is decoded anew for another layout, whose items may have other members`() throws {
    let collection = try rows(3)
    let edit = try edit(["op": "deleteItems", "ids": ["row 1"]], of: collection)
    let layout = try CollectionEdit.layout(
      Array(#"{"layout":{"kind":"grid","columns":2}}"#.utf8), of: collection, call)
    #expect(try edit.rebased(on: step(layout, on: collection).after) == nil)
  }

  private func ids(_ collection: SolvedCollection) -> [String?] {
    let items = collection.state.sections[0].items
    return (0..<items.count).map { items.id(at: $0) }
  }
}
