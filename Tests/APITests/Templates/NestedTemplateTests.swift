import API
import TestSupport
import Testing

/// Templates whose views enclose others, by constraints or as stacks.
struct NestedTemplateTests {
  /// Ten points a letter, on lines of 20 points.
  private static func text(_ name: String?, lines: Int = 1, _ more: [String: JSONTree] = [:]) -> JSONTree {
    var own: [String: JSONTree] = ["type": "text", "lines": .number(Double(lines))]
    if let name { own["name"] = .string(name) }
    return .object(squared.merging(own) { $1 }.merging(more) { $1 })
  }

  private func frame(_ response: JSONTree, _ view: String, item: Int = 0) -> [Double] {
    ["x", "y", "width", "height"].map {
      response.at("/views/\(item)/\(view)/frame")?[$0]?.number ?? .nan
    }
  }

  private static let card: JSONTree = [
    "type": "stack", "spacing": 10, "alignment": "top", "isLayoutMarginsRelativeArrangement": true,
    "layoutMargins": [5, 5, 5, 5],
    "arrangedSubviews": [
      ["type": "image", "name": "photo", "size": [40, 40]],
      [
        "type": "stack", "name": "column", "axis": "vertical", "spacing": "system",
        "arrangedSubviews": [
          text("title", lines: 0), text("body", lines: 0, ["customSpacingAfter": 20]), text("footer"),
        ],
      ],
    ],
  ]

  @Test func `a card of stacks is measured, with each view's frame in the cell and its parent`() throws {
    let items: JSONTree = [
      ["template": "card", "content": ["title": "abcdefghijklmno", "body": "ab", "footer": "x"]],
      ["template": "card", "content": ["title": "abc", "body": ["hidden": true], "footer": ["text": "x"]]],
      ["template": "card", "content": ["column.title": "abc", "column": ["hidden": true]]],
    ]
    let found = try measured(measurement(items, templates: ["card": Self.card], width: 160, ["views": true]))
    #expect(found["warnings"] == nil)
    // 160 - 10 - 40 - 10 = 100: ten letters a line.
    #expect(isNear(frame(found, "photo"), [5, 5, 40, 40]))
    #expect(isNear(frame(found, "column"), [55, 5, 100, 108]))
    #expect(isNear(frame(found, "title"), [55, 5, 100, 40]))
    #expect(isNear(frame(found, "body"), [55, 53, 100, 20]))
    #expect(isNear(frame(found, "footer"), [55, 93, 100, 20]))
    #expect(found.at("/views/0/title/parent") == "column" && found.at("/views/0/photo/parent") == nil)
    #expect(found.at("/views/0/column/parent") == nil && found.at("/views/0/column/lines") == nil)
    #expect(found.at("/sizes/0/height") == 118)
    #expect(isNear(frame(found, "footer", item: 1), [55, 33, 100, 20]))
    #expect(found.at("/views/1/body/hidden") == true && found.at("/views/1/body/lines") == nil)
    #expect(found.at("/sizes/1/height") == 58)
    #expect(found.at("/views/2/title/hidden") == true && found.at("/sizes/2/height") == 50)
  }

  @Test func `a hidden view is one in the template, unless content shows it`() throws {
    let template: JSONTree = [
      "type": "stack", "axis": "vertical",
      "arrangedSubviews": [Self.text("a", ["text": "a"]), Self.text("b", ["hidden": true, "text": "b"])],
    ]
    let items: JSONTree = [
      ["template": "t", "content": ["a": "a"]], ["template": "t", "content": ["b": ["hidden": false]]],
      ["template": "t", "content": ["a": ["text": "a", "hidden": true]]],
    ]
    #expect(try sizes(measurement(items, templates: ["t": template])).map { $0[1] } == [20, 40, 0])
  }

