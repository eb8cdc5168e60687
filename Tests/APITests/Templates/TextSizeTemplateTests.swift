import LayoutEngine
import TestSupport
import Testing

/// Templates that follow the text size beyond the fonts of their texts.
struct TextSizeTemplateTests {
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

  // MARK: Lengths that scale

  /// Apple's documentation of `UIFontMetrics.scaledValue(for:compatibleWith:)`: "Returns a scaled value based on the
  /// associated text style for the specified trait collection". Its Human Interface Guidelines have the sizes of the styles
  /// (Typography, iOS and iPadOS Dynamic Type sizes): 17 points of `body` at `large` are 14 at the smallest size and 53 at
  /// the largest.
  @Test(arguments: [
    ("extraSmall", 14.0, 31.0), ("medium", 16, 33), ("large", 17, 34), ("extraExtraExtraLarge", 23, 40),
    ("accessibilityMedium", 28, 44), ("accessibilityExtraExtraExtraLarge", 53, 60),
  ])
  func `lengths scale as the font of a text style does`(category: String, body: Double, title: Double) throws
  {
    func template(_ members: [String: JSONTree]) -> JSONTree {
      let box: JSONTree = .object(["type": "box", "size": [17, 34]].merging(members) { $1 })
      return ["views": ["box": box], "constraints": ["H:|[box]|", "V:|[box]|"]]
    }
    let scaled = try size(template(["lengthsScaleWith": "body"]), at: category)
    #expect(isNear(scaled, [body, 2 * body]))
    #expect(isNear(try size(template(["lengthsScaleWith": "largeTitle"]), at: category), [title / 2, title]))
    #expect(try size(template([:]), at: category) == [17, 34])
  }

  /// Templates 17 points larger than without a length of 17.
  private static let lengths: [JSONTree] = [
    ["views": ["b": box], "metrics": ["m": 17], "constraints": ["H:|-m-[b(0)]|", "V:|[b(0)]|"]],
    ["views": ["b": box], "constraints": ["H:|[b(17)]|", "V:|[b(0)]|"]],
    [
      "views": ["b": box],
      "constraints": [
        "H:|[b(0)]|", "V:|[b(0)]",
        [
          "item": "superview", "attribute": "bottom", "toItem": "b", "toAttribute": "bottom", "constant": 17,
        ],
      ],
    ],
    [
      "views": [
        "b": [
          "type": "view", "layoutMargins": [0, 17, 0, 0], "views": ["c": box],
          "constraints": ["H:|-[c(0)]-|", "V:|-[c(0)]-|"],
        ]
      ],
      "constraints": ["H:|[b]|", "V:|[b]|"],
    ],
    ["type": "stack", "arrangedSubviews": [box, box], "spacing": 17],
    [
      "type": "stack",
      "arrangedSubviews": [["type": "box", "size": [0, 0], "customSpacingAfter": 17], box],
    ],
    ["type": "flex", "children": [box], "paddingTop": 17],
    ["type": "flex", "children": [box], "borderTopWidth": 17],
    ["type": "flex", "children": [box, box], "columnGap": 17],
    ["type": "flex", "children": [["type": "box", "width": 17, "height": 0, "flexShrink": 0]]],
    ["sizeThatFits": ["image": ["size": [0, 0]], "insets": [0, 17, 0, 0]]],
    ["sizeThatFits": ["image": ["size": [17, 0]]]],
  ]

  private static let box: JSONTree = ["type": "box", "size": [0, 0]]

  @Test(arguments: lengths)
  func `every length of a template scales with the style of the template`(template: JSONTree) throws {
    var scaling = template
    scaling["lengthsScaleWith"] = "body"
    func extent(_ template: JSONTree, _ category: String) throws -> Double {
      try size(template, at: category).reduce(0, +)
    }
    #expect(try extent(template, "accessibilityMedium") == 17)
    #expect(try extent(scaling, "large") == 17)
    #expect(isNear([try extent(scaling, "accessibilityMedium")], [28]))
  }

  @Test func `the nearest style counts, be it that of a constraint`() throws {
    let inner: JSONTree = [
      "type": "stack", "arrangedSubviews": [Self.box, Self.box], "spacing": 34,
      "lengthsScaleWith": "largeTitle",
    ]
    let nested: JSONTree = [
      "type": "stack", "arrangedSubviews": [inner, Self.box], "spacing": 17, "lengthsScaleWith": "body",
    ]
    #expect(isNear(try size(nested, at: "accessibilityMedium"), [44 + 28, 0]))
    let constraints: JSONTree = [
      ["visualFormat": "H:|-34-[b]|", "lengthsScaleWith": "largeTitle"], "V:|[b]",
      [
        "item": "superview", "attribute": "bottom", "toItem": "b", "toAttribute": "bottom", "constant": 34,
        "lengthsScaleWith": "largeTitle",
      ],
    ]
    let template: JSONTree = ["views": ["b": Self.box], "constraints": constraints]
    #expect(isNear(try size(template, at: "accessibilityMedium"), [44, 44]))
  }

