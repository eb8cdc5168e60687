import LayoutEngine
import TestSupport
import Testing

@testable import API

/// Layouts that adapt to the text size, and layouts that do not mirror.
struct AdaptingLayoutTests {
  private static let scaledRow: JSONTree = ["value": 44, "scaled": "body"]

  private func frames(
    _ layout: JSONTree, _ container: JSONTree, sections: JSONTree = [["itemCount": 7], ["itemCount": 3]]
  ) throws -> [[Double]] {
    let elements = try #require(
      try answer(request(container: container, layout: layout, sections: sections))["attributes"]?.elements)
    return elements.map { element in
      ["x", "y", "width", "height"].map { element["frame"]?[$0]?.number ?? .nan }
    }
  }

  private static func container(_ category: String? = nil, _ more: [String: JSONTree] = [:]) -> JSONTree {
    var container: JSONTree = ["width": 320, "height": 480]
    if let category { container["contentSizeCategory"] = .string(category) }
    for (name, value) in more { container[name] = value }
    return container
  }

  // MARK: Mirroring by choice

  /// A layout of a kind whose elements are not symmetrical.
  private static func lopsided(_ kind: String) -> JSONTree {
    var layout: JSONTree = ["kind": .string(kind)]
    switch kind {
    case "compositional":
      layout["sections"] = [
        [
          "group": [
            "size": ["width": 100, "height": 40], "items": [["size": ["width": 30, "height": 40]]],
          ],
          "contentInsets": [0, 5, 0, 0],
        ],
        ["grid": ["columns": 3]],
      ]
    case "custom": layout["frame"] = ["i * 11", "i * 7", 20, 10]
    case "list": layout["sectionInset"] = [0, 30, 0, 0]
    case "magazine": layout["sectionInsets"] = [0, 30, 0, 0]
    case "stack": layout["itemOffset"] = [9, 5]
    case "circle", "spiral", "coverFlow", "carousel": layout["sectionInset"] = [0, 30, 0, 0]
    case "flow": layout["itemAlignment"] = "leading"
    default: break
    }
    return layout
  }

  /// Apple's documentation of `UICollectionViewLayout.flipsHorizontallyInOppositeLayoutDirection`: "a Boolean value that
  /// indicates whether the horizontal coordinate system is automatically flipped at appropriate times". There its default is
  /// false; here it is true.
  @Test(arguments: LayoutKind.all.map(\.name))
  func `a layout of any kind mirrors from right to left, unless it is told not to`(kind: String) throws {
    var layout = Self.lopsided(kind)
    let leftToRight = try frames(layout, Self.container())
    let rightToLeft = Self.container(nil, ["layoutDirection": "rightToLeft"])
    let mirrored = try frames(layout, rightToLeft)
    #expect(mirrored != leftToRight)
    layout["flipsHorizontallyInOppositeLayoutDirection"] = false
    #expect(try frames(layout, rightToLeft) == leftToRight)
    #expect(try frames(layout, Self.container()) == leftToRight)
    layout["flipsHorizontallyInOppositeLayoutDirection"] = true
    #expect(try frames(layout, rightToLeft) == mirrored)
    layout["flipsHorizontallyInOppositeLayoutDirection"] = "no"
    #expect(
      refusal(of: request(layout: layout))?.pointers == ["/layout/flipsHorizontallyInOppositeLayoutDirection"]
    )
  }

  @Test func `a reader keeps the place in a layout that does not mirror, and cells read from the right`()
    throws
  {
    let service = try TestService()
    let layout: JSONTree = [
      "kind": "flow", "scrollDirection": "horizontal", "itemSize": [100, 400],
      "flipsHorizontallyInOppositeLayoutDirection": false,
    ]
    let items = JSONTree.array((0..<20).map { ["id": .string("i\($0)")] })
    let body: JSONTree = [
      "id": "c", "container": Self.container(nil, ["layoutDirection": "rightToLeft"]), "layout": layout,
      "bounds": [500, 0, 320, 480], "sections": [["items": items]],
    ]
    #expect(service.post("/v1/collections", body).status == 201)
    let change: JSONTree = ["updates": [["op": "deleteItems", "ids": ["i0"]]]]
    let diff = try #require(service.post("/v1/collections/c/updates", change).json)
    // The item at the left edge of the viewport stays there: the offset moves with what was deleted before it.
    #expect(diff["contentOffset"]?["x"]?.number == 390)
    let target = try #require(service.get("/v1/collections/c/scroll-target?id=i5&position=left").json)
    #expect(target["contentOffset"]?["x"]?.number == 440)
  }

  // MARK: Lengths that scale

  @Test(arguments: [("extraSmall", 14.0), ("large", 17), ("accessibilityExtraExtraExtraLarge", 53)])
  func `lengths, sizes and insets of layouts scale with the text size`(category: String, size: Double) throws
  {
    let factor = size / 17
    let container = Self.container(category)
    let rows = try frames(["kind": "list", "rowHeight": Self.scaledRow], container)
    #expect(isNear(rows[1], [0, 44 * factor, 320, 44 * factor], within: 1e-9))
    let cells = try frames(
      [
        "kind": "flow", "itemSize": [["value": 20, "scaled": "body"], 10],
        "minimumLineSpacing": Self.scaledRow,
        "sectionInset": ["top": Self.scaledRow], "itemAlignment": "leading",
      ], container, sections: [["itemCount": 30]])
    #expect(isNear(cells[0], [0, 44 * factor, 20 * factor, 10], within: 1e-9))
    let second = try #require(cells.first { $0[1] > cells[0][1] })
    #expect(isNear([second[1]], [10 + 88 * factor], within: 1e-9))
    let group: JSONTree = [
      "group": [
        "size": ["width": ["fractionalWidth": 1], "height": ["absolute": Self.scaledRow]],
        "items": [["size": [:]]],
      ]
    ]
    let groups = try frames(["kind": "compositional", "sections": [group]], container)
    #expect(isNear(groups[1], [0, 44 * factor, 320, 44 * factor], within: 1e-9))
  }

  @Test func `columns are broader, and so fewer, with larger text`() throws {
    let layout: JSONTree = ["kind": "grid", "columns": ["minimumWidth": ["value": 120, "scaled": "body"]]]
    func columns(_ category: String) throws -> Int {
      Set(try frames(layout, Self.container(category)).map { $0[0] }).count
    }
    #expect(try columns("large") == 2)
    #expect(try columns("extraSmall") == 3)
    #expect(try columns("accessibilityLarge") == 1)
  }

  @Test func `a length that scales has a value and a style, and stands for a length alone`() {
    let wrong: [(JSONTree, String)] = [
      (["kind": "list", "rowHeight": ["value": 44]], "/layout/rowHeight"),
      (["kind": "list", "rowHeight": ["value": 44, "scaled": "bold"]], "/layout/rowHeight/scaled"),
      (["kind": "list", "rowHeight": ["value": -1, "scaled": "body"]], "/layout/rowHeight/value"),
      (["kind": "justified", "targetRowHeight": ["value": 0, "scaled": "body"]], "/layout/targetRowHeight"),
      (["kind": "grid", "aspectRatio": Self.scaledRow], "/layout/aspectRatio"),
      (["kind": "grid", "columns": Self.scaledRow], "/layout/columns"),
    ]
    for (layout, pointer) in wrong {
      #expect(refusal(of: request(layout: layout))?.pointers == [pointer], "\(layout)")
    }
    let metrics: JSONTree = [["itemCount": 1, "metrics": ["rowHeight": Self.scaledRow]]]
    let inMetrics = refusal(of: request(layout: ["kind": "list"], sections: metrics))
    #expect(inMetrics?.pointers == ["/sections/0/metrics/rowHeight"])
    let outside = request(container: ["width": Self.scaledRow, "height": 1])
    #expect(refusal(of: outside)?.pointers == ["/container/width"])
  }

  // MARK: Accessibility sizes

  @Test func `members differ at accessibility sizes`() throws {
    let grid: JSONTree = [
      "kind": "grid", "columns": 2, "aspectRatio": 1, "accessibility": ["columns": 1, "rowHeight": 50],
    ]
    #expect(try frames(grid, Self.container("extraExtraExtraLarge"))[1] == [165, 0, 155, 155])
    #expect(try frames(grid, Self.container("accessibilityMedium"))[1] == [0, 60, 320, 50])
    let row: JSONTree = [
      "group": [
        "axis": "horizontal", "size": ["height": 40], "items": [["size": [100, 40]], ["size": [100, 40]]],
      ]
    ]
    let column: JSONTree = [
      "group": [
        "axis": "vertical", "size": ["height": 80], "items": [["size": [100, 40]], ["size": [100, 40]]],
      ]
    ]
    let compositional: JSONTree = [
      "kind": "compositional", "sections": [row], "accessibility": ["sections": [column]],
    ]
    #expect(try frames(compositional, Self.container())[1] == [100, 0, 100, 40])
    #expect(try frames(compositional, Self.container("accessibilityMedium"))[1] == [0, 40, 100, 40])
    let custom: JSONTree = [
      "kind": "custom", "frame": ["i * 10", 0, 10, 10], "accessibility": ["frame": [0, "i * 10", 10, 10]],
    ]
    #expect(try frames(custom, Self.container("accessibilityMedium"))[1] == [0, 10, 10, 10])
  }

  @Test func `faults in members at accessibility sizes have their place`() {
    let wrong: [(JSONTree, String)] = [
      (["kind": "grid", "accessibility": ["columns": 0]], "/layout/accessibility/columns"),
      (["kind": "grid", "accessibility": ["colums": 1]], "/layout/accessibility/colums"),
      (["kind": "grid", "accessibility": ["kind": "list"]], "/layout/accessibility/kind"),
      (["kind": "grid", "accessibility": 1], "/layout/accessibility"),
      (
        ["kind": "grid", "accessibility": ["scrollDirection": "horizontal"]],
        "/layout/accessibility/scrollDirection"
      ),
      (["kind": "grid", "accessibility": ["accessibility": [:]]], "/layout/accessibility/accessibility"),
      (
        ["kind": "custom", "frame": [0, 0], "accessibility": ["values": [:]]], "/layout/accessibility/values"
      ),
    ]
    for (layout, pointer) in wrong {
      #expect(refusal(of: request(layout: layout))?.pointers == [pointer], "\(layout)")
    }
    let group: JSONTree = ["group": ["items": [["size": [10, 10]]]]]
    let empty: JSONTree = ["kind": "compositional", "sections": [group], "accessibility": ["sections": []]]
    #expect(refusal(of: request(layout: empty))?.pointers == ["/layout/accessibility/sections"])
  }

  /// Apple's documentation of `maximumContentSizeCategory`: "The maximum size to use for a view when it uses Dynamic Type".
  @Test func `the text size of a container has limits`() throws {
    let layout: JSONTree = ["kind": "list", "rowHeight": ["value": 17, "scaled": "body"]]
    func height(_ category: String, _ limits: [String: JSONTree]) throws -> Double {
      try frames(layout, Self.container(category, limits))[0][3]
    }
    let limits: [String: JSONTree] = [
      "minimumContentSizeCategory": "small", "maximumContentSizeCategory": "extraLarge",
    ]
    #expect(isNear([try height("extraSmall", limits), try height("accessibilityLarge", limits)], [15, 19]))
    #expect(isNear([try height("extraSmall", [:]), try height("accessibilityLarge", [:])], [14, 33]))
    let crossed = Self.container(
      nil, ["minimumContentSizeCategory": "large", "maximumContentSizeCategory": "small"])
    #expect(refusal(of: request(container: crossed))?.pointers == ["/container/minimumContentSizeCategory"])
  }

  // MARK: Stored collections

  @Test func `a viewport whose text size changes is laid out anew`() throws {
    let service = try TestService()
    let body: JSONTree = [
      "id": "c", "container": Self.container(), "layout": ["kind": "list", "rowHeight": Self.scaledRow],
      "sections": [["itemCount": 100]],
    ]
    #expect(service.post("/v1/collections", body).json?["contentSize"]?["height"]?.number == 4400)
    let larger: JSONTree = ["container": Self.container("accessibilityMedium")]
    let answer = service.put("/v1/collections/c/bounds", larger)
    #expect(answer.status == 200)
    let height = try #require(service.get("/v1/collections/c").json?["contentSize"]?["height"]?.number)
    #expect(abs(height - 4400 * 28 / 17) < 1e-6)
    let change: JSONTree = ["updates": [["op": "deleteItems", "at": [[0, 0]]]]]
    let diff = service.post("/v1/collections/c/updates", change)
    #expect(diff.status == 200, "\(diff.detail)")
    let after = try #require(service.get("/v1/collections/c").json?["contentSize"]?["height"]?.number)
    #expect(abs(after - 4356 * 28 / 17) < 1e-6)
  }
}
