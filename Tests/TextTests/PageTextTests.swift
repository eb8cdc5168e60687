import TestSupport
import Testing

@testable import Text

/// Lines of texts whose pieces are measured, as in a page: by a table, in which a letter is 10 points wide.
@Suite struct PageTextTests {
  /// The calls for widths that a page does not give in advance.
  private final class Calls {
    var measured: [Range<Int>] = []
    var located: [Range<Int>] = []
  }

  private let calls = Calls()

  /// A text whose words are its pieces, of letters of 10 points; two letters that a line cuts apart are 1 point wider.
  private func page(_ string: String, mode: LineBreakMode = .truncatingTail) -> PageText {
    let units = Array(string.utf16)
    let columns = Box()
    let text = PageText(
      count: units.count, mode: mode,
      measure: { [calls] range in
        calls.measured.append(range)
        return Double(10 * range.count + 1)
      },
      locate: { [calls] range in
        calls.located.append(range)
        guard let text = columns.text else { return }
        for (offset, index) in range.enumerated() {
          text.columns.marks[index].insert(.isCluster)
          if index + 1 < range.upperBound {
            text.columns.edges[index + 1] = text.columns.edges[range.lowerBound] + Double(10 * (offset + 1))
          }
        }
      })
    columns.text = text
    for (index, unit) in units.enumerated() { text.columns.units[index] = unit }
    text.markBreaks()
    text.widths = PageText.Widths(size: 10, space: 10, ellipsis: 10, hyphen: 10)
    var edge = 0.0
    var index = 0
    while index < units.count {
      var end = index + 1
      if !text.columns.marks[index].contains(.isSpace) {
        while end < units.count, !text.columns.marks[end].contains(.isSpace) { end += 1 }
        text.columns.marks[index].insert(.isSafe)
      }
      let isNewline = units[index] == 0x0A
      if !isNewline { edge += Double(10 * (end - index)) }
      for later in index + 1...end { text.columns.edges[later] = edge }
      index = end
    }
    return text
  }

  /// The text, for the closures that it has itself.
  private final class Box {
    weak var text: PageText?
  }

  @Test func `words fill lines without asking the page for more widths`() throws {
    // 110 points, 110 points with the space between them, and 30.
    let size = try page("hello world hello there now").measurement(in: 110, upTo: 0)
    #expect(size == PageText.Measurement(lineCount: 3, width: 110, isTruncated: false))
    #expect(calls.measured.isEmpty && calls.located.isEmpty)
  }

  @Test func `a word that is wider than the line is cut, and only its units are located`() throws {
    // Three letters of 10 points, and 1 because they are cut, fit into 35; four do not. The last two are not cut.
    let text = page("ab abcdefgh cd")
    let size = try text.measurement(in: 35, upTo: 0)
    #expect(size.lineCount == 5 && size.width == 31)
    #expect(calls.located == [3..<11])
    calls.measured = []
    // The first two words are 110 points wide with the space between them.
    #expect(try text.measurement(in: 110, upTo: 0).lineCount == 2)
    #expect(calls.measured.isEmpty && calls.located == [3..<11])
  }

  @Test(arguments: [
    // Four letters with 1 point, and the ellipsis: 51. With a space before the cut, that is left out: 30 + 10.
    (LineBreakMode.truncatingTail, 55.0, 51.0), (.truncatingTail, 50, 40), (.truncatingHead, 55, 51),
    (.wordWrapping, 55, 30),
  ])
  func `the last line that a limit allows ends with an ellipsis where its mode has one`(
    _ mode: LineBreakMode, _ width: Double, _ shown: Double
  ) throws {
    let string = width == 55 && mode == .truncatingTail ? "abcdefgh" : "abc defghij"
    let size = try page(string, mode: mode).measurement(in: width, upTo: 1)
    #expect(size == PageText.Measurement(lineCount: 1, width: shown, isTruncated: true))
  }

  @Test func `a text that fits is not truncated, and an empty one has no line`() throws {
    #expect(
      try page("abc de").measurement(in: 60, upTo: 1)
        == PageText.Measurement(lineCount: 1, width: 60, isTruncated: false))
    #expect(try page("").measurement(in: 60, upTo: 1) == PageText.Measurement())
    #expect(try page("abc\n\nde\n").measurement(in: 60, upTo: 0).lineCount == 3)
  }

  @Test func `lines of measured words are those of the shaped text, in every width`() throws {
    // DejaVu Sans Mono has no kerning: widths of words add up to those of texts.
    let measurer = try Fonts.measurer()
    let attributes = TextAttributes(families: ["DejaVu Sans Mono"], size: 10)
    let string = "The quick brown-footed fox (a red one) jumps over https://a.example/lazy?dog=1 and sleeps"
    let one = try measurer.measure("e", attributes: attributes, width: .infinity)
    try #require(one.missingFamilies.isEmpty)
    let letter = one.width
    for letters in 4...40 {
      let width = Double(letters)
      let shaped = try measurer.measure(string, attributes: attributes, width: width * letter)
      let text = page(string, mode: .wordWrapping)
      setEdges(of: text)
      #expect(try text.measurement(in: width, upTo: 0).lineCount == shaped.lineCount, "\(letters)")
    }
  }

  /// Gives every unit the width of 1 point, so that nothing has to be located or measured.
  private func setEdges(of text: PageText) {
    for index in 0...text.columns.count {
      text.columns.edges[index] = Double(index)
      text.columns.marks[index].insert(.isSafe)
    }
  }

  @Test func `lines that are compared by the edges of their ends are those that are filled`() throws {
    var generator = SeededGenerator(seed: 42)
    let pieces = ["ab", "abcdefg", "a-b", "non\u{AD}stop", "  ", "x", "(y)", "\n"]
    for _ in 0..<300 {
      let string = (0..<Int.random(in: 0...12, using: &generator)).map { _ in
        pieces.randomElement(using: &generator)!
      }
      .joined(separator: Bool.random(using: &generator) ? " " : "")
      let (width, limit) = (
        Double.random(in: 0...200, using: &generator), Int.random(in: 0...3, using: &generator)
      )
      let mode = LineBreakMode.allCases.randomElement(using: &generator)!
      let compared = try page(string, mode: mode).measurement(in: width, upTo: limit)
      let filled = try page(string, mode: mode).filledMeasurement(in: width, upTo: limit)
      #expect(compared == filled, "\(string) in \(width), \(limit) lines, \(mode)")
    }
  }
}
