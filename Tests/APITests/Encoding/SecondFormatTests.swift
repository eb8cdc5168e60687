import Collections
import JSON
import LayoutEngine
import TestSupport
import Testing

@testable import API
@testable import Wire

/// A format that is written once, in the tests, works for every response: it carries the same values as JSON.
struct SecondFormatTests {
  private let budget = EncodingBudget(bytes: .max)

  private static func collection(_ layout: JSONTree = ["kind": "list", "rowHeight": 20]) throws
    -> SolvedCollection
  {
    let body: JSONTree = [
      "container": ["width": 100, "height": 60], "layout": layout,
      "bounds": ["x": 0, "y": 0, "width": 100, "height": 60],
      "sections": [
        [
          "id": "s", "header": ["size": [100, 10]],
          "items": [["id": "a"], ["id": "ü\n\"", "size": [30, 20]], [:], ["id": "d"]],
        ]
      ],
    ]
    return try CollectionDescription.decode(
      Array(body.description.utf8), for: .storage, limits: RequestLimits(), isCancelled: { false }
    ).solved(measuring: ContentMeasurer(cells: CellSizing()))
  }

  private func expectAlike(_ response: some ResponseBody, _ location: SourceLocation = #_sourceLocation)
    throws
  {
    let json = try response.encoded(as: .objects, budget).withUnsafeBytes { Array($0) }
    let cbor = try response.encoded(by: CBORWriter.self, budget).withUnsafeBytes { Array($0) }
    let tree = try JSONTree(parsing: json)
    #expect(cbor != json && tree.difference(from: JSONTree(cbor: cbor)) == nil, sourceLocation: location)
  }

  private static func diff(of solved: SolvedCollection) throws -> (step: CollectionStep, DiffResponse) {
    var step = try solved.applying(
      .updates([
        BatchUpdate(.deleteItems(at: [IndexPath(section: 0, item: 0)])),
        BatchUpdate(.insertItems(at: [IndexPath(section: 0, item: 2)], [Item(id: "new")])),
      ]))
    step.place()
    let subscription = try DiffSubscription(
      Query(TestService.head(.get, "/?scope=all&runs=true", [:], bytes: [])))
    return (step, try subscription.response(to: step))
  }

  @Test(
    arguments: [
      ["kind": "list", "rowHeight": 20], ["kind": "carousel"], ["kind": "flow", "itemSize": [200, 20]],
    ] as [JSONTree])
  func `a layout and attributes come in a second format`(layout: JSONTree) throws {
    let solved = try Self.collection(layout)
    try expectAlike(try solved.response(in: nil, on: solved.state.main, as: .objects, budget))
    let identity = CollectionIdentity(id: "c", version: 1)
    try expectAlike(
      try solved.response(in: solved.state.bounds, on: solved.state.main, of: identity, as: .objects, budget))
  }

  @Test func `a diff comes in a second format`() throws {
    let (_, diff) = try Self.diff(of: Self.collection())
    try expectAlike(diff)
  }

  @Test func `viewports and what moving them shows come in a second format`() throws {
    let solved = try Self.collection()
    try expectAlike(ViewportList(solved: solved))
    let change = ViewportChange(
      name: Viewport.main, bounds: Rect(x: 0, y: 30, width: 80, height: 60),
      container: (Container(size: Size(width: 80, height: 60)), Array(#"{"width":80,"height":60}"#.utf8)))
    let step = try solved.applying(change)
    let response = ScrollResponse(step: step, change: change, viewport: step.after.state.main)
    try expectAlike(response)
  }

  @Test func `history comes in a second format`() throws {
    let (_, diff) = try Self.diff(of: Self.collection())
    func response(_ bytes: ByteBuffer) -> HistoryResponse {
      HistoryResponse(since: 1, version: 2, newest: 2, diffs: [bytes, bytes])
    }
    let json = try response(diff.encoded(as: .objects, budget)).encoded(as: .objects, budget)
    let cbor = try response(diff.encoded(by: CBORWriter.self, budget)).encoded(by: CBORWriter.self, budget)
    let tree = try JSONTree(parsing: json.withUnsafeBytes { Array($0) })
    #expect(tree["diffs"]?.elements?.count == 2)
    #expect(tree.difference(from: JSONTree(cbor: cbor.withUnsafeBytes { Array($0) })) == nil)
  }

  @Test func `an event comes in a second format`() throws {
    let (step, diff) = try Self.diff(of: Self.collection())
    let json = try ServerSentEvent.event(id: step.after.version, diff, budget).withUnsafeBytes { Array($0) }
    let cbor = try ServerSentEvent.event(id: step.after.version) { (writer: inout CBORWriter) in
      try diff.write(to: &writer, budget)
    }.withUnsafeBytes { Array($0) }
    let start = Array("id: 2\ndata: ".utf8)
    #expect(json.starts(with: start) && cbor.starts(with: start) && json.suffix(2) == cbor.suffix(2))
    let tree = try JSONTree(parsing: Array(json.dropFirst(start.count).dropLast(2)))
    #expect(tree.difference(from: JSONTree(cbor: Array(cbor.dropFirst(start.count).dropLast(2)))) == nil)
    #expect(tree["cause"]?.string == "updates")
  }
}
