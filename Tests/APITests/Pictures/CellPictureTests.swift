import Foundation
import TestSupport
import Testing

@testable import API

/// Measured cells as a picture.
struct CellPictureTests {
  /// Returns the document for a request.
  static func nodes(_ body: JSONTree) throws -> [SVGNode] { try SVGNode.parse(svg(body)) }

  static func svg(_ body: JSONTree, limit: Int = .max) throws(Problem) -> [UInt8] {
    try MeasurementSolver(answerLimit: limit).solve(Array(body.description.utf8), as: .svg)
      .withUnsafeBytes { Array($0) }
  }

  /// Returns a request with one cell, of a template with the given views and constraints.
  private static func request(
    _ views: JSONTree, _ constraints: JSONTree, content: JSONTree = [:], width: Double = 200
  ) -> JSONTree {
    [
      "width": .number(width), "templates": ["t": ["views": views, "constraints": constraints]],
      "items": [["template": "t", "id": "first", "content": content]],
    ]
  }

  private static let photo: JSONTree = [
    "photo": ["type": "image", "size": [40, 30]], "dot": ["type": "box", "size": [8, 8]],
  ]

  @Test func `a cell is drawn with its outline and its measured views, styled by kind`() throws {
    let nodes = try Self.nodes(
      Self.request(Self.photo, ["H:|-10-[photo]-6-[dot]", "V:|-5-[photo]-5-|", "V:|[dot]"]))
    #expect(nodes[0].attributes["role"] == "img")
    #expect(nodes[1].text == "t · 1 cell")
    let outline = try #require(nodes.first { $0.has("paper") })
    #expect(outline.number("width") == 200 && outline.number("height") == 40)
    let image = try #require(nodes.drawn("image-view").first)
    #expect(["x", "y", "width", "height"].map(image.number) == [10, 5, 40, 30])
    let box = try #require(nodes.drawn("box-view").first)
    #expect(["x", "y", "width", "height"].map(box.number) == [56, 0, 8, 8])
    #expect(nodes.captions == ["\u{2068}first\u{2069} 200 × 40"])
    #expect(nodes.legend == ["images 1", "boxes 1"])
  }

