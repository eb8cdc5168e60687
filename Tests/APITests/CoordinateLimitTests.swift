import TestSupport
import Testing

@testable import API

/// Coordinates beyond 2^53, where a number no longer counts points.
struct CoordinateLimitTests {
  private static let large: JSONTree = 5e15
  private static let back: JSONTree = [5e15, 0, -9e15, 0]

  /// Layouts whose content is short although an element is far away.
  private static let distant: [(layout: JSONTree, section: JSONTree)] = [
    (["kind": "list", "sectionInset": back, "sectionHeaderHeight": large], [:]),
    (["kind": "flow", "sectionInset": back, "headerReferenceSize": [0, large]], [:]),
    (["kind": "grid", "sectionInset": back, "headerHeight": large], [:]),
    (["kind": "waterfall", "sectionInset": back, "headerHeight": large], [:]),
    (["kind": "justified", "containerPadding": back], ["header": ["size": [0, large]]]),
    (
      ["kind": "magazine", "itemInsets": [9e15, 0, -9e15, 0], "sectionInsets": [9e15, 0, -9e15, 0]],
      ["header": ["size": [0, 10]]]
    ),
    (["kind": "list", "sectionInset": [0, 9e15, 0, -9e15], "separator": [0, 9e15, 0, 0]], [:]),
    (["kind": "flow", "sectionInset": [0, 9e15, 0, -18e15]], [:]),
  ]

  private func body(_ layout: JSONTree, _ section: JSONTree, direction: JSONTree = "leftToRight") -> JSONTree
  {
    var section = section
    section["items"] = [["id": "a"]]
    let container: JSONTree = ["width": 100, "height": 100, "layoutDirection": direction]
    return ["container": container, "layout": layout, "sections": [section]]
  }

  @Test func `columns of a waterfall beyond the limit are refused although the container is narrow`() throws {
    let layout: JSONTree = ["kind": "waterfall", "columnCount": 3, "minimumColumnSpacing": 9e15]
    let problem = try #require(refusal(of: request(layout: layout, sections: [["itemCount": 3]])))
    #expect(problem.code == .contentTooLarge, "\(problem)")
    #expect(refusal(of: request(layout: layout, sections: [["itemCount": 1]])) == nil)
  }

  @Test(arguments: distant.dropLast().indices)
  func `an element beyond the limit is refused although the content ends before it`(number: Int) throws {
    let (layout, section) = Self.distant[number]
    let problem = try #require(refusal(of: body(layout, section)))
    #expect(problem.code == .contentTooLarge && problem.detail.contains("2^53"), "\(layout) \(problem)")
    let service = try TestService()
    #expect(service.create("c", body(layout, section)).status == 422)
    #expect(service.create("d", body(["kind": "flow"], section)).status == 201)
    #expect(service.put("/v1/collections/d/layout", ["layout": layout]).status == 422)
    #expect(service.get("/v1/collections/d").json?["version"]?.int == 1)
  }

  @Test func `an item far to the side is refused where right to left mirrors it there`() throws {
    let layout: JSONTree = [
      "kind": "flow", "sectionInset": [0, 9e15, 0, -9e15], "itemSize": [9e15, 10],
    ]
    #expect(refusal(of: body(layout, [:]))?.code == nil)
    #expect(refusal(of: body(layout, [:], direction: "rightToLeft"))?.code == .contentTooLarge)
  }

  @Test func `elements up to the coordinate limit are returned`() throws {
    let layout: JSONTree = [
      "kind": "list", "sectionInset": [4e15, 9e15, -8e15, -9e15], "sectionHeaderHeight": 4e15,
    ]
    let elements = try #require(answer(body(layout, [:]))["attributes"]?.elements)
    #expect(elements.map { $0["frame"]?["y"]?.number } == [0, 8e15])
    #expect(elements.map { $0["frame"]?["x"]?.number } == [0, 9e15])
  }

  @Test func `items broader than their lines cost no look at every element`() throws {
    let items = JSONTree.array((0..<3).map { _ in ["size": [500, 10]] })
    var body = body(["kind": "flow"], [:], direction: "rightToLeft")
    body["sections"] = [["items": items]]
    let elements = try #require(answer(body)["attributes"]?.elements)
    #expect(elements.map { $0["frame"]?["x"]?.number } == [-400, -400, -400])
  }

  @Test func `more kinds of views than an element can name are refused`() throws {
    let items = (0..<70_000).map { JSONTree.object(["kind": .string("k\($0)")]) }
    let section: JSONTree = [
      "group": ["size": ["height": 44], "items": [[:]]], "decorationItems": .array(items),
    ]
    let problem = try #require(refusal(of: body(["kind": "compositional", "sections": [section]], [:])))
    #expect(problem.code == .invalidRequest && problem.faults.first?.detail.contains("70000 kinds") == true)
  }
}
