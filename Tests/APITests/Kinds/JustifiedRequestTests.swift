import API
import TestSupport
import Testing

/// The parameters of justified layouts on the wire.
struct JustifiedRequestTests {
  private func body(_ parameter: String, _ value: JSONTree, inMetrics: Bool) -> JSONTree {
    let section: JSONTree = ["items": [["aspectRatio": 1.5], ["aspectRatio": 1], ["aspectRatio": 0.7], [:]]]
    let body = request(
      container: ["width": 500, "height": 600], layout: ["kind": "justified"],
      sections: [section.setting("/metrics", to: [:])])
    return body.setting(inMetrics ? "/sections/0/metrics/\(parameter)" : "/layout/\(parameter)", to: value)
  }

  private static let wrong: [(String, JSONTree)] = [
    ("targetRowHeight", 0), ("targetRowHeight", -1), ("targetRowHeight", "tall"),
    ("targetRowHeightTolerance", -0.1), ("targetRowHeightTolerance", 1.1), ("targetRowHeightTolerance", nil),
    ("boxSpacing", -1), ("boxSpacing", [1, 2]), ("boxSpacing", ["horizontal": -1]), ("boxSpacing", ["x": 1]),
    ("boxSpacing", ["vertical": "wide"]), ("containerPadding", "10"), ("containerPadding", [1, 2]),
    ("containerPadding", ["leading": 1]), ("containerPadding", nil),
    ("maxRows", 0), ("maxRows", -1), ("maxRows", 1.5), ("maxRows", false),
    ("maxPerRow", 0), ("maxPerRow", 1.5), ("maxPerRow", "2"),
    ("forceAspectRatio", true), ("forceAspectRatio", 0), ("forceAspectRatio", -1), ("forceAspectRatio", "1"),
    ("showWidows", 1), ("showWidows", "no"),
    ("fullWidthBreakoutRowCadence", true), ("fullWidthBreakoutRowCadence", 0),
    ("fullWidthBreakoutRowCadence", 2.5), ("fullWidthBreakoutRowCadence", nil),
    ("widowLayoutStyle", "middle"), ("widowLayoutStyle", 1),
    ("edgeCaseMinRowHeight", -1), ("edgeCaseMinRowHeight", "low"),
    ("edgeCaseMaxRowHeight", -1), ("edgeCaseMaxRowHeight", []),
  ]

  @Test(arguments: wrong)
  func `a value that a parameter does not take is refused where it stands`(
    parameter: String, value: JSONTree
  ) {
    for inMetrics in [false, true] {
      let problem = refusal(of: body(parameter, value, inMetrics: inMetrics))
      let place = inMetrics ? "/sections/0/metrics/\(parameter)" : "/layout/\(parameter)"
      #expect(problem?.code == .invalidRequest, "\(parameter) = \(value)")
      #expect(problem?.pointers.count == 1 && problem?.pointers[0].hasPrefix(place) == true)
    }
  }

  private static let right: [(String, JSONTree)] = [
    ("targetRowHeight", 150), ("targetRowHeightTolerance", 1), ("boxSpacing", 4),
    ("boxSpacing", ["horizontal": 3]), ("boxSpacing", ["vertical": 3]), ("containerPadding", 0),
    ("containerPadding", [5, 6, 7, 8]), ("containerPadding", ["left": 40]), ("maxRows", 1),
    ("forceAspectRatio", 2), ("showWidows", false), ("fullWidthBreakoutRowCadence", 1),
    ("edgeCaseMinRowHeight", 2), ("edgeCaseMaxRowHeight", 0.75),
  ]

  @Test(arguments: right)
  func `a parameter changes the layout, and the metrics of a section override it alike`(
    parameter: String, value: JSONTree
  ) throws {
    let ofLayout = try answer(body(parameter, value, inMetrics: false))
    let ofSection = try answer(body(parameter, value, inMetrics: true))
    #expect(ofLayout == ofSection)
    #expect(try ofLayout != answer(body("showWidows", true, inMetrics: false)))
  }

  @Test func `false overrides a value of the layout`() throws {
    for (parameter, value) in [("forceAspectRatio", 2.0), ("fullWidthBreakoutRowCadence", 1)] {
      let both = body(parameter, .number(value), inMetrics: false)
        .setting("/sections/0/metrics/\(parameter)", to: false)
      #expect(try answer(both) == answer(body("showWidows", true, inMetrics: false)))
    }
  }

  @Test func `omitted parameters have the documented defaults`() throws {
    let defaults: JSONTree = [
      "kind": "justified", "targetRowHeight": 320, "targetRowHeightTolerance": 0.25, "boxSpacing": 10,
      "containerPadding": 10, "forceAspectRatio": false, "showWidows": true,
      "fullWidthBreakoutRowCadence": false, "widowLayoutStyle": "left", "edgeCaseMinRowHeight": 0.5,
      "edgeCaseMaxRowHeight": 2,
    ]
    let sections: JSONTree = [
      ["items": [["aspectRatio": 0.3], ["aspectRatio": 9], ["aspectRatio": 1.5], ["aspectRatio": 40], [:]]]
    ]
    let container: JSONTree = ["width": 500, "height": 600]
    let plain = try answer(request(container: container, layout: ["kind": "justified"], sections: sections))
    #expect(try plain == answer(request(container: container, layout: defaults, sections: sections)))
    #expect(plain.at("/attributes/0/frame/height") == 640)
    #expect(plain.at("/attributes/3/frame/height") == 160)
  }

  @Test func `the error for a mistyped parameter suggests the nearest one`() {
    let problem = refusal(of: body("maxRow", 3, inMetrics: false))
    #expect(problem?.detail.contains("did you mean \"maxRows\"?") == true)
  }

  @Test func `items that are not placed are not in the response`() throws {
    var limited = request(layout: ["kind": "justified", "maxRows": 2], sections: [["itemCount": 100]])
    #expect(try answer(limited)["attributes"]?.elements?.count == 2)
    limited["visibleRect"] = [0, 0, 320, 10_000]
    #expect(try answer(limited)["attributes"]?.elements?.count == 2)
  }

  @Test func `items that are not placed do not make a response too large`() throws {
    let limited = request(layout: ["kind": "justified", "maxRows": 2], sections: [["itemCount": 10_000_000]])
    let bytes = try answerBytes(limited.description, solver: LayoutSolver(answerLimit: 1000))
    #expect(try JSONTree(parsing: bytes)["attributes"]?.elements?.count == 2)
  }
}
