import LayoutEngine
import TestSupport
import Testing

@testable import API

/// A scale that is no screen's: its pixels would be as large as the universe.
struct ScaleTests {
  static let kinds: [JSONTree] = [
    ["kind": "flow"], ["kind": "list"], ["kind": "grid"], ["kind": "waterfall"], ["kind": "justified"],
    ["kind": "magazine"], ["kind": "stack"], ["kind": "circle"], ["kind": "spiral"], ["kind": "coverFlow"],
    ["kind": "carousel"],
    ["kind": "compositional", "sections": [["group": ["size": ["height": 44], "items": [[:]]]]]],
    ["kind": "custom", "frame": ["x": "i", "y": "i * 10"]],
  ]

  /// Below the least normal number, one pixel is longer than any number of points.
  private static let subnormal = Double.leastNormalMagnitude / 200

  private static let scales: [JSONTree] = [
    .number(subnormal), .number(.leastNonzeroMagnitude), 1e-300, 0.0099, 0, -1, 1001, 1e300,
  ]

  private func body(_ layout: JSONTree, scale: JSONTree, _ more: [String: JSONTree] = [:]) -> JSONTree {
    let container: JSONTree = [
      "width": 190, "height": 480, "scale": scale, "layoutDirection": "rightToLeft",
    ]
    let body: [String: JSONTree] = [
      "container": container, "layout": layout, "sections": [["items": [["id": "a"], ["size": [3, 150]]]]],
    ]
    return .object(body.merging(more) { $1 })
  }

  private func expectRefusal(_ answer: TestResponse, at pointer: String, _ comment: Comment) {
    #expect(answer.status == 422, comment)
    #expect(answer.json?["errors"]?[0]?["pointer"]?.string == pointer, comment)
    #expect(answer.json?["detail"]?.string?.contains("a number from 0.01 to 1000") == true, comment)
  }

  @Test func `there is a layout of every kind`() {
    #expect(Self.kinds.map { $0["kind"]?.string } == LayoutKind.all.map(\.name))
  }

  @Test(arguments: kinds)
  func `every route refuses a scale beyond its range`(layout: JSONTree) throws {
    let service = try TestService()
    let rect: JSONTree = [0, 0, 1, 1]
    #expect(service.create("c", body(layout, scale: 2)).status == 201)
    for scale in Self.scales {
      let comment: Comment = "\(scale)"
      let hostile = body(layout, scale: scale, ["visibleRect": rect])
      expectRefusal(service.post("/v1/layouts", hostile), at: "/container/scale", comment)
      let diff: JSONTree = ["before": body(layout, scale: scale), "updates": [], "bounds": rect]
      expectRefusal(service.post("/v1/diffs", diff), at: "/before/container/scale", comment)
      let stored = body(layout, scale: scale, ["id": "d", "bounds": rect])
      expectRefusal(service.post("/v1/collections", stored), at: "/container/scale", comment)
      let container: JSONTree = ["width": 1, "height": 1, "scale": scale]
      let moved: JSONTree = ["container": container, "bounds": rect]
      expectRefusal(service.put("/v1/collections/c/bounds", moved), at: "/container/scale", comment)
      expectRefusal(service.put("/v1/collections/c/viewports/watch", moved), at: "/container/scale", comment)
      let cells: JSONTree = ["width": 100, "items": [], "scale": scale]
      expectRefusal(service.post("/v1/measurements", cells), at: "/scale", comment)
    }
  }

  @Test(arguments: kinds)
  func `the smallest scale lays out, in every part of the content`(layout: JSONTree) throws {
    let service = try TestService()
    #expect(service.create("c", body(layout, scale: 0.01)).status == 201)
    for rect in ["0,0,1,1", "-9e15,-9e15,9e15,9e15", "0,0,0,0", "1e-300,1e-300,1e-300,9e15"] {
      #expect(service.get("/v1/collections/c/attributes?rect=\(rect)").status == 200, "\(rect)")
    }
    #expect(service.put("/v1/collections/c/bounds", ["bounds": [0, 0, 1, 1]]).status == 200)
  }

  @Test func `a layout that is used as a library survives any scale`() throws {
    let sections = SectionList([Section(items: ItemSequence(count: 3))])
    for kind in LayoutKind.all where kind.name != "compositional" {
      for scale in [.leastNonzeroMagnitude, Self.subnormal, 1e-300, 1e-9, 1e300, .infinity, .nan, -1] {
        let container = Container(
          size: Size(width: 100, height: 100), scale: scale, direction: .rightToLeft)
        let layout = try kind.prepare(sections, in: container)
        let rect = Rect(x: 0, y: 0, width: 100, height: 100)
        #expect(layout.elements(in: rect, visible: rect).count <= 3, "\(kind.name) \(scale)")
        #expect(layout.elements(in: nil, visible: nil).count <= 3)
        _ = layout.attributes(of: .cell(0, 1), visible: rect)
        _ = layout.targetContentOffset(forProposed: rect, velocity: Point(x: 1, y: 1))
      }
    }
  }
}
