import JSON
import LayoutEngine
import PageCells
import SelfSizing
import Testing
import Text
import Wire

/// Sizes of cells with the fonts of a page, whose letters are all as wide as half of their font.
@Suite struct PageTemplatesTests {
  private final class Fonts: PageFonts {
    private var sizes: [Double] = []
    private var texts: [Int: PageTextColumns] = [:]
    private var lastText = 0

    func numberForText() -> Int {
      lastText += 1
      return lastText
    }

    func close(font number: Int) {}

    func mapped(
      _ text: String, to textCase: TextCase, language: String?, after previous: Unicode.Scalar?
    ) -> String { text.uppercased() }

    func lengths(of font: PageFont) -> PageFontLengths {
      sizes.append(font.size)
      let half = font.size / 2
      return PageFontLengths(
        number: sizes.count - 1, ascent: font.size, descent: 0, space: half, ellipsis: half, hyphen: half)
    }

    func hasRoom(forUnits count: Int) -> Bool { true }

    func open(_ text: PageTextColumns) { texts[text.number] = text }

    func measurePieces(ofText number: Int) {
      guard let text = texts[number], let font = text.fonts.first else { return }
      for index in text.units.indices {
        text.edges[index + 1] = text.edges[index] + sizes[Int(font)] / 2
        // The letter begins a piece.
        text.marks.storeBytes(
          of: text.marks.load(fromByteOffset: index, as: UInt8.self) | 1, toByteOffset: index, as: UInt8.self)
      }
    }

    func width(of range: Range<Int>, inText number: Int) -> Double {
      texts[number].map { $0.edges[range.upperBound] - $0.edges[range.lowerBound] } ?? 0
    }

    func endSpace(before end: Int, inText number: Int) -> Double { 0 }

    func locateUnits(in range: Range<Int>, ofText number: Int) {}

    func close(text number: Int) { texts[number] = nil }
  }

  private func templates(_ json: String) throws -> PageTemplates {
    try PageTemplates(reading: Array(json.utf8), fonts: Fonts())
  }

  private static let text = #""type": "text", "lines": 0, "lineHeight": 30, "font": {"size": 20}"#

  @Test(arguments: [
    (#"{"type": "flex", "padding": 5, "children": [{"name": "a", \#(text)}]}"#, 70.0),
    (#"{"type": "stack", "axis": "vertical", "arrangedSubviews": [{"name": "a", \#(text)}]}"#, 60.0),
    (#"{"views": {"a": {\#(text)}}, "constraints": ["H:|-5-[a]-5-|", "V:|-8-[a]-8-|"]}"#, 76.0),
  ])
  func `a cell is as high as its text, whatever lays it out`(template: String, height: Double) throws {
    // Two lines of 5 letters of 10 points.
    let cell = try templates(#"{"t": \#(template)}"#).measure(
      Array(#"{"a": "hello world"}"#.utf8), of: "t", in: FittingRoom(width: 70), CellEnvironment())
    #expect(cell.size == Size(width: 70, height: height))
    #expect(cell.frames[0].height == 60)
  }

  @Test func `views are named in the order of their frames`() throws {
    let templates = try templates(
      #"{"t": {"type": "flex", "children": [{"type": "box"}, {"name": "b", "type": "box"}]}}"#)
    #expect(
      try templates.names(ofViewsIn: "t").withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
        == #"["0","b"]"#)
  }

  @Test(arguments: [
    (#"{"t": {"type": "flex", "children": [{"type": "txt"}]}}"#, "/t/children/0/type"),
    (#"{"text": {"views": {}, "constraints": []}}"#, "/text"), ("[]", ""), (#"{"": {}}"#, "/"),
  ])
  func `a template with a mistake is an error with its place`(body: String, pointer: String) {
    let problem = #expect(throws: Problem.self) { try templates(body) }
    #expect(problem?.faults.first?.pointer == pointer)
  }

  @Test func `content that does not fit, and settings that only a server measures, are errors`() throws {
    let templates = try templates(
      #"{"t": {"type": "flex", "children": [{"name": "a", "type": "text", "usesDefaultHyphenation": true}]}}"#
    )
    func problem(_ content: String, of name: String = "t") -> Problem? {
      #expect(throws: Problem.self) {
        try templates.measure(Array(content.utf8), of: name, in: FittingRoom(width: 70), CellEnvironment())
      }
    }
    #expect(problem(#"{"b": 1}"#)?.faults.first?.pointer == "/b")
    #expect(problem("{")?.code == .malformedJSON)
    #expect(problem("{}", of: "other")?.code == .notFound)
    #expect(problem(#"{"a": "hi"}"#)?.detail.contains("usesDefaultHyphenation") == true)
  }
}