  @Test func `borders of views and of the cell are drawn inside their frames`() throws {
    let template: JSONTree = [
      "type": "flex", "borderWidth": 2, "alignItems": "flexStart",
      "children": [["name": "a", "type": "box", "size": [20, 10], "borderInlineStartWidth": 4]],
    ]
    let nodes = try Self.nodes([
      "width": 100, "templates": ["t": template], "items": [["template": "t", "content": [:]]],
    ])
    // The box is 20 + 4 wide; the cell is 10 + 2 · 2 high.
    #expect(
      nodes.filter { $0.has("border") }.map { $0.attributes["d"] } == [
        "M2 2h24v10H2zM6 2h20v10H6z", "M0 0h100v14H0zM2 2h96v10H2z",
      ])
    let container: JSONTree = [
      "type": "flex", "borderWidth": 3, "children": [["type": "box", "size": [20, 10]]],
    ]
    let constrained = try Self.nodes(Self.request(["f": container], ["H:|[f(26)]", "V:|[f]|"]))
    #expect(
      constrained.filter { $0.has("border") }.map { $0.attributes["d"] } == ["M0 0h26v16H0zM3 3h20v10H3z"])
    let plain = try Self.nodes(Self.request(Self.photo, ["H:|[photo][dot]", "V:|[photo]|", "V:|[dot]"]))
    #expect(!plain.contains { $0.has("border") })
  }

  @Test func `the lines of a text have their measured positions and widths`() throws {
    let text: JSONTree = ["words": ["type": "text", "textStyle": "headline", "lines": 0]]
    let body = Self.request(
      text, ["H:|-10-[words]-10-|", "V:|-5-[words]-5-|"],
      content: ["words": "A few words that take two lines"])
    var wanted = body
    wanted["views"] = true
    let answer = try JSONTree(
      parsing: MeasurementSolver().solve(Array(wanted.description.utf8)).withUnsafeBytes { Array($0) })
    let lines = try #require(answer.at("/views/0/words/lines")?.elements)
    #expect(lines.count == 2)
    let nodes = try Self.nodes(body)
    let drawn = nodes.filter { $0.attributes["textLength"] != nil }
    #expect(drawn.map(\.text) == lines.compactMap { $0["text"]?.string })
    for (node, line) in zip(drawn, lines) {
      #expect(node.number("x") == 10)
      #expect(abs((node.number("y") ?? 0) - 5 - (line["baseline"]?.number ?? 0)) < 0.001)
      #expect(abs((node.number("textLength") ?? 0) - (line["width"]?.number ?? 0)) < 0.001)
    }
    let font = try #require(nodes.first { $0.has("lines") })
    #expect(font.number("font-size") == 17 && font.number("font-weight") == 600)
    #expect(nodes.legend == ["texts 1", "baselines"])
  }

  @Test func `a line that is written from right to left begins at the right`() throws {
    let text: JSONTree = ["words": ["type": "text"]]
    let nodes = try Self.nodes(
      Self.request(text, ["H:|-10-[words]-10-|", "V:|[words]|"], content: ["words": "مرحبا"]))
    let line = try #require(nodes.first { $0.attributes["textLength"] != nil })
    #expect(line.has("rtl") && line.number("x") == 190)
  }

  @Test func `in an interface from right to left every line ends at the right`() throws {
    var body = Self.request(
      ["words": ["type": "text"]], ["H:|-10-[words]-20-|", "V:|[words]|"], content: ["words": "left"])
    body["layoutDirection"] = "rightToLeft"
    let line = try #require(try Self.nodes(body).first { $0.attributes["textLength"] != nil })
    #expect(line.has("end") && line.number("x") == 190)
  }

  @Test func `a line wider than its view is cut at its sides`() throws {
    let text: JSONTree = ["words": ["type": "text", "lineBreakMode": "clipping"]]
    let nodes = try Self.nodes(
      Self.request(
        text, ["H:|[words]|", "V:|[words]|"], content: ["words": "wider than fifty points"], width: 50))
    let clip = try #require(nodes.first { $0.name == "svg" && $0.depth > 1 })
    #expect(clip.number("width") == 50)
  }

  @Test func `a view beyond its cell is in the picture`() throws {
    let constraints: JSONTree = [
      "V:|[photo]|", "H:[photo(40)]",
      ["item": "photo", "attribute": "left", "toItem": "superview", "toAttribute": "right", "constant": 60],
    ]
    let nodes = try Self.nodes(Self.request(["photo": ["type": "image", "size": [40, 30]]], constraints))
    #expect(try #require(nodes.drawn("image-view").first).number("x") == 260)
    #expect(nodes.viewBox[0] + nodes.viewBox[2] > 300)
  }

  @Test func `the name of a view is inside it and covers neither text nor other views`() throws {
    let views: JSONTree = [
      "card": ["type": "box"], "words": ["type": "text", "lines": 0], "tight": ["type": "text"],
    ]
    let nodes = try Self.nodes(
      Self.request(
        views, ["H:|[card]|", "V:|[card]|", "H:|[words]|", "H:|[tight]", "V:|[words][tight]|"],
        content: ["words": "two lines of text, of which the last is short", "tight": "tight"]))
    // The card lies behind the texts, and the last text is as narrow as its words.
    #expect(nodes.filter { $0.has("label") }.map(\.text) == ["card", "words"])
  }

  @Test func `a request without items is a picture that says so`() throws {
    let nodes = try Self.nodes(["items": []])
    #expect(nodes[1].text == "0 cells" && nodes[2].text.hasSuffix("no cells"))
    #expect(nodes.viewBox[2] > 0 && nodes.viewBox[3] > 0)
  }

  @Test func `a cell without a size is drawn as a point`() throws {
    let nodes = try Self.nodes([
      "templates": ["t": ["views": ["dot": ["type": "box", "size": [0, 0]]]]], "items": [["template": "t"]],
    ])
    #expect(nodes.captions == ["\u{2068}t\u{2069} 0 × 0"])
    #expect(nodes.filter { $0.has("paper") }.map(\.name) == ["path"])
  }

  @Test func `cells of any size make a picture that browsers show`() throws {
    for (width, ratio) in [(1e7, 1.0), (1e7, 1000), (10, 0.001), (0.001, 1), (0, 1)] {
      let item: JSONTree = ["template": "t", "content": ["image": ["aspectRatio": .number(ratio)]]]
      let body: JSONTree = [
        "width": .number(width), "templates": ["t": ["sizeThatFits": ["image": [:]]]],
        "items": .array(Array(repeating: item, count: 40)),
      ]
      let nodes = try Self.nodes(body)
      let (wide, high) = (nodes[0].number("width") ?? 0, nodes[0].number("height") ?? 0)
      #expect(wide >= PictureCanvas.leastWidth && wide < 32_767, "\(width)")
      #expect(high >= 60 && high < 32_767, "\(width) \(ratio)")
      #expect(nodes.captions.count == 40)
    }
  }

  @Test func `a picture of too many cells shows the first of them, and says so`() throws {
    let item: JSONTree = ["template": "t"]
    let body: JSONTree = [
      "width": 100, "templates": ["t": ["sizeThatFits": ["image": ["aspectRatio": 1]]]],
      "items": .array(Array(repeating: item, count: CellPicture.cellLimit + 100)),
    ]
    let nodes = try Self.nodes(body)
    #expect(nodes.captions.count == CellPicture.cellLimit)
    #expect(nodes.facts.contains("the first 500 of 600 cells drawn"))
  }

  @Test func `a picture of too many lines shows the first of them, and says so`() throws {
    let words = String(repeating: "a\n", count: CellPicture.lineLimit + 10)
    let nodes = try Self.nodes(["width": 100, "items": [["template": "text", "content": .string(words)]]])
    #expect(nodes.count { $0.attributes["textLength"] != nil } == CellPicture.lineLimit)
    #expect(nodes.facts.contains("the first 20,000 of"))
  }

  @Test(arguments: PictureTextTests.hostile)
  func `any id, name and text leaves the document well-formed`(hostile: String) throws {
    // The service rejects JSON names with a NUL in them, and names that are not in normal form C.
    let words = hostile.replacing("\0", with: "").precomposedStringWithCanonicalMapping
    let name = words.isEmpty ? "empty" : words
    let views: JSONTree = .object([
      words: ["type": "image", "size": [90, 40]],
      "w": ["type": "text", "text": .string(words), "font": ["family": .string(words)], "lines": 3],
    ])
    let body: JSONTree = [
      "width": 200,
      "templates": .object([name: ["views": views, "constraints": ["V:|[w]|", "H:|[w]|"]]]),
      "items": [["template": .string(name), "id": .string(words)]],
    ]
    let nodes = try Self.nodes(body)
    #expect(nodes.allSatisfy { !["script", "a", "image", "foreignObject"].contains($0.name) })
    #expect(nodes.allSatisfy { $0.attributes.keys.allSatisfy { !$0.hasPrefix("on") } })
  }

  @Test func `a picture that is too large and an unsupported format are rejected`() throws {
    let body: JSONTree = ["width": 100, "items": [["template": "text", "content": "words"]]]
    #expect(throws: Problem.self) { try Self.svg(body, limit: 500) }
    let whole = try Self.svg(body)
    #expect(try Self.svg(body, limit: whole.count) == whole)
    for form in [ResponseFormat.columns, .binary] {
      do throws(Problem) {
        _ = try MeasurementSolver().solve(Array(body.description.utf8), as: form)
        Issue.record("\(form) was answered")
      } catch {
        #expect(error.code == .notAcceptable && error.detail.contains("image/svg+xml"))
      }
    }
  }

  @Test func `a bare dash stops at the margins of a template`() throws {
    var body = Self.request(
      ["photo": ["type": "image", "size": [40, 30]]], ["H:|-[photo]", "V:|-[photo]-|"])
    #expect(try Self.nodes(body).drawn("image-view").map { $0.number("x") } == [20])
    body["templates"] = [
      "t": [
        "views": ["photo": ["type": "image", "size": [40, 30]]], "layoutMargins": [3, 7, 5, 9],
        "constraints": ["H:|-[photo]", ["visualFormat": "V:|-[photo]-|", "options": "alignAllLeading"]],
      ]
    ]
    let nodes = try Self.nodes(body)
    #expect(nodes.drawn("image-view").map { $0.number("x") } == [7])
    #expect(nodes.first { $0.has("paper") }?.number("height") == 38)
  }
}

extension [SVGNode] {
  /// Returns the shapes of a style, without those of the legend.
  fileprivate func drawn(_ style: Substring) -> [SVGNode] {
    guard let cells = firstIndex(where: { $0.has("cells") }) else { return [] }
    return self[cells...].filter { $0.has(style) && $0.name != "text" }
  }

  /// The captions of the cells, including sizes.
  fileprivate var captions: [String] {
    indices.filter { self[$0].has("caption") }.map { self[$0].text + self[$0 + 1].text }
  }
}
