import TestSupport
import Testing

@testable import API

/// Collections with measured content.
struct ContentRequestTests {
  private static let note: JSONTree = [
    "views": [
      "title": ["type": "text", "textStyle": "headline", "lines": 0],
      "mark": ["type": "box", "size": [8, 8]],
    ],
    "constraints": [
      "H:|-16-[mark]-8-[title]-16-|", "V:|-10-[title]-10-|",
      ["item": "mark", "attribute": "centerY", "toItem": "title", "toAttribute": "centerY"],
    ],
  ]
  private static let fixed: JSONTree = [
    "views": ["title": ["type": "text", "font": ["size": 20], "lineHeight": 30, "lines": 0]],
    "constraints": ["H:|[title]|", "V:|[title]|"],
  ]
  private static let templates: JSONTree = ["note": note, "fixed": fixed]

  private func row(_ id: String, _ title: String, _ template: String = "note") -> JSONTree {
    ["id": .string(id), "template": .string(template), "content": ["title": .string(title)]]
  }

  /// Rows of one line, of two where the number is odd.
  private func rows(_ count: Int) -> JSONTree {
    let long = "A title that is too long for a line of a list that is only two hundred points wide"
    return .array((0..<count).map { row("i\($0)", $0 % 2 == 0 ? "Short" : long) })
  }

  private func calls(
    _ items: JSONTree, _ more: [String: JSONTree] = [:], cells: CellSizing? = nil
  ) throws -> MeasuringCalls {
    let body: [String: JSONTree] = [
      "layout": ["kind": "list", "rowHeight": "automatic", "estimatedRowHeight": 50],
      "templates": Self.templates, "sections": [["items": items]],
    ]
    let all = body.merging(more) { $1 }
    return try cells.map { try MeasuringCalls(all, cells: $0) } ?? MeasuringCalls(all)
  }

  private func cell(_ calls: MeasuringCalls, _ id: String) -> JSONTree? {
    calls.ask(.get, "/v1/collections/c/attributes?id=\(id)").json.at("/attributes/0")
  }

  @Test func `items on the screen have their sizes at once, and items far away are estimated`() throws {
    let calls = try calls(rows(200))
    #expect(cell(calls, "i0")?.at("/frame/height") == 42)
    let long = try #require(cell(calls, "i1")?.at("/frame/height")?.number)
    #expect(long > 80 && (long - 20).truncatingRemainder(dividingBy: 22) == 0)
    #expect(cell(calls, "i0")?["estimated"] == nil)
    #expect(cell(calls, "i199")?["estimated"] == true)
    #expect(cell(calls, "i199")?.at("/frame/height") == 50)
  }

  @Test func `with all, nothing is estimated`() throws {
    let calls = try calls(rows(60), ["selfSizing": "all"])
    let all = try #require(calls.ask(.get, "/v1/collections/c/attributes").json["attributes"]?.elements)
    #expect(all.count == 60 && all.allSatisfy { $0["estimated"] == nil })
  }

