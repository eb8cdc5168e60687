import API
import CollectionModel
import JSON
import LayoutEngine
import TestSupport
import Testing
import Wire

@testable import PageEngine

/// Layouts without a service, against those of the service.
struct PageLayoutTests {
  private static let kinds: [JSONTree] = [
    ["kind": "flow", "itemSize": [60, 40], "headerReferenceSize": [0, 20]],
    ["kind": "list", "rowHeight": 30], ["kind": "grid", "columns": 3],
    ["kind": "waterfall", "columnCount": 2],
    ["kind": "justified"], ["kind": "stack"], ["kind": "circle"], ["kind": "spiral"], ["kind": "coverFlow"],
  ]

  private static func body(_ layout: JSONTree) -> [UInt8] {
    let items = (0..<40).map { (number: Int) -> JSONTree in
      ["id": .string("item \(number)"), "size": [50, .number(Double(20 + number % 7 * 9))]]
    }
    let body: JSONTree = [
      "container": ["width": 320, "height": 480], "layout": layout, "visibleRect": [0, 100, 320, 480],
      "sections": [["items": .array(items)], ["itemCount": 30]],
    ]
    return Array(body.description.utf8)
  }

  @Test(arguments: kinds) func `a page and the service write the same bytes`(layout: JSONTree) throws {
    let body = Self.body(layout)
    let page = try PageLayout.reading(body)
    let solved = try LayoutSolver().solve(body)
    for format in [ResponseFormat.objects, .columns, .binary] {
      let here = try page.elements(in: nil, as: format).withUnsafeBytes { Array($0) }
      let there = try solved.bytes(as: format).withUnsafeBytes { Array($0) }
      #expect(here == there && here.count > 100, "\(format)")
    }
  }

  @Test func `a rect has its own elements`() throws {
    let page = try PageLayout.reading(Self.body(["kind": "list", "rowHeight": 30]))
    let rect = Rect(x: 0, y: 0, width: 320, height: 49)
    let elements = try JSONTree(parsing: page.elements(in: rect, as: .objects))["attributes"]?.elements
    #expect(elements?.map { $0["id"] } == ["item 0", "item 1"])
  }

  @Test func `pictures are left to the service`() throws {
    let page = try PageLayout.reading(Self.body(["kind": "grid"]))
    let problem = #expect(throws: Problem.self) { try page.elements(in: nil, as: .svg) }
    #expect(problem?.code == .notAcceptable)
  }

  @Test func `templates and content need the service, with the place of each in the body`() throws {
    let body: JSONTree = [
      "container": ["width": 320, "height": 480], "layout": ["kind": "list"],
      "templates": ["t": ["sizeThatFits": ["text": [:]]]],
      "sections": [["items": [["template": "t", "content": "text"], ["content": "text"]]]],
    ]
    let problem = #expect(throws: Problem.self) { try PageLayout.reading(Array(body.description.utf8)) }
    #expect(problem?.code == .invalidRequest)
    #expect(
      problem?.faults.map(\.pointer) == [
        "/templates", "/sections/0/items/0/template", "/sections/0/items/1/content",
      ])
  }
}
