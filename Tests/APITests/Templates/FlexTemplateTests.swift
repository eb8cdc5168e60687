import API
import TestSupport
import Testing

/// Templates with flex containers.
struct FlexTemplateTests {
  /// Ten points a letter, on lines of 20 points.
  private static func text(_ name: String, lines: Int = 0, _ more: [String: JSONTree] = [:]) -> JSONTree {
    let own: [String: JSONTree] = ["type": "text", "name": .string(name), "lines": .number(Double(lines))]
    return .object(squared.merging(own) { $1 }.merging(more) { $1 })
  }

  private func frame(_ response: JSONTree, _ view: String, item: Int = 0) -> [Double] {
    ["x", "y", "width", "height"].map {
      response.at("/views/\(item)/\(view)/frame")?[$0]?.number ?? .nan
    }
  }

  private func measuredViews(_ template: JSONTree, _ content: JSONTree, width: JSONTree?) throws -> JSONTree {
    try measured(
      measurement(
        [["template": "t", "content": content]], templates: ["t": template], width: width, ["views": true]))
  }

  private static let post: JSONTree = [
    "type": "flex", "padding": 10, "gap": 10, "alignItems": "flexStart",
    "children": [
      ["type": "image", "name": "avatar", "size": [40, 40], "flexShrink": 0],
      [
        "type": "flex", "name": "main", "flexDirection": "column", "flex": 1, "rowGap": 5,
        "children": [
          [
            "type": "flex", "name": "header", "justifyContent": "spaceBetween",
            "children": [text("author", lines: 1), text("time", lines: 1, ["flexShrink": 0])],
          ],
          text("body", ["padding": 2, "paddingInline": "5%"]),
        ],
      ],
    ],
  ]