  @Test func `views in views have constraints of their own, margins and guides`() throws {
    let template: JSONTree = [
      "views": [
        "bubble": [
          "type": "view", "directionalLayoutMargins": [2, 10, 4, 20],
          "views": ["text": Self.text(nil), "half": ["type": "guide"]],
          "constraints": [
            "H:|-[text]-|", "V:|-[text]-|", "V:|[half]|", "H:|[half]",
            [
              "item": "half", "attribute": "width", "toItem": "superview", "toAttribute": "width",
              "multiplier": 0.5,
            ],
          ],
        ],
        "dot": ["type": "box", "size": [4, 4]],
      ],
      "constraints": [
        "H:|-5-[bubble]", "V:|-5-[bubble]-5-|",
        ["item": "dot", "attribute": "leading", "toItem": "half", "toAttribute": "trailing"],
        ["item": "dot", "attribute": "top", "toItem": "bubble.text", "toAttribute": "bottom"],
      ],
    ]
    let items: JSONTree = [["template": "t", "content": ["text": "abcd"]]]
    for (direction, bubble, text, dot) in [
      ("leftToRight", [5.0, 5, 70, 26], [15.0, 7, 40, 20], 40.0),
      ("rightToLeft", [25, 5, 70, 26], [45, 7, 40, 20], 56),
    ] {
      let found = try measured(
        measurement(
          items, templates: ["t": template], width: 100,
          ["views": true, "layoutDirection": .string(direction)]))
      #expect(found["warnings"] == nil, "\(found)")
      #expect(isNear(frame(found, "bubble"), bubble) && isNear(frame(found, "text"), text), "\(found)")
      #expect(isNear(frame(found, "dot"), [dot, 27, 4, 4]))
      #expect(found.at("/views/0/half/parent") == "bubble")
    }
  }

