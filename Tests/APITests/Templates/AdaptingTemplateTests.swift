import LayoutEngine
import TestSupport
import Testing

/// Templates that adapt to the text size beyond the fonts of their texts.
struct AdaptingTemplateTests {
  private func size(
    _ template: JSONTree, at category: String = "large", content: JSONTree? = nil, width: JSONTree? = nil,
    _ more: [String: JSONTree] = [:]
  ) throws -> [Double] {
    var item: JSONTree = ["template": "t"]
    if let content { item["content"] = content }
    let members = more.merging(["contentSizeCategory": .string(category)]) { $1 }
    return try sizes(measurement([item], templates: ["t": template], width: width, members))[0]
  }

  private func faults(_ template: JSONTree) -> [String: String] {
    let body = measurement([["template": "t"]], templates: ["t": template])
    let problem = measuringRefusal(of: Array(body.description.utf8))
    return Dictionary((problem?.faults ?? []).map { ($0.pointer, $0.detail) }) { first, _ in first }
  }

  private static func scaled(_ value: Double, _ style: JSONTree = "body") -> JSONTree {
    ["value": .number(value), "scaled": style]
  }

  // MARK: Lengths that scale

  /// Apple's documentation of `UIFontMetrics.scaledValue(for:compatibleWith:)`: "Returns a scaled value based on the
  /// associated text style for the specified trait collection". Its Human Interface Guidelines have the sizes of the styles
  /// (Typography, iOS and iPadOS Dynamic Type sizes): 17 points of `body` at `large` are 14 at the smallest size and 53 at
  /// the largest.
  @Test(arguments: [
    ("extraSmall", 14.0, 31.0), ("medium", 16, 33), ("large", 17, 34), ("extraExtraExtraLarge", 23, 40),
    ("accessibilityMedium", 28, 44), ("accessibilityExtraExtraExtraLarge", 53, 60),
  ])
  func `a length scales as the font of a text style does`(category: String, body: Double, title: Double)
    throws
  {
    let box: JSONTree = ["type": "box", "size": [Self.scaled(17), Self.scaled(34, "largeTitle")]]
    let template: JSONTree = ["views": ["box": box], "constraints": ["H:|[box]|", "V:|[box]|"]]
    #expect(isNear(try size(template, at: category), [body, title]))
    let plain: JSONTree = ["type": "box", "size": [17, 34]]
    #expect(
      try size(["views": ["box": plain], "constraints": ["H:|[box]|", "V:|[box]|"]], at: category) == [
        17, 34,
      ])
  }

  @Test func `every length of a template may scale`() throws {
    let box: JSONTree = ["type": "box", "size": [10, 10]]
    let templates: [(JSONTree, [Double])] = [
      (
        ["views": ["b": box], "metrics": ["m": Self.scaled(17)], "constraints": ["H:|-m-[b]|", "V:|[b]|"]],
        [10, 0]
      ),
      (
        [
          "views": ["b": box],
          "constraints": [
            "H:|[b]|", "V:|[b]",
            [
              "item": "superview", "attribute": "bottom", "toItem": "b", "toAttribute": "bottom",
              "constant": Self.scaled(17),
            ],
          ],
        ], [0, 10]
      ),
      (
        [
          "views": ["b": box], "layoutMargins": [0, Self.scaled(17), 0, 0],
          "constraints": ["H:|-[b]-|", "V:|-[b]-|"],
        ], [10, 0]
      ),
      (["type": "stack", "arrangedSubviews": [box, box], "spacing": Self.scaled(17)], [20, 0]),
      (
        ["type": "flex", "children": [["type": "box", "size": [10, 10]]], "paddingTop": Self.scaled(17)],
        [0, 10]
      ),
      (
        [
          "type": "flex",
          "children": [["type": "box", "width": Self.scaled(17), "height": 10, "flexShrink": 0]],
        ], [0, 0]
      ),
      (["sizeThatFits": ["image": ["size": [10, 10]], "insets": [0, Self.scaled(17), 0, 0]]], [10, 0]),
    ]
    for (template, base) in templates {
      let (large, larger) = (try size(template), try size(template, at: "accessibilityMedium"))
      let growth = zip(large, larger).map { $1 - $0 }
      #expect(abs(growth[0] + growth[1] - 11) < 0.01, "\(template): \(large), \(larger), \(base)")
    }
  }

  @Test func `what is no length does not scale, nor does a length of content`() {
    func template(_ view: JSONTree) -> JSONTree {
      ["views": ["v": view], "constraints": ["H:|[v]|", "V:|[v]|"]]
    }
    #expect(
      faults(template(["type": "box", "aspectRatio": Self.scaled(2)])).keys.contains(
        "/templates/t/views/v/aspectRatio"))
    #expect(
      faults(template(["type": "box", "size": [["value": 5], 1]])).keys.contains(
        "/templates/t/views/v/size/0"))
    let wrong: [(JSONTree, String)] = [
      (["value": 5, "scaled": "bodi"], "/scaled"), (["value": "5", "scaled": "body"], "/value"),
      (["value": -1, "scaled": "body"], "/value"), (["value": 1, "scaled": "body", "unit": "pt"], "/unit"),
      (["scaled": "body"], ""), ([:], ""),
    ]
    for (length, place) in wrong {
      let found = faults(template(["type": "box", "size": ["width": length, "height": 1]]))
      #expect(found.keys.contains("/templates/t/views/v/size/width\(place)"), "\(length): \(found)")
    }
    let body = measurement(
      [["template": "t", "content": ["v": ["size": [Self.scaled(5), 5]]]]],
      templates: ["t": template(["type": "box"])])
    #expect(measuringRefusal(of: Array(body.description.utf8))?.pointers == ["/items/0/content/v/size/0"])
  }

  // MARK: The other axis

  private static let boxes: JSONTree = [
    ["type": "box", "size": [30, 10]], ["type": "box", "size": [20, 10]],
  ]

  /// `UIContentSizeCategory.isAccessibilityCategory`: "a Boolean value that indicates whether the content size category is
  /// one associated with accessibility". Apple's "Scaling Fonts Automatically" and its talks stack views at these sizes.
  @Test(arguments: [("extraExtraExtraLarge", [50.0, 10.0]), ("accessibilityMedium", [30, 20])])
  func `a stack has the other axis at accessibility sizes`(category: String, expected: [Double]) throws {
    let stack: JSONTree = [
      "type": "stack", "axis": "horizontal", "arrangedSubviews": Self.boxes,
      "accessibility": ["axis": "vertical", "alignment": "leading"],
    ]
    #expect(try size(stack, at: category) == expected)
    let nested: JSONTree = ["views": ["s": stack], "constraints": ["H:|[s]|", "V:|[s]|"]]
    #expect(try size(nested, at: category) == expected)
    let flex: JSONTree = [
      "type": "flex", "flexDirection": "row", "children": Self.boxes,
      "accessibility": ["flexDirection": "column"],
    ]
    #expect(try size(flex, at: category) == expected)
  }

  @Test func `constraints, lines and hidden views may differ at accessibility sizes`() throws {
    let box: JSONTree = ["type": "box", "size": [30, 10]]
    let template: JSONTree = [
      "views": ["a": box, "b": box], "constraints": ["H:|[a][b]|", "V:|[a]|", "V:|[b]|"],
      "accessibility": ["constraints": ["H:|[a]|", "H:|[b]|", "V:|[a][b]|"]],
    ]
    #expect(try size(template) == [60, 10])
    #expect(try size(template, at: "accessibilityLarge") == [30, 20])
    var text = JSONTree.object(squared)
    text["type"] = "text"
    text["text"] = .string(String(repeating: "a", count: 30))
    text["lines"] = 1
    text["accessibility"] = ["lines": 0]
    let label: JSONTree = ["views": ["t": text], "constraints": ["H:|[t]|", "V:|[t]|"]]
    #expect(isNear(try size(label, width: 100), [100, 20]))
    #expect(isNear(try size(label, at: "accessibilityMedium", width: 100), [100, 60]))
    let stack: JSONTree = [
      "type": "stack",
      "arrangedSubviews": [box, ["type": "box", "size": [30, 10], "accessibility": ["hidden": true]]],
    ]
    #expect(try size(stack) == [60, 10])
    #expect(try size(stack, at: "accessibilityMedium") == [30, 10])
  }

  @Test func `a fault in the values at accessibility sizes has its place`() {
    let wrong: [(JSONTree, String)] = [
      (["axis": "diagonal"], "/templates/t/accessibility/axis"),
      (["arrangedSubviews": []], "/templates/t/accessibility/arrangedSubviews"),
      (["type": "flex"], "/templates/t/accessibility/type"),
      (["accessibility": [:]], "/templates/t/accessibility/accessibility"),
      (["axis": "vertical"], "/templates/t/alignment"), ([], "/templates/t/accessibility"),
    ]
    for (members, pointer) in wrong {
      let found = faults([
        "type": "stack", "arrangedSubviews": Self.boxes, "alignment": "firstBaseline",
        "accessibility": members,
      ])
      #expect(found.keys.contains(pointer), "\(members): \(found)")
    }
    let constraints = faults([
      "views": ["a": ["type": "box"]], "constraints": ["H:|[a]|"],
      "accessibility": ["constraints": ["H:|[b]|"]],
    ])
    #expect(constraints.keys.contains("/templates/t/accessibility/constraints/0"), "\(constraints)")
  }

  // MARK: Limits

  /// Apple's documentation of `maximumContentSizeCategory`: "The maximum size to use for a view when it uses Dynamic Type",
  /// with the views in it.
  @Test func `texts and lengths follow no text size beyond the limits of the views around them`() throws {
    let text: JSONTree = ["type": "text", "textStyle": "body", "text": "a"]
    func height(_ template: JSONTree, at category: String) throws -> Double {
      try size(template, at: category)[1]
    }
    let limits: JSONTree = [
      "minimumContentSizeCategory": "small", "maximumContentSizeCategory": "extraLarge",
    ]
    func limited(_ tree: JSONTree) -> JSONTree {
      var tree = tree
      for (name, value) in limits.members ?? [:] { tree[name] = value }
      return tree
    }
    let templates: [JSONTree] = [
      limited(["views": ["t": text], "constraints": ["H:|[t]|", "V:|[t]|"]]),
      ["views": ["t": limited(text)], "constraints": ["H:|[t]|", "V:|[t]|"]],
      [
        "views": [
          "v": limited(["type": "view", "views": ["t": text], "constraints": ["H:|[t]|", "V:|[t]|"]])
        ],
        "constraints": ["H:|[v]|", "V:|[v]|"],
      ],
      limited(["type": "stack", "arrangedSubviews": [text]]), limited(["type": "flex", "children": [text]]),
      limited(["sizeThatFits": ["text": ["textStyle": "body"]]]),
    ]
    for template in templates {
      let content: JSONTree? = template["sizeThatFits"] == nil ? nil : "a"
      func height(_ category: String) throws -> Double {
        try size(template, at: category, content: content)[1]
      }
      #expect(isNear([try height("extraSmall"), try height("large")], [20, 22]), "\(template)")
      #expect(isNear([try height("extraLarge"), try height("accessibilityLarge")], [24, 24]), "\(template)")
    }
    let box: JSONTree = limited([
      "views": ["b": ["type": "box", "size": [Self.scaled(17), 1]]], "constraints": ["H:|[b]|", "V:|[b]|"],
    ])
    #expect(isNear(try size(box, at: "accessibilityLarge"), [19, 1]))
    let found = faults([
      "views": ["t": text], "minimumContentSizeCategory": "large", "maximumContentSizeCategory": "small",
    ])
    #expect(found.keys.contains("/templates/t/minimumContentSizeCategory"))
  }

  // MARK: Guides

  /// Apple's documentation of `readableContentGuide`: it "never extends beyond the view's layout margin guide" and "is
  /// vertically centered inside the layout margin guide, or takes its full height"; its width depends on the text size.
  @Test(arguments: [
    ("layoutMargins", 400.0, "large", [10.0, 380.0]), ("readableContent", 400, "large", [10, 380]),
    ("readableContent", 1000, "large", [164, 672]),
    ("readableContent", 1000, "extraLarge", [124.47, 751.06]),
    ("safeArea", 400, "large", [0, 400]),
  ])
  func `a guide stands for a rectangle of the view around it`(
    area: String, width: Double, category: String, expected: [Double]
  ) throws {
    let template: JSONTree = [
      "layoutMargins": [5, 10, 5, 10],
      "views": ["g": ["type": "guide", "of": .string(area)], "b": ["type": "box", "size": [1, 30]]],
      "constraints": [
        ["item": "b", "attribute": "leading", "toItem": "g", "toAttribute": "leading"],
        ["item": "b", "attribute": "trailing", "toItem": "g", "toAttribute": "trailing"],
        ["item": "b", "attribute": "top", "toItem": "g", "toAttribute": "top"],
        ["item": "b", "attribute": "bottom", "toItem": "g", "toAttribute": "bottom"],
      ],
    ]
    let body = measurement(
      [["template": "t"]], templates: ["t": template], width: .number(width),
      ["views": true, "contentSizeCategory": .string(category)])
    let frame = try measured(body)["views"]?.elements?[0]["b"]?["frame"]
    let found = [frame?["x"]?.number ?? .nan, frame?["width"]?.number ?? .nan]
    #expect(isNear(found, expected), "\(found)")
    #expect(try measured(body)["warnings"] == nil)
    #expect(frame?["y"]?.number == (area == "safeArea" ? 0 : 5))
  }
}