  @Test func `a collection returns the same as a layout of the same request`() throws {
    let calls = try calls(rows(40), ["selfSizing": "all"])
    let body: JSONTree = [
      "container": ["width": 200, "height": 300],
      "layout": ["kind": "list", "rowHeight": "automatic", "estimatedRowHeight": 50],
      "templates": Self.templates, "sections": [["items": rows(40)]],
    ]
    let solved = calls.ask(.post, "/v1/layouts", body)
    #expect(solved.status == 200)
    #expect(
      calls.ask(.get, "/v1/collections/c/attributes").json["attributes"] == solved.json["attributes"])
  }

  @Test func `an inserted item comes with its size, and one without a template keeps the estimate`() throws {
    let calls = try calls(rows(4))
    let answer = calls.ask(
      .post, "/v1/collections/c/updates",
      [
        "updates": [
          [
            "op": "insertItems", "at": [[0, 0], [0, 1]],
            "items": [row("new", "One line"), ["id": "plain"]],
          ]
        ]
      ])
    let changes = try #require(answer.json["changes"]?.elements)
    let new = try #require(changes.first { $0["id"] == "new" })
    #expect(new.at("/final/frame/height") == 42 && new.at("/final/estimated") == nil)
    let plain = try #require(changes.first { $0["id"] == "plain" })
    #expect(plain.at("/final/frame/height") == 50 && plain.at("/final/estimated") == true)
  }

  @Test func `a snapshot measures the items that it inserts and those with new content`() throws {
    let calls = try calls(rows(3))
    let answer = calls.ask(
      .put, "/v1/collections/c/snapshot",
      [
        "sections": [
          [
            "id": "s",
            "items": [row("i0", "One\nTwo\nThree"), row("i2", "Short"), row("z", "One\nTwo")],
          ]
        ]
      ])
    #expect(answer.status == 422, "the section had no id")
    let named = try self.calls([], ["sections": [["id": "s", "items": rows(3)]]])
    let after = named.ask(
      .put, "/v1/collections/c/snapshot",
      [
        "sections": [
          [
            "id": "s",
            "items": [row("i0", "One\nTwo\nThree"), row("i2", "Short"), row("z", "One\nTwo")],
          ]
        ]
      ])
    #expect(after.status == 200)
    #expect(cell(named, "i0")?.at("/frame/height") == .number(20 + 3 * 22))
    #expect(cell(named, "i2")?.at("/frame/height") == .number(20 + 22))
    #expect(cell(named, "z")?.at("/frame/height") == .number(20 + 2 * 22))
  }

  @Test func `scrolling measures the elements that it brings, which makes a version`() throws {
    let calls = try calls(rows(200))
    let answer = calls.ask(.put, "/v1/collections/c/bounds", ["bounds": [0, 3000, 200, 300]])
    #expect(answer.version == 2)
    let appeared = try #require(answer.json["appeared"]?.elements)
    #expect(!appeared.isEmpty && appeared.allSatisfy { $0["estimated"] == nil })
    let again = calls.ask(
      .put, "/v1/collections/c/bounds", ["bounds": try #require(answer.json["bounds"])])
    #expect(again.version == 2 && again.json["contentOffsetAdjustment"] == nil)
    let history = calls.ask(.get, "/v1/collections/c/history?since=1")
    #expect(history.json.at("/diffs/0/cause") == "bounds")
  }

  @Test func `larger text makes only what follows it higher, and measures nothing else again`() throws {
    let items = JSONTree.array([
      row("n", "Short"), row("f", "Short", "fixed"), ["id": "p", "size": [200, 30]],
    ])
    let calls = try calls(items, cells: CellSizing())
    let before = calls.counts
    let answer = calls.ask(
      .put, "/v1/collections/c/bounds",
      [
        "bounds": [0, 0, 200, 300],
        "container": [
          "width": 200, "height": 300, "contentSizeCategory": "accessibilityExtraExtraExtraLarge",
        ],
      ])
    #expect(answer.status == 200)
    #expect(cell(calls, "n")?.at("/frame/height") == .number(20 + 62))
    #expect(cell(calls, "f")?.at("/frame/height") == 30)
    #expect(cell(calls, "p")?.at("/frame/height") == 30)
    #expect(calls.counts.measured == before.measured + 1)
    #expect(calls.counts.recalled == before.recalled + 1)
    let back = calls.ask(
      .put, "/v1/collections/c/bounds",
      ["bounds": [0, 0, 200, 300], "container": ["width": 200, "height": 300]])
    #expect(back.status == 200)
    #expect(cell(calls, "n")?.at("/frame/height") == 42)
    #expect(calls.counts.measured == before.measured + 1)
  }

  @Test func `another layout is measured for the widths that it gives`() throws {
    let calls = try calls(rows(6))
    let answer = calls.ask(
      .put, "/v1/collections/c/layout",
      ["layout": ["kind": "waterfall", "columnCount": 2, "minimumColumnSpacing": 0]])
    #expect(answer.status == 200)
    let narrow = try #require(cell(calls, "i1")?.at("/frame/height")?.number)
    let wide = try self.calls(rows(6))
    #expect(narrow > (try #require(cell(wide, "i1")?.at("/frame/height")?.number)))
    #expect(cell(calls, "i1")?["estimated"] == nil)
  }

  @Test func `a client's measurement wins until it is invalidated`() throws {
    let calls = try calls(rows(3))
    #expect(calls.measure([["id": "i0", "size": [200, 99]]]).status == 200)
    #expect(cell(calls, "i0")?.at("/frame/height") == 99)
    let answer = calls.ask(.post, "/v1/collections/c/invalidations", ["indexPaths": [[0, 0]]])
    #expect(answer.status == 200)
    #expect(cell(calls, "i0")?.at("/frame/height") == 42)
  }

  @Test func `an unknown template is rejected where an item names it`() throws {
    let calls = try calls(rows(2))
    let answer = calls.ask(
      .post, "/v1/collections/c/updates",
      ["updates": [["op": "insertItems", "at": [[0, 0]], "items": [row("x", "Text", "nota")]]]])
    #expect(answer.status == 422 && answer.pointers == ["/updates/0/items/0/template"])
    #expect(answer.json.at("/errors/0/detail")?.string?.contains("did you mean \"note\"?") == true)
    #expect(calls.ask(.get, "/v1/collections/c").version == 1)
  }

  @Test func `a diff has both states measured`() throws {
    let calls = try calls([])
    let state = { (items: JSONTree) -> JSONTree in
      [
        "container": ["width": 200, "height": 300], "layout": ["kind": "list", "rowHeight": "automatic"],
        "templates": Self.templates, "sections": [["id": "s", "items": items]],
      ]
    }
    let before = state([row("a", "One"), row("b", "One\nTwo")])
    let updates: JSONTree = [
      ["op": "reconfigureItems", "at": [[0, 0]], "items": [row("a", "One\nTwo\nThree")]]
    ]
    let made = calls.ask(.post, "/v1/diffs", ["before": before, "updates": updates])
    let found = calls.ask(
      .post, "/v1/diffs",
      ["before": before, "after": state([row("a", "One\nTwo\nThree"), row("b", "One\nTwo")])])
    for answer in [made, found] {
      #expect(answer.status == 200)
      #expect(
        answer.json["contentSize"] == [
          "from": ["width": 200, "height": 106], "to": ["width": 200, "height": 150],
        ])
      let a = try #require(answer.json["changes"]?.elements?.first { $0["id"] == "a" })
      #expect(a.at("/initial/frame/height") == 42 && a.at("/final/frame/height") == 86)
    }
  }

  @Test(
    arguments: [
      ["kind": "list"], ["kind": "flow"], ["kind": "grid", "columns": 2, "rowHeight": "automatic"],
      ["kind": "waterfall"], ["kind": "magazine"],
      [
        "kind": "compositional",
        "sections": [
          [
            "group": [
              "axis": "vertical", "size": ["width": ["fractionalWidth": 1], "height": ["estimated": 30]],
              "items": [["size": ["width": ["fractionalWidth": 1], "height": ["estimated": 30]]]],
            ],
            "boundarySupplementaryItems": [
              [
                "kind": "header", "alignment": "top",
                "size": ["width": ["fractionalWidth": 1], "height": ["estimated": 30]],
              ],
              [
                "kind": "footer", "alignment": "bottom",
                "size": ["width": ["fractionalWidth": 1], "height": ["estimated": 30]],
              ],
            ],
          ]
        ],
      ],
    ] as [JSONTree])
  func `cells, headers and footers are as high as their text in every kind that sizes them`(
    layout: JSONTree
  ) throws {
    let calls = try calls([])
    let text: (String) -> JSONTree = { ["template": "text", "content": .string($0)] }
    let answer = calls.ask(
      .post, "/v1/layouts",
      [
        "container": ["width": 200, "height": 300], "layout": layout,
        "sections": [
          [
            "header": text("A\nheader"), "footer": text("A\nfooter\nof three"),
            "items": [text("One"), text("One\nTwo"), text("A\nB\nC\nD")],
          ]
        ],
      ])
    #expect(answer.status == 200)
    let elements = try #require(answer.json["attributes"]?.elements)
    #expect(elements.allSatisfy { $0["estimated"] == nil })
    let cells = elements.filter { $0["category"] == "cell" }.compactMap { $0.at("/frame/height")?.number }
    let isGrid = layout["kind"] == "grid"
    #expect(cells == (isGrid ? [44, 44, 88] : [22, 44, 88]))
    for (kind, height) in [("header", 44.0), ("footer", 66.0)] {
      let view = try #require(elements.first { $0["kind"] == .string(kind) })
      #expect(view.at("/frame/height") == .number(height))
    }
  }

  @Test func `warnings about a template are returned beside the layout`() throws {
    let calls = try calls([])
    let lost: JSONTree = [
      "views": [
        "a": ["type": "text", "font": ["family": "No Such Font"], "lines": 0],
        "b": ["type": "box", "size": [5, 5]],
      ],
      "constraints": ["H:|[a]|", "V:|[a]|", "V:[a(10)]", "V:[a(20)]"],
    ]
    let body: JSONTree = [
      "container": ["width": 200, "height": 300], "layout": ["kind": "list"],
      "templates": ["lost": lost],
      "sections": [["items": [["template": "lost", "content": ["a": "x"]], ["template": "lost"]]]],
    ]
    let answer = calls.ask(.post, "/v1/layouts", body)
    #expect(answer.status == 200)
    let warnings = try #require(answer.json["warnings"]?.elements)
    #expect(
      Set(warnings.compactMap { $0["code"]?.string })
        == ["font_family_missing", "constraint_broken", "layout_ambiguous"])
    let broken = try #require(warnings.first { $0["code"] == "constraint_broken" })
    #expect(broken["pointer"] == "/templates/lost/constraints/3" && broken["count"] == 2)
    #expect(
      warnings.first { $0["code"] == "layout_ambiguous" }?["pointer"] == "/templates/lost/views/b")
  }

  @Test func `an error in the templates of either state of a diff has a pointer to its position`() throws {
    let calls = try calls([])
    let box: JSONTree = ["type": "box", "size": [5, 5]]
    let state = { (views: JSONTree) -> JSONTree in
      [
        "container": ["width": 200, "height": 300], "layout": ["kind": "list"],
        "templates": ["card": ["views": views, "constraints": ["H:|[a]|", "V:|[a]|"]]],
        "sections": [["id": "s", "items": [["id": "x", "template": "card"]]]],
      ]
    }
    let answer = calls.ask(
      .post, "/v1/diffs", ["before": state(["a": box]), "after": state(["a": box, "b": box, "c": box])])
    #expect(answer.status == 200)
    let pointers = answer.json["warnings"]?.elements?.compactMap { $0["pointer"]?.string }
    #expect(pointers == ["/after/templates/card/views/b", "/after/templates/card/views/c"])
  }

  @Test func `a description has the templates, and how much is measured where that is all`() throws {
    let calls = try calls(rows(1), ["selfSizing": "all"])
    let described = calls.ask(.get, "/v1/collections/c").json
    #expect(described["templates"] == Self.templates && described["selfSizing"] == "all")
    let plain = try self.calls(rows(1), ["templates": [:]]).ask(.get, "/v1/collections/c").json
    #expect(plain["selfSizing"] == nil)
  }

  @Test func `how a text is set may stand beside it`() throws {
    let calls = try calls([])
    let contents: [JSONTree] = [
      ["text": "Hi", "textStyle": "title1"], ["text": ["text": "Hi", "textStyle": "title1"]],
    ]
    for content in contents {
      let answer = calls.ask(
        .post, "/v1/measurements", ["width": 320, "items": [["template": "text", "content": content]]])
      #expect(answer.json.at("/sizes/0/height") == 34)
    }
  }

  @Test func `scrolling returns the warnings of its measurements`() throws {
    let lost: JSONTree = [
      "views": ["a": ["type": "text", "font": ["family": "No Such Font"], "lines": 0]],
      "constraints": ["H:|[a]|", "V:|[a]|"],
    ]
    let items = (0..<100).map {
      JSONTree.object(["id": .string("i\($0)"), "template": "lost", "content": ["a": "x"]])
    }
    let calls = try calls(.array(items), ["templates": ["lost": lost]])
    let answer = calls.ask(.put, "/v1/collections/c/bounds", ["bounds": [0, 2000, 200, 300]])
    #expect(answer.json.at("/warnings/0/code") == "font_family_missing")
    #expect(answer.json.at("/warnings/0/pointer") == "")
  }
}
