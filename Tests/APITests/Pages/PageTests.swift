import Digest
import JSON
import LayoutEngine
import TestSupport
import Testing

@testable import API

/// Layouts as pages and style sheets.
struct PageTests {
  private static func page(
    _ body: JSONTree, as format: ResponseFormat = .html, widths: [Int] = []
  ) throws -> EncodedResponse {
    let solver = LayoutSolver(measurer: ContentMeasurer(cells: SharedCells.cells))
    return try solver.solve(Array(body.description.utf8)).encoded(
      as: format, RenderingOptions(widths: widths))
  }

  private static func text(_ page: EncodedResponse) -> String {
    String(decoding: page.bytes.withUnsafeBytes { Array($0) }, as: UTF8.self)
  }

  private static let templates: JSONTree = [
    "card": [
      "views": [
        "title": ["type": "text", "textStyle": "headline", "lines": 2],
        "photo": ["type": "image", "aspectRatio": 2],
      ],
      "constraints": ["H:|-16-[title]-16-|", "H:|[photo]|", "V:|[photo]-8-[title]-8-|"],
    ]
  ]

  /// A list with a header, a card, a text and an item without content.
  private static let feed: JSONTree = [
    "container": ["width": 320, "height": 480], "layout": ["kind": "list"], "templates": templates,
    "sections": [
      [
        "header": ["template": "text", "content": "Today & more"],
        "items": [
          ["id": "a", "template": "card", "content": ["title": "First <b>"]],
          ["id": "b c", "template": "text", "content": "Second"], ["id": "d"], [:],
        ],
      ]
    ],
  ]

