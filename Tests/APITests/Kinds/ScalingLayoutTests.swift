import LayoutEngine
import TestSupport
import Testing

@testable import API

/// Layouts whose lengths scale with the size of a text style.
struct ScalingLayoutTests: LayoutFrameTests {
  // MARK: Lengths

  /// Apple's documentation of `UIFontMetrics.scaledValue(for:compatibleWith:)`: "Returns a scaled value based on the
  /// associated text style for the specified trait collection". Its Human Interface Guidelines have the sizes of the styles
  /// (Typography, iOS and iPadOS Dynamic Type sizes): 17 points of `body` at `large` are 14 at the smallest size and 53 at
  /// the largest.
  @Test(arguments: [("extraSmall", 14.0), ("large", 17), ("accessibilityExtraExtraExtraLarge", 53)])
  func `the given lengths of a layout scale with the text size`(category: String, size: Double) throws {
    let factor = size / 17
    let container = Self.container(category)
    let rows = try frames(
      ["kind": "list", "rowHeight": 34, "tableHeader": [0, 17], "lengthsScaleWith": "body"], container)
    #expect(isNear(rows[1], [0, 17 * factor, 320, 34 * factor], within: 1e-9))
    let cells = try frames(
      [
        "kind": "flow", "itemSize": [20, 10], "minimumLineSpacing": 44, "sectionInset": [17, 0, 0, 0],
        "itemAlignment": "leading", "lengthsScaleWith": "body",
      ], container, sections: [["itemCount": 40]])
    #expect(isNear(cells[0], [0, 17 * factor, 20 * factor, 10 * factor], within: 1e-9))
    let second = try #require(cells.first { $0[1] > cells[0][1] })
    #expect(isNear([second[1]], [71 * factor], within: 1e-9))
    let next = try #require(cells.first { $0[0] > 0 })
    #expect(isNear([next[0]], [20 * factor + 10], within: 1e-9), "a default stays")
  }

  @Test func `ratios, counts and angles do not scale`() throws {
    let layout: JSONTree = [
      "kind": "grid", "columns": 2, "columnSpacing": 0, "aspectRatio": 2, "lengthsScaleWith": "body",
    ]
    #expect(try frames(layout, Self.container("accessibilityMedium"))[0] == [0, 0, 160, 80])
  }

  @Test func `columns are broader, and so fewer, with larger text`() throws {
    let layout: JSONTree = [
      "kind": "grid", "columns": ["minimumWidth": 120], "lengthsScaleWith": "body",
    ]
    func columns(_ category: String) throws -> Int {
      Set(try frames(layout, Self.container(category)).map { $0[0] }).count
    }
    #expect(try columns("large") == 2)
    #expect(try columns("extraSmall") == 3)
    #expect(try columns("accessibilityLarge") == 1)
  }

  @Test func `the lengths that sections override scale with the style of the layout`() throws {
    let sections: JSONTree = [["itemCount": 1, "metrics": ["rowHeight": 17]], ["itemCount": 1]]
    let layout: JSONTree = ["kind": "list", "rowHeight": 34, "lengthsScaleWith": "body"]
    let rows = try frames(layout, Self.container("accessibilityMedium"), sections: sections)
    #expect(isNear([rows[0][3], rows[1][3]], [28, 56], within: 1e-9))
  }

  /// A layout of each kind with every length that moves an element.
  private static func measured(_ kind: String) -> JSONTree {
    var layout: JSONTree = ["kind": .string(kind)]
    switch kind {
    case "flow": layout["itemSize"] = [20, 10]
    case "list": layout["rowHeight"] = 20
    case "grid": layout["rowHeight"] = 20
    case "waterfall": layout["minimumColumnSpacing"] = 20
    case "justified": layout["targetRowHeight"] = 30
    case "magazine": layout["verticalSpacing"] = 20
    case "compositional":
      layout["sections"] = [
        ["group": ["size": ["width": 100, "height": 40], "items": [["size": ["width": 30, "height": 40]]]]]
      ]
    default: layout["itemSize"] = [20, 10]
    }
    return layout
  }

  @Test(arguments: LayoutKind.all.map(\.name).filter { $0 != "custom" })
  func `a layout of any kind but custom scales, and is as before at the size large`(kind: String) throws {
    var layout = Self.measured(kind)
    let plain = try frames(layout, Self.container("accessibilityMedium"))
    #expect(try frames(layout, Self.container()) == plain)
    layout["lengthsScaleWith"] = "footnote"
    #expect(try frames(layout, Self.container()) == plain)
    #expect(try frames(layout, Self.container("accessibilityMedium")) != plain)
    layout["lengthsScaleWith"] = "bodi"
    #expect(refusal(of: request(layout: layout))?.pointers == ["/layout/lengthsScaleWith"])
  }

  @Test func `a custom layout, whose lengths are expressions, does not take a style`() {
    let layout: JSONTree = ["kind": "custom", "frame": [0, 0, 1, 1], "lengthsScaleWith": "body"]
    #expect(refusal(of: request(layout: layout))?.pointers == ["/layout/lengthsScaleWith"])
  }