  @Test func `a post of flex containers is measured, with paddings around its texts`() throws {
    let content: JSONTree = ["author": "abcd", "time": "xy", "body": "aaaaa bbbbb ccccc"]
    let found = try measuredViews(Self.post, content, width: 220)
    #expect(found["warnings"] == nil)
    #expect(isNear(frame(found, "avatar"), [10, 10, 40, 40]))
    // 220 - 20 - 40 - 10 = 150.
    #expect(isNear(frame(found, "main"), [60, 10, 150, 69]))
    #expect(
      isNear(frame(found, "author"), [60, 10, 40, 20]) && isNear(frame(found, "time"), [190, 10, 20, 20]))
    // 5% of 150 on both sides: 135 points for thirteen letters of 130.
    #expect(isNear(frame(found, "body"), [60, 35, 150, 44]))
    #expect(found.at("/views/0/body/lines/0/text") == "aaaaa bbbbb c")
    let x = found.at("/views/0/body/lines/0/x")?.number ?? 0
    #expect(isNear([x], [7.5]))
    #expect(found.at("/views/0/body/parent") == "main")
    #expect(isNear([found.at("/sizes/0/height")?.number ?? 0], [89]))
  }

  @Test func `without a width a flex container is as wide as its contents`() throws {
    let found = try measuredViews(
      Self.post, ["author": "abcd", "time": "xy", "body": "aaaaa bbbbb"], width: nil)
    // The body is the widest: 110 and 5% of nothing known on each side.
    #expect(isNear(frame(found, "avatar"), [10, 10, 40, 40]))
    #expect((found.at("/sizes/0/width")?.number ?? 0) >= 10 + 40 + 10 + 110 + 10)
  }

  @Test func `a flex container among constraints and in a stack is as high as its width requires`() throws {
    let tags: JSONTree = [
      "type": "flex", "flexWrap": "wrap", "gap": 5,
      "children": .array(["a", "b", "c"].map { Self.text($0, lines: 1) }),
    ]
    let byConstraints: JSONTree = [
      "views": ["tags": tags, "below": ["type": "box", "size": [10, 10]]],
      "constraints": ["H:|-10-[tags]-10-|", "V:|-10-[tags]-5-[below]-10-|", "H:|[below]"],
    ]
    let content: JSONTree = ["a": "aaaa", "b": "bbbb", "c": "cccc"]
    let found = try measuredViews(byConstraints, content, width: 110)
    #expect(isNear(frame(found, "tags"), [10, 10, 90, 45]), "\(found)")
    #expect(isNear(frame(found, "c"), [10, 35, 40, 20]) && isNear(frame(found, "below"), [0, 60, 10, 10]))
    #expect(found["warnings"] == nil)
    var arranged = tags
    arranged["name"] = "tags"
    let inStack: JSONTree = [
      "type": "stack", "axis": "vertical", "alignment": "leading",
      "arrangedSubviews": [arranged, ["type": "box", "size": [10, 10]]],
    ]
    let stacked = try measuredViews(inStack, content, width: 90)
    #expect(isNear(frame(stacked, "tags"), [0, 0, 90, 45]) && isNear(frame(stacked, "c"), [0, 25, 40, 20]))
    let wide = try measuredViews(inStack, content, width: 300)
    #expect(isNear(frame(wide, "tags"), [0, 0, 130, 20]))
  }

  @Test func `stacks and views with constraints are items of a flex container`() throws {
    let template: JSONTree = [
      "type": "flex", "gap": 10,
      "children": [
        [
          "type": "stack", "name": "stack", "axis": "vertical", "spacing": 4, "flex": 1,
          "arrangedSubviews": [Self.text("title"), Self.text("body")],
        ],
        [
          "type": "view", "name": "badge", "alignSelf": "center", "padding": 1,
          "views": ["count": Self.text("count", lines: 1).without("name")],
          "constraints": ["H:|-5-[count]-5-|", "V:|-2-[count]-2-|"],
        ],
      ],
    ]
    let found = try measuredViews(
      template, ["title": "aaaa bbbb", "body": "cccc dddd", "count": "12"], width: 102)
    // 102 - 10 - (20 + 10 + 2) = 60 for the stack: each text has two lines.
    #expect(isNear(frame(found, "stack"), [0, 0, 60, 84]), "\(found)")
    #expect(isNear(frame(found, "body"), [0, 44, 60, 40]))
    #expect(
      isNear(frame(found, "badge"), [70, 29, 32, 26]) && isNear(frame(found, "count"), [76, 32, 20, 20]))
    #expect(found["warnings"] == nil)
  }

  @Test func `hidden items do not exist, and content gives images their sizes and ratios`() throws {
    let template: JSONTree = [
      "type": "flex", "gap": 10, "alignItems": "flexStart",
      "children": [
        ["type": "image", "name": "a", "size": [20, 20]], ["type": "image", "name": "b", "width": 30],
        ["type": "box", "name": "c", "size": [10, 10]],
      ],
    ]
    let found = try measured(
      measurement(
        [
          ["template": "t", "content": ["b": ["aspectRatio": 1.5]]],
          ["template": "t", "content": ["a": ["hidden": true], "c": ["size": [40, 8]]]],
        ], templates: ["t": template], width: nil, ["views": true]))
    #expect(isNear(frame(found, "b"), [30, 0, 30, 20]) && isNear(frame(found, "c"), [70, 0, 10, 10]))
    #expect(found.at("/views/1/a/hidden") == true && isNear(frame(found, "c", item: 1), [40, 0, 40, 8]))
  }

  @Test func `a stack inside a hidden container takes no room, and breaks nothing`() throws {
    let stack: JSONTree = [
      "type": "stack", "name": "inner", "axis": "vertical", "spacing": 2,
      "arrangedSubviews": [
        ["type": "box", "name": "a", "size": [10, 10]], ["type": "box", "size": [10, 10]],
      ],
    ]
    let outer: JSONTree = ["type": "flex", "name": "outer", "children": [stack]]
    let found = try measuredViews(
      ["type": "flex", "children": [outer]], ["outer": ["hidden": true]], width: 100)
    #expect(found["warnings"] == nil)
    #expect(frame(found, "a") == [0, 0, 0, 0] && frame(found, "inner") == [0, 0, 0, 0])
  }

  @Test func `a percentage of a height that follows from the content has no effect, and is reported`() throws
  {
    func template(_ height: JSONTree) -> JSONTree {
      [
        "type": "flex", "alignItems": "flexStart",
        "children": [
          [
            "type": "flex", "name": "outer", "flexDirection": "column", "height": height,
            "children": [["type": "box", "name": "half", "size": [10, 10], "height": "50%"]],
          ]
        ],
      ]
    }
    let unknown = try measuredViews(template("auto"), [:], width: 100)
    #expect(
      unknown.at("/warnings/0/code") == "percentage_unknown" && unknown["warnings"]?.elements?.count == 1)
    #expect(unknown.at("/warnings/0/pointer") == "/templates/t/children/0/children/0")
    #expect(isNear(frame(unknown, "half"), [0, 0, 10, 10]))
    let known = try measuredViews(template(80), [:], width: 100)
    #expect(known["warnings"] == nil && frame(known, "half")[3] == 40)
  }

  @Test func `text on one line is truncated to make room, and text that wraps keeps its longest word`() throws
  {
    func widths(lines: Int) throws -> [Double] {
      let template: JSONTree = [
        "type": "flex",
        "children": [
          Self.text("a", lines: lines, ["lineBreakMode": lines == 1 ? "truncatingTail" : "wordWrapping"]),
          Self.text("b", lines: 1, ["flexShrink": 0]),
        ],
      ]
      let found = try measuredViews(template, ["a": "aaaaaa bb", "b": "bbbbbbb"], width: 100)
      return [frame(found, "a")[2], frame(found, "b")[2]]
    }
    #expect(isNear(try widths(lines: 1), [30, 70]))
    #expect(isNear(try widths(lines: 0), [60, 70]))
  }

  @Test(arguments: [1, 2, 3, 0])
  func `the least width of a text that is cut off is that of its longest word`(lines: Int) throws {
    // With two lines, the text ends with "ccc…", which is narrower than "ddddd".
    let text = Self.text("t", lines: lines, ["lineBreakMode": "truncatingTail"])
    let template: JSONTree = [
      "type": "flex",
      "children": [["type": "flex", "name": "outer", "flex": 0, "children": [text]]],
    ]
    let found = try measuredViews(template, ["t": "a b ccc ddddd"], width: 200)
    #expect(isNear([frame(found, "outer")[2]], [50]), "\(frame(found, "outer"))")
  }

  @Test func `the ellipsis of a cut text makes its least width no larger than its words`() throws {
    let template: JSONTree = [
      "type": "flex", "children": [Self.text("t", lines: 2, ["lineBreakMode": "truncatingTail", "flex": 0])],
    ]
    let found = try measuredViews(template, ["t": "aaa bb ccc ddd"], width: 200)
    #expect(isNear([frame(found, "t")[2]], [30]))
    let narrow = try measuredViews(template, ["t": " \n \n "], width: 200)
    #expect(frame(narrow, "t")[2] == 0)
  }

  @Test(
    arguments: [
      ([98, 91], 2, [:], [98, 49]), ([42, 93], 0.5, ["height": 40], [20, 40]),
      ([42, 93], 0.5, ["width": 40], [40, 80]), ([42, 93], 0.5, ["maxWidth": 30], [30, 60]),
      ([42, 93], 0.5, ["width": 40, "height": 40], [40, 40]),
    ] as [([Double], Double, [String: JSONTree], [Double])])
  func `the ratio of an image with a size replaces its natural one`(
    size: [Double], ratio: Double, style: [String: JSONTree], expected: [Double]
  ) throws {
    let natural = JSONTree.array(size.map { .number($0) })
    let image: [String: JSONTree] = ["type": "image", "name": "i", "size": natural]
    func found(_ more: [String: JSONTree], _ content: JSONTree) throws -> [Double] {
      let template: JSONTree = [
        "type": "flex", "alignItems": "flexStart",
        "children": [.object(image.merging(style) { $1 }.merging(more) { $1 })],
      ]
      return Array(frame(try measuredViews(template, content, width: nil), "i")[2...])
    }
    #expect(isNear(try found(["aspectRatio": .number(ratio)], [:]), expected))
    #expect(isNear(try found([:], ["i": ["aspectRatio": .number(ratio)]]), expected))
  }

  @Test func `a bubble is as narrow as the lines of its text allow`() throws {
    let bubble: [String: JSONTree] = [
      "lineBreakMode": "truncatingTail", "padding": 10, "maxWidth": "75%", "width": "shrinkWrap",
    ]
    func found(_ text: JSONTree, lines: Int = 0) throws -> [Double] {
      let template: JSONTree = [
        "type": "flex", "justifyContent": "flexEnd", "children": [Self.text("t", lines: lines, bubble)],
      ]
      return frame(try measuredViews(template, ["t": text], width: 200), "t")
    }
    // 150 - 20 points are 13 letters. "aaaa bbb ccc" and "dd" are as many lines as "aaaa bbb" and "ccc dd".
    #expect(isNear(try found("aaaa bbb ccc dd"), [100, 0, 100, 60]))
    #expect(
      isNear(try found(["runs": ["aaaa bbb ", ["text": "ccc dd", "weight": 700]]]), [100, 0, 100, 60]))
    #expect(isNear(try found("aaaa"), [140, 0, 60, 40]))
    // No word is cut to save room, and a text with an ellipsis takes the room that there is.
    #expect(isNear(try found("aaaaaaaaaaaa b"), [60, 0, 140, 60]))
    #expect(isNear(try found("aaaa bbb ccc dddd eee", lines: 1), [50, 0, 150, 40]))
  }

  @Test func `sums, keywords of heights and borders decide the frames of items`() throws {
    let template: JSONTree = [
      "type": "flex", "borderWidth": 5, "padding": 10,
      "children": [
        ["name": "a", "type": "box", "width": ["percent": 50, "points": -20], "height": "stretch"],
        ["name": "b", "type": "box", "size": [10, 30], "height": "minContent"],
        Self.text("t", lines: 1, ["borderLeftWidth": 2]),
      ],
    ]
    let found = try measuredViews(template, ["t": "aa"], width: 230)
    // Inside are 230 - 30 = 200 points; the row is as high as its highest item.
    #expect(isNear(frame(found, "a"), [15, 15, 80, 30]))
    #expect(isNear(frame(found, "b"), [95, 15, 10, 30]))
    #expect(isNear(frame(found, "t"), [105, 15, 22, 30]))
    #expect(isNear([found.at("/views/0/t/lines/0/x")?.number ?? 0], [2]))
    #expect(isNear([found.at("/sizes/0/height")?.number ?? 0], [60]))
  }

  @Test func `safe alignment and logical sides decide the frames of items`() throws {
    let template: JSONTree = [
      "type": "flex", "justifyContent": "safeCenter",
      "children": [
        ["name": "a", "type": "box", "size": [150, 10], "flexShrink": 0, "marginInlineStart": 20],
        [
          "name": "b", "type": "box", "size": [10, 10], "position": "absolute", "insetInlineStart": 5,
          "top": 0,
        ],
        Self.text("t", lines: 1, ["position": "absolute", "top": 0, "left": 0, "borderInlineStartWidth": 3]),
      ],
    ]
    func found(_ direction: JSONTree) throws -> JSONTree {
      try measured(
        measurement(
          [["template": "t", "content": ["t": "aa"]]], templates: ["t": template], width: 100,
          ["views": true, "layoutDirection": direction]))
    }
    func letters(_ found: JSONTree) -> [Double] { [found.at("/views/0/t/lines/0/x")?.number ?? 0] }
    let leftToRight = try found("leftToRight")
    #expect(isNear(frame(leftToRight, "a"), [20, 0, 150, 10]))
    #expect(isNear(frame(leftToRight, "b"), [5, 0, 10, 10]))
    let rightToLeft = try found("rightToLeft")
    #expect(isNear(frame(rightToLeft, "a"), [-70, 0, 150, 10]))
    #expect(isNear(frame(rightToLeft, "b"), [85, 0, 10, 10]))
    // The letters stand behind the border at the left, which is the end from right to left.
    #expect(isNear(letters(leftToRight), [3]) && isNear(letters(rightToLeft), [0]))
  }

  @Test func `a collapsed view is hidden, with the views in it, and leaves its row as high`() throws {
    let template: JSONTree = [
      "type": "flex", "gap": 10,
      "children": [
        ["name": "box", "type": "box", "size": [20, 10]],
        [
          "name": "outer", "type": "flex", "visibility": "collapse",
          // A line of one word, which has no room beside the box.
          "children": [Self.text("t", ["lineBreakMode": "wordWrapping"])],
        ],
      ],
    ]
    let found = try measuredViews(template, ["t": "aa"], width: nil)
    #expect(found.at("/sizes/0/width")?.number == 20 && found.at("/sizes/0/height")?.number == 20)
    for view in ["outer", "t"] {
      #expect(found.at("/views/0/\(view)/hidden") == true)
      #expect(isNear(frame(found, view), [0, 0, 0, 0]))
    }
  }

  @Test func `a container and its items run from right to left with the interface`() throws {
    let template: JSONTree = [
      "type": "flex", "gap": 10, "children": [Self.text("a", lines: 1), Self.text("b", lines: 1)],
    ]
    let found = try measured(
      measurement(
        [["template": "t", "content": ["a": "aa", "b": "bb"]]], templates: ["t": template], width: 100,
        ["views": true, "layoutDirection": "rightToLeft"]))
    #expect(isNear(frame(found, "a"), [80, 0, 20, 20]) && isNear(frame(found, "b"), [50, 0, 20, 20]))
  }

  @Test(
    arguments: [
      (["flexDirection": "diagonal"], "flexDirection", "unknown value"),
      (["justifyContent": "space-between"], "justifyContent", "did you mean \"spaceBetween\"?"),
      (["gap": -1], "gap", "expected a number of points from 0"),
      (["gap": "auto"], "gap", "expected a number of points from 0"),
      (["padding": "1em"], "padding", "a percentage such as \"50%\""),
      (["padding": "-1%"], "padding", "a percentage such as \"50%\""),
      (["padding": "nan%"], "padding", "a percentage such as \"50%\""),
      (["padding": "inf%"], "padding", "a percentage such as \"50%\""),
      (["width": 1e8], "width", "10000000"), (["width": "shrinkwrap"], "width", "or \"shrinkWrap\""),
      (["height": "shrinkWrap"], "height", "or \"stretch\""),
      (["height": ["percent": 50]], "height", "the field \"points\" is missing"),
      (["gap": ["points": 1]], "gap", "the field \"percent\" is missing"),
      (["padding": ["percent": 1, "points": 1e8]], "padding/points", "10000000"),
      (["padding": ["percent": "5%", "points": 1]], "padding/percent", "expected a number"),
      (["padding": ["percent": 1, "points": 1, "ems": 2]], "padding/ems", "unknown field"),
      (["justifyContent": "safeSpaceBetween"], "justifyContent", "unknown value"),
      (["alignContent": "safeBaseline"], "alignContent", "unknown value"),
      (["alignItems": "safecenter"], "alignItems", "did you mean \"safeCenter\"?"),
      (["borderWidth": -1], "borderWidth", "expected a number from 0"),
      (["borderTopWidth": "5%"], "borderTopWidth", "expected a number from 0"),
      (["borderInlineWidth": 1], "borderInlineWidth", "unknown field"),
      (["borderInlineStartWidth": -1], "borderInlineStartWidth", "expected a number from 0"),
      (["borderInlineEndWidth": "1em"], "borderInlineEndWidth", "expected a number from 0"),
      (["marginInlineStart": 1], "marginInlineStart", "unknown field"),
      (["visibility": "collapse"], "visibility", "unknown field"),
      (["children": [["type": "box", "visibility": "hidden"]]], "children/0/visibility", "\"collapse\""),
      (["children": [["type": "box", "paddingInlineEnd": -1]]], "children/0/paddingInlineEnd", "from 0"),
      (
        ["children": [["type": "box", "insetInlineStart": "1em"]]], "children/0/insetInlineStart",
        "percentage"
      ),
      (["maxWidth": "fitContent"], "maxWidth", "expected a number of points"),
      (["margin": 1], "margin", "unknown field"),
      (["children": [:]], "children", "an array of views"),
      (["children": [["type": "box", "flex": -1]]], "children/0/flex", "expected a number from 0"),
      (["children": [["type": "box", "flexBasis": "min"]]], "children/0/flexBasis", "\"content\""),
      (["children": [["type": "box", "order": 1.5]]], "children/0/order", "a whole number"),
      (["children": [["type": "box", "alignSelf": "middle"]]], "children/0/alignSelf", "unknown value"),
      (["children": [["type": "box", "maxWidth": "nope"]]], "children/0/maxWidth", "\"none\""),
      (
        ["children": [["type": "box", "contentHuggingPriority": 1]]], "children/0/contentHuggingPriority",
        "unknown field"
      ),
      (["children": [["type": "guide"]]], "children/0/type", "a guide is for constraints"),
      (["children": [["type": "stack", "axis": "x"]]], "children/0/axis", "unknown value"),
      (["constraints": []], "constraints", "unknown field"),
    ] as [([String: JSONTree], String, String)])
  func `an invalid flex container is refused with a pointer`(
    members: [String: JSONTree], place: String, words: String
  ) {
    let flex = ["type": "flex", "children": []].merging(members) { $1 }
    let problem = refusal(ofTemplate: .object(flex))
    #expect(problem?.code == .invalidRequest)
    #expect(problem?.pointers == ["/templates/t/\(place)"], "\(problem?.pointers ?? [])")
    #expect(problem?.faults.first?.detail.contains(words) == true, "\(problem?.detail ?? "")")
  }

  @Test func `a constraint cannot name an item of a flex container`() {
    let problem = refusal(ofTemplate: [
      "views": ["f": ["type": "flex", "children": [["type": "box", "name": "item"]]]],
      "constraints": ["H:|[f]|", "H:|[item]|"],
    ])
    #expect(problem?.pointers == ["/templates/t/constraints/1/item"])
  }

  @Test func `hostile numbers and depths take bounded time, and end in a size or a problem`() throws {
    // Alternate kinds of containers, each measured at several widths by the one around it.
    func alternating(_ depth: Int) -> JSONTree {
      (0..<depth).reduce(Self.text("x")) { inner, level in
        level % 2 == 0
          ? [
            "type": "flex", "name": "f", "flexWrap": "wrap", "padding": "3%",
            "children": [inner, Self.text("y")],
          ]
          : [
            "type": "stack", "name": "s", "axis": "horizontal", "arrangedSubviews": [inner, Self.text("z")],
          ]
      }
    }
    let deep = measurement(
      [["template": "t", "content": [:]]], templates: ["t": ["type": "flex", "children": [alternating(24)]]],
      width: 137)
    _ = measuringRefusal(of: deep)
    for (style, words) in [
      (["width": "1000000%", "height": "1000000%", "padding": 1e7], "out of bounds")
    ] as [([String: JSONTree], String)] {
      let nested = (0..<6).reduce(["type": "box"] as JSONTree) { inner, _ in
        .object(["type": "flex", "children": [inner]].merging(style) { $1 })
      }
      let problem = refusal(ofTemplate: ["type": "flex", "children": [nested]])
      #expect(problem == nil || problem?.detail.contains(words) == true, "\(problem?.detail ?? "")")
    }
  }
}

extension JSONTree {
  /// The object without a member.
  fileprivate func without(_ name: String) -> JSONTree {
    var members = members ?? [:]
    members[name] = nil
    return .object(members)
  }
}