  @Test func `fonts follow styles of their own, and the lengths of content stay`() throws {
    let text: JSONTree = [
      "type": "text", "text": "a", "font": ["size": 10], "lineHeight": 20,
      "adjustsFontForContentSizeCategory": false,
    ]
    let label: JSONTree = [
      "views": ["t": text], "constraints": ["H:|[t]|", "V:|[t]|"], "lengthsScaleWith": "body",
    ]
    #expect(try size(label, at: "accessibilityMedium")[1] == 20)
    let picture: JSONTree = [
      "views": ["v": ["type": "image", "size": [1, 1]]], "constraints": ["H:|[v]|", "V:|[v]|"],
      "lengthsScaleWith": "body",
    ]
    #expect(try size(picture, at: "accessibilityMedium", content: ["v": ["size": [30, 40]]]) == [30, 40])
  }

  @Test func `a style that is none has its place in the problem`() {
    let wrong: [(JSONTree, String)] = [
      (["views": ["b": Self.box], "lengthsScaleWith": "bodi"], "/templates/t/lengthsScaleWith"),
      (["views": ["b": Self.box], "lengthsScaleWith": 1], "/templates/t/lengthsScaleWith"),
      (["views": ["b": Self.box], "lengthsScaleWith": .null], "/templates/t/lengthsScaleWith"),
      (
        ["views": ["b": ["type": "guide", "lengthsScaleWith": "body"]]],
        "/templates/t/views/b/lengthsScaleWith"
      ),
      (
        ["views": ["b": Self.box], "constraints": [["visualFormat": "|[b]|", "lengthsScaleWith": "x"]]],
        "/templates/t/constraints/0/lengthsScaleWith"
      ),
      (
        ["views": ["b": ["type": "box", "size": [-1, 0]]], "lengthsScaleWith": "body"],
        "/templates/t/views/b/size/0"
      ),
    ]
    for (template, pointer) in wrong {
      let found = faults(template)
      #expect(found.keys.sorted() == [pointer], "\(template): \(found)")
    }
  }

  @Test func `a length beyond the limit of templates stays at it`() throws {
    let template: JSONTree = [
      "views": ["b": ["type": "box", "size": [10_000_000, 1]]], "constraints": ["H:|[b]", "V:|[b]|"],
      "lengthsScaleWith": "body",
    ]
    #expect(isNear([try size(template, at: "accessibilityMedium")[1]], [28.0 / 17]))
  }

  // MARK: The other axis

  private static let boxes: JSONTree = [
    ["type": "box", "size": [30, 10]], ["type": "box", "size": [20, 10]],
  ]

  /// `UIContentSizeCategory.isAccessibilityCategory`: "a Boolean value that indicates whether the content size category is
  /// one associated with accessibility". Apple's talks on Dynamic Type stack views at these sizes.
  @Test(arguments: [("extraExtraExtraLarge", [50.0, 10.0]), ("accessibilityMedium", [30, 20])])
  func `a stack has the other axis at accessibility sizes`(category: String, expected: [Double]) throws {
    for alignment in ["leading", "firstBaseline"] {
      let stack: JSONTree = [
        "type": "stack", "axis": "horizontal", "arrangedSubviews": Self.boxes,
        "alignment": .string(alignment), "axisAtAccessibilitySizes": "vertical",
      ]
      #expect(try size(stack, at: category) == expected)
      let nested: JSONTree = ["views": ["s": stack], "constraints": ["H:|[s]|", "V:|[s]|"]]
      #expect(try size(nested, at: category) == expected)
    }
    let column: JSONTree = [
      "type": "stack", "axisAtAccessibilitySizes": "horizontal", "axis": "vertical",
      "arrangedSubviews": Self.boxes, "alignment": "leading",
    ]
    #expect(try size(column, at: category) == (expected == [50, 10] ? [30, 20] : [50, 10]))
  }

  @Test func `the other axis is one of two`() {
    let found = faults([
      "type": "stack", "arrangedSubviews": Self.boxes, "axisAtAccessibilitySizes": "diagonal",
    ])
    #expect(found.keys.sorted() == ["/templates/t/axisAtAccessibilitySizes"])
    let flex = faults(["type": "flex", "children": Self.boxes, "axisAtAccessibilitySizes": "vertical"])
    #expect(flex.keys.sorted() == ["/templates/t/axisAtAccessibilitySizes"])
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
      "views": ["b": ["type": "box", "size": [17, 34]]], "constraints": ["H:|[b]|", "V:|[b]|"],
      "lengthsScaleWith": "body",
    ])
    #expect(isNear(try size(box, at: "accessibilityLarge"), [19, 38]))
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
