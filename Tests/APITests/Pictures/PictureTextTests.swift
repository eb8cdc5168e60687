import Testing

@testable import API
@testable import LayoutEngine

@Suite("Text in a picture")
struct PictureTextTests {
  static let hostile = [
    "<script>alert(1)</script>", "]]>", "\"/><g onload='x'>", "a & b &amp; c", "nul\0 bell\u{7} esc\u{1B}",
    "\u{FFFE}\u{FFFF}", "line\r\nbreak\tand tab", "صورة ١", "\u{202E}abc", "👩‍👩‍👧‍👦 family", "田中太郎",
    String(repeating: "w", count: 100_000), "e" + String(repeating: "\u{301}", count: 100_000), "", "   ",
  ]

  @Test("any id leaves the document well-formed and small", arguments: hostile)
  func hostileId(_ id: String) throws {
    var sketch = Sketch()
    sketch.addSquare(0, id: id)
    sketch.add(
      ElementKind(category: .supplementary, name: id), Rect(x: 0, y: 120, width: 300, height: 40), item: 1)
    sketch.title = String(id.prefix(1_000))
    #expect(!(try sketch.nodes()).isEmpty)
    #expect(sketch.svg.count < 500_000)
  }

  @Test("an id reads in the picture as the client wrote it")
  func roundTrip() throws {
    for id in ["<b>&\"'", "]]>", "صورة", "👩‍👩‍👧‍👦"] {
      var sketch = Sketch()
      sketch.addSquare(0, id: id)
      #expect(try sketch.nodes().labels == [id])
    }
  }

  @Test("no element comes from an id")
  func noInjection() throws {
    var sketch = Sketch()
    sketch.addSquare(0, id: "<a/>")
    #expect(try sketch.nodes().allSatisfy { $0.name != "a" })
  }

  @Test("characters that XML forbids are replaced")
  func illegalCharacters() throws {
    var sketch = Sketch()
    sketch.addSquare(0, id: "a\u{1}b\u{FFFF}c")
    #expect(try sketch.nodes().labels == ["a\u{FFFD}b\u{FFFD}c"])
  }

  @Test("an id that is too long is cut between characters, with an ellipsis")
  func cutId() throws {
    var sketch = Sketch()
    sketch.addSquare(0, id: String(repeating: "👩‍👩‍👧‍👦", count: 40))
    let label = try #require(try sketch.nodes().labels.first)
    #expect(label.hasSuffix("…"))
    #expect(label.dropLast().allSatisfy { $0 == "👩‍👩‍👧‍👦" })
    #expect(label.count > 1)
  }

  @Test("an index path is never cut: it fits or is left out")
  func pathFitsOrNot() throws {
    for width in stride(from: 2.0, through: 80, by: 2) {
      var sketch = Sketch()
      sketch.add(.cell, Rect(x: 0, y: 0, width: width, height: 14), item: 123_456)
      let labels = try sketch.nodes().labels
      #expect(labels == [] || labels == ["0,123456"], "width \(width)")
      #expect(width > 20 || labels.isEmpty, "width \(width)")
      #expect(width < 60 || !labels.isEmpty, "width \(width)")
    }
  }

  @Test("an element too low for letters has no label")
  func tooLow() throws {
    var sketch = Sketch()
    sketch.add(.cell, Rect(x: 0, y: 0, width: 375, height: 8))
    #expect(try sketch.nodes().labels == [])
  }

  @Test("a tall narrow element is labelled upward")
  func upward() throws {
    var sketch = Sketch()
    sketch.add(.header, Rect(x: 0, y: 0, width: 20, height: 300))
    let label = try #require(try sketch.nodes().first { $0.text == "header 0" && $0.name == "text" })
    #expect(label.attributes["transform"]?.contains("rotate(-90)") == true)
  }

  @Test("an id without visible characters gives way to the index path")
  func blankId() throws {
    var sketch = Sketch()
    sketch.addSquare(7, id: " \n")
    #expect(try sketch.nodes().labels == ["0,7"])
  }

  @Test(
    "numbers are short and never in exponents",
    arguments: [
      (0.0, "0"), (-0.0, "0"), (12.5, "12.5"), (1.0 / 3, "0.333"), (-0.05, "-0.05"), (0.0004, "0"),
      (4_400_000.125, "4400000.125"), (1e300, "9000000000000000000"), (.nan, "0"), (-.infinity, "0"),
    ])
  func numbers(_ value: Double, _ expected: String) {
    var writer = MarkupWriter(capacity: 0)
    writer.number(value)
    #expect(String(decoding: writer.finish().withUnsafeBytes { Array($0) }, as: UTF8.self) == expected)
  }

  @Test(
    "lengths have thousands separators and at most two decimals",
    arguments: [
      (0.0, "0"), (1_234_567.0, "1,234,567"), (-0.5, "−0.5"), (-1_000.25, "−1,000.25"), (2.05, "2.05"),
    ])
  func lengths(_ value: Double, _ expected: String) {
    #expect(Numerals.length(value) == expected)
  }
}