  @Test func `names that several views have are addressed by their paths`() throws {
    func stat(_ name: String) -> JSONTree {
      [
        "type": "stack", "name": .string(name),
        "arrangedSubviews": [Self.text("count"), ["type": "box", "size": [3, 3]]],
      ]
    }
    let template: JSONTree = ["type": "stack", "arrangedSubviews": [stat("likes"), stat("replies")]]
    let items: JSONTree = [
      [
        "template": "t",
        "content": ["likes.count": "12", "replies.count": "345", "replies.1": ["size": [9, 9]]],
      ]
    ]
    let found = try measured(measurement(items, templates: ["t": template], width: nil, ["views": true]))
    #expect(found.at("/sizes/0/width") == 62)
    #expect(
      Set(found.at("/views/0")?.members?.keys ?? [:].keys) == [
        "likes", "likes.count", "likes.1", "replies", "replies.count", "replies.1",
      ])
    func pointers(_ content: JSONTree) -> [String]? {
      measuringRefusal(of: measurement([["template": "t", "content": content]], templates: ["t": template]))?
        .pointers
    }
    #expect(pointers(["count": "1"]) == ["/items/0/content/count"])
    #expect(pointers(["likes": ["text": "1"]]) == ["/items/0/content/likes/text"])
    #expect(pointers(["likes": ["size": [1, 1]]]) == ["/items/0/content/likes/size"])
    #expect(pointers(["likes": "1"]) == ["/items/0/content/likes"])
  }

  @Test func `a name and a path for one view are refused together`() throws {
    let content: JSONTree = ["title": "a", "column.title": "b"]
    let problem = measuringRefusal(
      of: measurement([["template": "card", "content": content]], templates: ["card": Self.card]))
    #expect(problem?.code == .invalidRequest && problem?.faults.count == 1)
  }

  @Test(
    arguments: [
      (["axis": "diagonal"], "axis", "unknown value"),
      (["distribution": "fillequally"], "distribution", "did you mean \"fillEqually\"?"),
      (["alignment": "middle"], "alignment", "unknown value"),
      (["axis": "vertical", "alignment": "firstBaseline"], "alignment", "only horizontal stacks"),
      (["spacing": "big"], "spacing", "or \"system\""), (["spacing": 1e8], "spacing", "or \"system\""),
      (["isBaselineRelativeArrangement": 1], "isBaselineRelativeArrangement", "true or false"),
      (["arrangedSubviews": [:]], "arrangedSubviews", "an array of views"),
      (["arrangedSubviews": [1]], "arrangedSubviews/0", "expected a view"),
      (["arrangedSubviews": [["name": "a"]]], "arrangedSubviews/0", "\"type\" is missing"),
      (["arrangedSubviews": [["type": "box", "name": 1]]], "arrangedSubviews/0/name", "expected a string"),
      (
        ["arrangedSubviews": [["type": "box", "name": "superview"]]], "arrangedSubviews/0/name",
        "name this one otherwise"
      ),
      (
        ["arrangedSubviews": [["type": "box", "name": "a"], ["type": "box", "name": "a"]]],
        "arrangedSubviews/1",
        "already has the name \"a\""
      ),
      (["arrangedSubviews": [["type": "guide"]]], "arrangedSubviews/0/type", "a guide is for constraints"),
      (
        ["arrangedSubviews": [["type": "box", "customSpacingAfter": "8"]]],
        "arrangedSubviews/0/customSpacingAfter", "expected a number"
      ),
      (
        ["arrangedSubviews": [["type": "box", "hidden": 0]]], "arrangedSubviews/0/hidden", "true or false"
      ),
      (
        ["arrangedSubviews": [["type": "view", "views": ["a": ["type": "box", "name": "b"]]]]],
        "arrangedSubviews/0/views/a/name", "unknown field"
      ),
      (
        ["arrangedSubviews": [["type": "view", "views": [:], "constraints": ["H:|[nobody]|"]]]],
        "arrangedSubviews/0/constraints/0", "nobody"
      ),
    ] as [([String: JSONTree], String, String)])
  func `an invalid stack is refused with a pointer`(members: [String: JSONTree], place: String, words: String)
  {
    let stack = ["type": "stack", "arrangedSubviews": []].merging(members) { $1 }
    let problem = refusal(ofTemplate: .object(stack))
    #expect(problem?.code == .invalidRequest)
    #expect(problem?.pointers == ["/templates/t/\(place)"], "\(problem?.pointers ?? [])")
    #expect(problem?.faults.first?.detail.contains(words) == true, "\(problem?.detail ?? "")")
    // The same in a view.
    let nested = refusal(ofTemplate: ["views": ["s": .object(stack)]])
    #expect(nested?.pointers == ["/templates/t/views/s/\(place)"], "\(nested?.pointers ?? [])")
  }

  @Test func `a template has a hundred views, counted with those in others`() {
    func nested(_ depth: Int) -> JSONTree {
      (1..<depth).reduce(["type": "box"] as JSONTree) { inner, _ in
        ["type": "view", "views": ["v": inner]]
      }
    }
    #expect(refusal(ofTemplate: ["views": ["v": nested(29)]]) == nil)
    func levels(_ count: Int) -> JSONTree {
      .object(Dictionary(uniqueKeysWithValues: (0..<count).map { ("v\($0)", nested(25)) }))
    }
    #expect(refusal(ofTemplate: ["views": levels(4)]) == nil)
    let more = refusal(ofTemplate: ["views": levels(5)])
    #expect(more?.faults.count == 1 && more?.detail.contains("100 views") == true)
    // Deeper than the depth of JSON text.
    #expect(
      refusal(ofTemplate: ["views": ["v": nested(1000)]])?.detail.contains("more than 64 levels") == true)
    let many = (0..<100_000).map { _ in ["type": "box"] as JSONTree }
    let wide = refusal(ofTemplate: ["type": "stack", "arrangedSubviews": .array(many)])
    #expect(wide?.faults.count == 1)
  }

  @Test func `a constraint that a stack contradicts is pointed at where it stands`() throws {
    let template: JSONTree = [
      "type": "stack",
      "arrangedSubviews": [
        [
          "type": "view", "name": "a", "views": ["b": ["type": "box"]],
          "constraints": ["H:|[b(500)]|", "V:|[b(20)]|"],
        ]
      ],
    ]
    let found = try measured(measurement([["template": "t"]], templates: ["t": template], width: 100))
    #expect(found.at("/warnings/0/code") == "constraint_broken")
    #expect(found.at("/warnings/0/pointer") == "/templates/t/arrangedSubviews/0/constraints/0")
  }
}