  @Test func `a page has sections, headings, lists and the texts of the items`() throws {
    let html = Self.text(try Self.page(Self.feed))
    let parts = [
      "<!DOCTYPE html>", "<section aria-labelledby=\"supplementary-0-0-header\">",
      "<div class=\"tessera-element\" id=\"supplementary-0-0-header\" data-kind=\"header\" "
        + "data-template=\"text\" role=\"heading\" aria-level=\"2\">", "Today &amp; more</span></div>",
      "<ul class=\"tessera-list\" role=\"list\">",
      "<li class=\"tessera-element\" id=\"item-a\" data-template=\"card\" aria-posinset=\"1\" aria-setsize=\"4\">",
      "<span class=\"tessera-view tessera-picture\" aria-hidden=\"true\"",
      "data-view=\"title\">First &lt;b&gt;</p>",
      "id=\"item-b c\"", "id=\"cell-0-3\" aria-posinset=\"4\" aria-setsize=\"4\"></li>",
      "</ul>\n</section>\n</div>",
    ]
    var rest = html[...]
    for part in parts {
      let found = try #require(rest.firstRange(of: part), "\(part) in \(html)")
      rest = rest[found.upperBound...]
    }
    #expect(html.contains("#item-a{left:0;top:"))
    #expect(html.contains("#item-b\\20 c{left:0;"))
    #expect(
      html.contains("[data-template=\"card\"]>[data-view=\"title\"]{font:600 17px/22px \"Inter\",sans-serif;")
    )
    #expect(html.contains("-webkit-line-clamp:2;"))
  }

  /// A picture beside a text of ten points a letter, on lines of 20 points.
  private static let teaser: JSONTree = [
    "type": "flex", "padding": 14, "gap": 10,
    "children": [
      ["name": "i", "type": "image", "size": [44, 44]],
      .object(squared.merging(["name": "b", "type": "text", "lines": 0, "flex": 1]) { $1 }),
    ],
  ]

  @Test func `a cell as high as its content has the frames of its measurement, in all style sheets`() throws {
    // 320 - 28 - 10 - 44 = 238 points are 23 letters in a line: the text has three lines of 20 points.
    let item: JSONTree = [
      "id": "a", "template": "t", "content": ["b": .string(String(repeating: "a", count: 60))],
    ]
    let views = [
      "#view-0-item-a{left:14px;top:14px;width:44px;height:60px;}",
      "#view-1-item-a{left:68px;top:14px;width:238px;",
    ]
    var body = request(layout: ["kind": "list"], sections: [["items": [item]]])
    body["templates"] = ["t": Self.teaser]
    let cells = measurement([item], templates: ["t": Self.teaser], width: 320)
    let measured = try measuringSolver().solve(Array(cells.description.utf8), as: .css)
    for css in [
      Self.text(try Self.page(body, as: .css)),
      String(decoding: measured.withUnsafeBytes { Array($0) }, as: UTF8.self),
    ] {
      for view in views { #expect(css.contains(view), "\(view) in \(css)") }
    }
  }

  @Test func `a cell that has another height than its content is laid out in that`() throws {
    let item: JSONTree = [
      "id": "a", "template": "t", "content": ["b": "aaa"], "size": [320, 200],
    ]
    var body = request(sections: [["items": [item]]])
    body["templates"] = ["t": Self.teaser]
    let css = Self.text(try Self.page(body, as: .css))
    // The picture stretches to 200 - 28 points, and takes its width from them by its ratio.
    #expect(css.contains("#view-0-item-a{left:14px;top:14px;width:172px;height:172px;}"), "\(css)")
  }

  @Test func `a label of runs is as wide as a browser rounds it, and as high as its fonts`() throws {
    var label = squared.merging(["name": "x", "type": "text", "lines": 0]) { $1 }
    label["lineHeight"] = nil
    let template: JSONTree = ["type": "flex", "alignItems": "flexStart", "children": [.object(label)]]
    func css(_ text: JSONTree) throws -> String {
      let item: JSONTree = ["id": "a", "template": "t", "content": ["x": text]]
      var body = request(layout: ["kind": "list"], sections: [["items": [item]]])
      body["templates"] = ["t": template]
      return Self.text(try Self.page(body, as: .css))
    }
    func width(_ css: String) throws -> Double {
      let rule = try #require(
        css.firstMatch(of: #/#view-0-item-a\{left:0;top:0;width:([0-9.]+)px;/#), "\(css)")
      return Double(rule.1) ?? 0
    }
    let runs = try css(["runs": ["today ", ["text": "Paris", "weight": 600], " at 3"]])
    // 16 letters of ten points in three parts, two of which may be rounded up by 1/64 more than their sum.
    #expect(try (160.03...160.05).contains(width(runs)))
    #expect(runs.contains("line-height:normal;") && runs.contains("px/normal "))
    // The same with runs of one font.
    let alike = try css(["runs": ["today ", ["text": "Paris"], " at 3"]])
    #expect(try (160.03...160.05).contains(width(alike)))
    let plain = try css("today Paris at 3")
    #expect(try (160...160.02).contains(width(plain)) && !plain.contains("line-height:normal"))
  }

  @Test func `a text that is cut at a line keeps its padding in a page`() throws {
    let label = squared.merging(["name": "x", "type": "text", "lines": 2, "padding": 10]) { $1 }
    let item: JSONTree = [
      "id": "a", "template": "t", "content": ["x": .string(String(repeating: "a", count: 99))],
    ]
    var body = request(layout: ["kind": "list"], sections: [["items": [item]]])
    body["templates"] = ["t": ["type": "flex", "children": [.object(label)]]]
    let css = Self.text(try Self.page(body, as: .css))
    let rule = try #require(css.split(separator: "\n").first { $0.hasPrefix("#view-0-item-a{") })
    #expect(rule.contains("max-height:60px;"), "\(rule)")
  }

  @Test func `a browser must not break a text that fills one line`() throws {
    func rule(_ text: JSONTree, _ more: [String: JSONTree] = [:]) throws -> Substring {
      let label = squared.merging(["name": "x", "type": "text", "lines": 0]) { $1 }.merging(more) { $1 }
      let item: JSONTree = ["id": "a", "template": "t", "content": ["x": text]]
      var body = request(layout: ["kind": "list"], sections: [["items": [item]]])
      body["templates"] = ["t": ["type": "flex", "alignItems": "flexStart", "children": [.object(label)]]]
      let css = Self.text(try Self.page(body, as: .css))
      return try #require(css.split(separator: "\n").first { $0.hasPrefix("#view-0-item-a{") })
    }
    let pre = "white-space:pre;"
    #expect(
      try rule("aa bb").contains(pre)
        && rule(["runs": ["aa ", ["text": "bb", "weight": 600]]]).contains(pre))
    // An ellipsis needs a line to break, and a wide box has room; white space at the end is room.
    #expect(try !rule("aa bb ").contains(pre) && !rule("aa bb", ["width": 200]).contains(pre))
    // White space that a browser may not leave out moves a text that is not at the start.
    #expect(
      try rule("aa bb ", ["width": 51]).contains(pre)
        && !rule("aa bb ", ["width": 51, "alignment": "right"]).contains(pre))
    #expect(try rule("aa bb", ["textCase": "uppercase"]).contains(pre))
    #expect(
      try !rule("aa bb", ["width": 40, "lines": 1]).contains(pre)
        && !rule("aa bb", ["width": 40]).contains(pre))
  }

  @Test func `a text is as high in a page as it was measured, and with a limit is cut below its lines`()
    throws
  {
    func rule(_ more: [String: JSONTree], _ text: JSONTree) throws -> Substring {
      let label = squared.merging(["name": "x", "type": "text", "padding": 5]) { $1 }.merging(more) { $1 }
      let item: JSONTree = ["id": "a", "template": "t", "content": ["x": text]]
      var body = request(layout: ["kind": "list"], sections: [["items": [item]]])
      // The row stretches the text to 100 points.
      body["templates"] = ["t": ["type": "flex", "minHeight": 100, "children": [.object(label)]]]
      let css = Self.text(try Self.page(body, as: .css))
      return try #require(css.split(separator: "\n").first { $0.hasPrefix("#view-0-item-a{") })
    }
    #expect(try rule(["lines": 0], "aa").contains("height:100px;"))
    #expect(try rule(["lines": 0], ["runs": ["a", ["text": "b", "size": 12]]]).contains("height:100px;"))
    // One line of 20 points, with 5 above and below.
    #expect(try rule(["lines": 1], "aa").contains("height:100px;clip-path:inset(0 0 70px);"))
  }

  @Test func `borders are drawn around views, and inside a cell without moving its views`() throws {
    let label = squared.merging(["name": "x", "type": "text", "padding": 4, "borderLeftWidth": 3]) { $1 }
    let item: JSONTree = ["id": "a", "template": "t", "content": ["x": "aa"]]
    var body = request(layout: ["kind": "list"], sections: [["items": [item]]])
    body["templates"] = [
      "t": ["type": "flex", "borderWidth": 2, "alignItems": "flexStart", "children": [.object(label)]]
    ]
    let css = Self.text(try Self.page(body, as: .css))
    // Two letters of ten points with 4 + 3 points before and 4 behind, within a border of 2.
    let rule = try #require(css.split(separator: "\n").first { $0.hasPrefix("#view-0-item-a{") })
    for part in [
      "left:2px;top:2px;width:31px;", "padding-left:4px;border-style:solid;",
      "border-right-width:0;border-bottom-width:0;border-left-width:3px;", "height:28px;",
    ] {
      #expect(rule.contains(part), "\(part) in \(rule)")
    }
    let cell = try #require(
      css.split(separator: "\n").first { $0.hasPrefix("[data-template=\"t\"]::before{") })
    #expect(cell.contains("inset:0;") && cell.contains("border-top-width:2px;"), "\(cell)")
  }

  @Test func `a border at the start is on the side that the direction makes of it`() throws {
    let box: JSONTree = ["name": "x", "type": "box", "size": [10, 10], "borderInlineStartWidth": 3]
    let item: JSONTree = ["id": "a", "template": "t", "content": [:]]
    func sides(_ direction: JSONTree) throws -> [String] {
      var body = request(layout: ["kind": "list"], sections: [["items": [item]]])
      body["templates"] = [
        "t": ["type": "flex", "direction": direction, "borderInlineEndWidth": 2, "children": [box]]
      ]
      let lines = Self.text(try Self.page(body, as: .css)).split(separator: "\n")
      return try ["#view-0-item-a{", "[data-template=\"t\"]::before{"].map { start in
        let rule = try #require(lines.first { $0.hasPrefix(start) })
        return rule.contains("border-left-width:0;") ? "right" : "left"
      }
    }
    #expect(try sides("ltr") == ["left", "right"])
    #expect(try sides("rtl") == ["right", "left"])
  }

  @Test func `a page has no element for a collapsed view`() throws {
    let box: JSONTree = ["name": "b", "type": "box", "size": [10, 40], "visibility": "collapse"]
    let item: JSONTree = ["id": "a", "template": "t", "content": [:]]
    var body = request(layout: ["kind": "list", "rowHeight": "automatic"], sections: [["items": [item]]])
    body["templates"] = ["t": ["type": "flex", "children": [box]]]
    let html = Self.text(try Self.page(body))
    #expect(!html.contains("data-view") && html.contains("height:40px;"), "\(html)")
  }

  @Test func `the policy of a page allows its style sheet and nothing else`() throws {
    let page = try Self.page(Self.feed)
    let html = Self.text(page)
    let start = try #require(html.firstRange(of: "<style>")?.upperBound)
    let end = try #require(html.firstRange(of: "</style>")?.lowerBound)
    let hash = Base64URL.encode(SHA256.hash(Array(html[start..<end].utf8)))
    let policy = try #require(page.headers.first { $0.name == "Content-Security-Policy" }?.value)
    #expect(policy.hasPrefix("default-src 'none'; style-src 'sha256-"))
    #expect(policy.replacing("+", with: "-").replacing("/", with: "_").contains("'sha256-\(hash)='"))
    #expect(try Self.page(Self.feed, as: .css).headers.isEmpty)
  }

  @Test func `a style sheet alone has the frames of the page`() throws {
    let css = Self.text(try Self.page(Self.feed, as: .css))
    let html = Self.text(try Self.page(Self.feed))
    #expect(html.contains(css))
    #expect(!css.contains("<"))
  }

  @Test func `several widths are in queries that exclude each other, each with its own layout`() throws {
    let css = Self.text(try Self.page(Self.feed, as: .css, widths: [320, 480, 768]))
    let queries = css.split(separator: "\n").filter { $0.hasPrefix("@container ") }
    #expect(
      queries == [
        "@container tessera (width<480px){", "@container tessera (480px<=width<768px){",
        "@container tessera (width>=768px){",
      ])
    for width in [320, 480, 768] {
      #expect(css.contains(".tessera-content{width:\(width)px;"))
      #expect(css.contains("#item-d{left:0;top:") && css.contains("width:\(width)px;height:44px;}"))
    }
    let one = Self.text(try Self.page(Self.feed, as: .css, widths: [500]))
    #expect(!one.contains("@container") && one.contains(".tessera-content{width:500px;"))
  }

  @Test func `an element that a width does not show is hidden there`() throws {
    let body = request(
      layout: ["kind": "flow", "itemSize": [100, 100], "minimumLineSpacing": 0], sections: [["itemCount": 6]],
      visibleRect: [0, 0, 320, 90])
    let css = Self.text(try Self.page(body, as: .css, widths: [100, 320]))
    let parts = css.split(separator: "@container")
    try #require(parts.count == 3)
    #expect(parts[1].contains("#cell-0-1{display:none}") && parts[1].contains("#cell-0-0{left:0;top:0;"))
    #expect(parts[2].contains("#cell-0-1{left:") && !parts[2].contains("display:none"))
  }

  /// Ids and contents with a meaning in HTML, CSS or URLs, and characters that parsers change.
  static let hostile: [String] =
    [
      "</style>", "</STYLE ><script>alert(1)</script>", "\"><script>alert(1)</script>",
      "'><img src=x onerror=a()>",
      "]]>", "<!--", "-->", "--", "-", "-1", "1", "0a", "é", "日本", "مرحبا", "a b", " a", "a ", "\t", "\n",
      "\r", "\r\n",
      "a\u{0}b", "\u{1}", "\u{7F}", "\u{85}", "\u{9F}", "\u{AD}", "\u{200B}", "\u{202E}abc", "\u{2066}x",
      "\u{2028}",
      "\u{FEFF}", "\u{FFFE}", "\u{FFFF}", "\u{FFFD}", "\u{1F468}\u{200D}\u{1F469}", "{}",
      "}body{display:none}", ";",
      "*/", "/*", "\\", "\\3c", "a\\", "#a", ".a", "[a=b]", ":root", "@import url(x);", "url(javascript:1)",
      "expression(1)", "&lt;", "&#60;", "&", "%3C", "javascript:alert(1)", "constructor", "__proto__",
      String(repeating: "x", count: 5000),
    ]

  @Test func `a page of views at the edges of a content without sections requests no section`() throws {
    let html = Self.text(try Self.page(request(layout: Self.compositional, sections: [])))
    #expect(html.contains("id=\"supplementary-0-0-header\"") && html.contains("data-kind=\"banner\""))
  }

  /// The characters that nothing of a client's may have in markup or in a style sheet.
  private static func check(_ page: String) {
    #expect(page.ranges(of: "</style").count <= 1 && page.ranges(of: "<style").count <= 1)
    for bad in ["<script", "<img", "<!--", "\u{0}"] { #expect(!page.contains(bad), "\(bad)") }
  }

  @Test func `names and texts of any kind stay names and texts`() throws {
    for text in Self.hostile {
      // JSON's null character is for values only.
      let name = text.replacing("\0", with: "0")
      let body: JSONTree = [
        "container": ["width": 320, "height": 480], "layout": ["kind": "list"],
        "templates": .object([
          name: [
            "views": .object([
              name: ["type": "text", "font": ["family": .string(text)], "text": .string(text)]
            ]),
            "constraints": [],
          ]
        ]),
        "sections": [
          [
            "id": .string(text),
            "items": [
              ["id": .string(text), "template": .string(name), "content": [:]],
              ["id": .string(text), "template": "text", "content": .string(text)],
            ],
          ]
        ],
      ]
      Self.check(Self.text(try Self.page(body)))
      let css = Self.text(try Self.page(body, as: .css))
      Self.check(css)
      #expect(!css.contains("<") && !css.contains("\\\n"))
      // Braces and quotes are only those of rules: every escape is inside a rule's own line.
      for line in css.split(separator: "\n") where line.hasPrefix("#") {
        #expect(line.count { $0 == "{" } == 1 && line.last == "}", "\(line)")
      }
    }
  }

  @Test func `elements of any layout without sections, without items or with many are a page`() throws {
    var layouts: [JSONTree] = [
      Self.compositional, ["kind": "custom", "itemSize": [46, 46], "frame": ["x": "0", "y": "i * 10"]],
    ]
    for kind in LayoutKind.all where !["compositional", "custom"].contains(kind.name) {
      layouts.append(["kind": .string(kind.name)])
    }
    var count = 0
    for layout in layouts {
      for sections: JSONTree in [
        [], [["items": []]], [["itemCount": 3]], [["itemCount": 0], ["itemCount": 2]],
      ] {
        let body = request(layout: layout, sections: sections)
        guard refusal(of: body) == nil else { continue }
        count += 1
        for format in [ResponseFormat.html, .css] {
          let page = try Self.page(body, as: format, widths: [200, 320])
          #expect(page.bytes.count > 100)
        }
      }
    }
    #expect(count >= layouts.count * 3, "\(count) of \(layouts.count)")
  }

  /// A compositional layout with views at the edges of the whole content.
  private static let compositional: JSONTree = [
    "kind": "compositional", "sections": [["group": ["size": ["height": 44], "items": [[:]]]]],
    "boundarySupplementaryItems": [
      ["kind": "header", "size": ["height": 30]],
      ["kind": "banner", "size": ["height": 20], "alignment": "bottom"],
    ],
  ]

  @Test func `more elements than a response can have are refused before they are laid out as a page`() throws
  {
    let body = request(layout: ["kind": "list"], sections: [["itemCount": 5_000_000]])
    let solver = LayoutSolver(answerLimit: 100_000)
    let solved = try solver.solve(Array(body.description.utf8))
    for widths in [[], [300, 400]] {
      do throws(Problem) {
        _ = try solved.encoded(as: .html, RenderingOptions(widths: widths))
        Issue.record("five million elements are a page")
      } catch {
        #expect(error.code == .answerTooLarge)
      }
    }
  }

  @Test func `two elements never have the same id`() throws {
    let body = request(
      layout: ["kind": "list"],
      sections: [
        ["items": [["id": "0-1"], ["id": "0-1"], ["id": ""], ["id": "cell-0-1"], ["id": "item-0-1"]]]
      ])
    let ids = Self.ids(in: Self.text(try Self.page(body)))
    #expect(ids.count >= 5 && Set(ids).count == ids.count, "\(ids)")
  }

  @Test func `two elements never have the same id where a name has a character that HTML forbids`() throws {
    let names = ["x\u{0}", "x\u{FFFD}", "x\u{0}0", "x\u{FFFD}0", "x\u{FFFD}1", "x\u{0}\u{FFFD}", "x"]
    let items = JSONTree.array(names.map { ["id": .string($0)] })
    let kinds = JSONTree.array(names.map { ["kind": .string($0), "size": ["height": 20]] })
    let layout: JSONTree = [
      "kind": "compositional", "sections": [["group": ["size": ["height": 44], "items": [[:]]]]],
      "boundarySupplementaryItems": kinds,
    ]
    let body = request(layout: layout, sections: [["items": items]])
    let ids = Self.ids(in: Self.text(try Self.page(body)))
    #expect(ids.count >= 2 * names.count && Set(ids).count == ids.count, "\(ids)")
    let css = Self.text(try Self.page(body, as: .css))
    let rules = css.split(separator: "\n").filter { $0.hasPrefix("#item-") }.map { $0.prefix { $0 != "{" } }
    #expect(rules.count == names.count && Set(rules).count == names.count, "\(rules)")
  }

  private static func ids(in html: String) -> [Substring] {
    html.split(separator: " id=\"").dropFirst().map { $0.prefix { $0 != "\"" } }
  }
}