  @Test func `lengths beyond the limit of coordinates stay at it`() throws {
    let layout: JSONTree = ["kind": "list", "rowHeight": 9_007_199_254_740_992, "lengthsScaleWith": "body"]
    let body = request(
      container: Self.container("accessibilityMedium"), layout: layout, sections: [["itemCount": 2]])
    #expect(try TestService().post("/v1/layouts", body).code == "content_too_large")
  }

  // MARK: Compositional layouts

  @Test func `a section of a compositional layout has a style of its own, or that of the layout`() throws {
    let rows: JSONTree = ["size": ["width": ["fractionalWidth": 1], "height": 17], "items": [["size": [:]]]]
    let layout: JSONTree = [
      "kind": "compositional", "interSectionSpacing": 34, "lengthsScaleWith": "body",
      "sections": [
        ["group": rows, "contentInsets": [0, 17, 0, 0]], ["list": ["rowHeight": 17]],
        ["group": rows, "lengthsScaleWith": "largeTitle"],
      ],
    ]
    let sections: JSONTree = [["itemCount": 1], ["itemCount": 1], ["itemCount": 1]]
    let found = try frames(layout, Self.container("accessibilityMedium"), sections: sections)
    // Body grows from 17 to 28 points, the large title from 34 to 44.
    let title = 17.0 * 44 / 34
    #expect(isNear(found[0], [28, 0, 292, 28], within: 1e-9))
    #expect(isNear(found[1], [0, 84, 320, 28], within: 1e-9))
    #expect(isNear(found[2], [0, 168, 320, title], within: 1e-9))
  }

  @Test func `views, spacings and estimates of compositional layouts scale`() throws {
    let section: JSONTree = [
      "group": [
        "size": ["width": ["fractionalWidth": 1], "height": ["estimated": 17]],
        "interItemSpacing": 17, "contentInsets": [0, 17, 0, 0],
        "items": [
          [
            "size": ["width": 34, "height": ["estimated": 17]], "edgeSpacing": ["top": 17],
            "supplementaryItems": [
              [
                "kind": "badge", "size": ["width": 17, "height": 17],
                "containerAnchor": ["edges": ["top", "leading"], "absoluteOffset": [17, 0]],
              ]
            ],
          ]
        ],
      ],
      "boundarySupplementaryItems": [
        ["kind": "header", "alignment": "top", "size": ["height": 17], "absoluteOffset": [0, 17]]
      ],
    ]
    let layout: JSONTree = ["kind": "compositional", "sections": [section]]
    let plain = try frames(layout, Self.container(), sections: [["itemCount": 2]])
    var scaling = layout
    scaling["lengthsScaleWith"] = "body"
    let scaled = try frames(
      scaling, Self.container("accessibilityMedium", ["width": .number(320 * 28 / 17)]),
      sections: [["itemCount": 2]])
    // With a container that grows alike, everything grows.
    #expect(plain.count == scaled.count && plain.count > 3)
    for (before, after) in zip(plain, scaled) {
      #expect(isNear(after, before.map { $0 * 28 / 17 }, within: 1e-6), "\(before)")
    }
  }

  // MARK: Stored collections

  @Test(
    arguments: [
      ["kind": "list", "rowHeight": 44, "lengthsScaleWith": "body"],
      [
        "kind": "compositional", "lengthsScaleWith": "body",
        "sections": [
          ["group": ["size": ["width": ["fractionalWidth": 1], "height": 44], "items": [["size": [:]]]]]
        ],
      ],
    ] as [JSONTree])
  func `a viewport whose text size changes is laid out anew`(layout: JSONTree) throws {
    let service = try TestService()
    let body: JSONTree = [
      "id": "c", "container": Self.container(), "layout": layout, "sections": [["itemCount": 100]],
    ]
    func height() throws -> Double {
      try #require(service.get("/v1/collections/c").json?["contentSize"]?["height"]?.number)
    }
    #expect(service.post("/v1/collections", body).json?["contentSize"]?["height"]?.number == 4400)
    let larger: JSONTree = [
      "container": Self.container("accessibilityMedium"), "bounds": [0, 0, 320, 480],
    ]
    #expect(service.put("/v1/collections/c/bounds", larger).status == 200)
    #expect(abs(try height() - 4400 * 28 / 17) < 1e-6)
    let change: JSONTree = ["updates": [["op": "deleteItems", "at": [[0, 0]]]]]
    let diff = service.post("/v1/collections/c/updates", change)
    #expect(diff.status == 200, "\(diff.detail)")
    #expect(abs(try height() - 4356 * 28 / 17) < 1e-6)
  }

  @Test func `an estimate that is learned from measured rows does not scale again`() throws {
    let service = try TestService()
    let body: JSONTree = [
      "id": "c", "container": Self.container("accessibilityMedium"),
      "layout": ["kind": "list", "rowHeight": "automatic", "lengthsScaleWith": "body"],
      "sections": [["itemCount": 10]], "learning": "always",
    ]
    #expect(service.post("/v1/collections", body).status == 201)
    let measured: JSONTree = [
      "measurements": .array((0..<5).map { ["indexPath": [0, .number(Double($0))], "size": [320, 100]] })
    ]
    let answer = service.post("/v1/collections/c/measurements", measured)
    #expect(answer.status == 200, "\(answer.detail)")
    #expect(service.get("/v1/collections/c").json?["contentSize"]?["height"]?.number == 1000)
  }
}
