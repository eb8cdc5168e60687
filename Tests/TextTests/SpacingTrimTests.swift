import Foundation
import Testing
import Text

/// Full-width punctuation gives up space as in CSS `text-spacing-trim: normal`. Squares are 20 points wide.
@Suite struct SpacingTrimTests {
  private let measurer: TextMeasurer

  init() throws { measurer = try Fonts.measurer() }

  private static func attributes(_ family: String) -> TextAttributes {
    TextAttributes(families: [family], size: 20, lineHeight: 30)
  }

  private func width(_ text: String, family: String = "Noto Sans CJK JP") throws -> Double {
    try measurer.measure(text, attributes: Self.attributes(family), width: .infinity).width
  }

  private func lines(
    _ text: String, width: Double, _ trim: TextSpacingTrim = .normal
  ) throws -> [TextLine] {
    try measurer.lines(
      of: StyledText(text), attributes: Self.attributes("Noto Sans CJK JP"),
      paragraph: ParagraphStyle { $0.textSpacingTrim = trim }, width: width)
  }

  @Test(arguments: [
    ("「「", 1.5), ("」」", 1.5), ("」「", 1.5), ("・「", 1.5), ("」・", 1.5), ("」、", 1.5), ("、「", 1.5), ("、、", 1.5),
    // An opening mark before a closing one, marks beside letters, and marks that close nothing keep their space.
    ("「」", 2), ("中」", 2), ("「中", 2), ("」中", 2), ("！「", 2), ("」！", 2), ("「・", 2),
    // Each of a series but one gives up half.
    ("「「「", 2), ("。」」", 2), ("中」「中", 3.5), ("（（中））", 4),
  ])
  func `marks give up half of their square beside other marks`(text: String, squares: Double) throws {
    #expect(try abs(width(text) - 20 * squares) < 0.01, "\(text)")
    let all = try lines(text, width: .infinity, .spaceAll).first?.width ?? 0
    #expect(abs(all - 20 * Double(text.count)) < 0.01, "\(text)")
  }

  @Test func `where a font draws a full stop decides whether it closes`() throws {
    // In the middle of its square in a font for Traditional Chinese, in the lower left in one for Japanese.
    #expect(try abs(width("、。", family: "Noto Sans CJK TC") - 40) < 0.01)
    #expect(try abs(width("、。", family: "Noto Sans CJK JP") - 30) < 0.01)
    #expect(try abs(width("」。", family: "Noto Sans CJK TC") - 30) < 0.01)
  }

  @Test func `an opening mark at the start of a line has its whole square`() throws {
    let found = try lines("中中」「中中", width: 60)
    #expect(found.map(\.text) == ["中中」", "「中中"] && found.map(\.width) == [60, 60])
    // The second line would need only 50 points behind the first.
    #expect(try lines("中中」「中中", width: 110).map(\.text) == ["中中」「中中"])
  }

  @Test func `a closing bracket ends a line without its space, and a full stop does not`() throws {
    let found = try lines("中中中」中中", width: 70)
    #expect(found.map(\.text) == ["中中中」", "中中"] && found.map(\.width) == [70, 40])
    #expect(found[0].pieces.map(\.width) == [70])
    #expect(try lines("中中中」中中", width: 80).first?.width == 80)
    #expect(try lines("中中中」中中", width: 69).map(\.text) == ["中中", "中」中", "中"])
    #expect(try lines("中中中。中中", width: 70).map(\.text) == ["中中", "中。中", "中"])
    #expect(try lines("中中中」中中", width: 70, .spaceAll).map(\.text) == ["中中", "中」中", "中"])
  }

  @Test func `a closing bracket before white space gives up its space only if its word would be cut`() throws
  {
    #expect(try lines("「中」 中", width: 50).map(\.text) == ["「中」", "中"])
    #expect(try lines("「中」\n中", width: 50).map(\.text) == ["「中」", "中"])
    #expect(try lines("「中」 中", width: 49).map(\.text) == ["「中", "」 中"])
    // Behind another mark, the bracket that begins the line would be narrower.
    #expect(try lines("・「中」 中", width: 50).map(\.text) == ["・", "「中」", "中"])
    // There is a place to break before.
    #expect(try lines("中「中」 中", width: 70).map(\.text) == ["中", "「中」", "中"])
    #expect(try lines("中中」 中", width: 50).map(\.text) == ["中", "中」", "中"])
  }

  @Test func `marks among Hebrew letters keep their space, and those among Arabic ones do not`() throws {
    func given(_ text: String) throws -> Double {
      let families = ["Noto Sans CJK JP", "Noto Sans Hebrew", "Noto Sans Arabic"]
      let attributes = TextAttributes(families: families, size: 20, lineHeight: 30)
      let widths = try [TextSpacingTrim.spaceAll, .normal].map { trim in
        try measurer.measure(
          StyledText(text), attributes: attributes, paragraph: ParagraphStyle { $0.textSpacingTrim = trim },
          width: .infinity
        ).width
      }
      return widths[0] - widths[1]
    }
    #expect(try abs(given("א，，א")) < 0.01 && abs(given("ا，，ا") - 10) < 0.01)
  }

  @Test func `marks of different runs give up space beside one another`() throws {
    let text = StyledText([.text("中」"), .text("「中", TextRunAttributes(weight: 700))])
    let found = try measurer.measure(
      text, attributes: Self.attributes("Noto Sans CJK JP"), paragraph: ParagraphStyle(), width: .infinity)
    #expect(abs(found.width - 70) < 0.01)
  }

  private struct Oracle: Decodable { var samples: [Sample] }

  private struct Sample: Decodable {
    var family: String
    var width: Double
    var text: String
    var normal: Outcome
    var spaceAll: Outcome
  }

  private struct Outcome: Decodable {
    var lines: [String]
    var width: Double
  }

  @Test func `widths and lines are those of a browser`() throws {
    let data = try Data(contentsOf: URL(fileURLWithPath: Fonts.fixture("spacing-trim.json")))
    let samples = try JSONDecoder().decode(Oracle.self, from: data).samples
    let space = CharacterSet(charactersIn: " \u{3000}")
    var (count, agreeing) = (0, 0)
    for sample in samples {
      let attributes = TextAttributes(families: [sample.family], size: 18, lineHeight: 30)
      var widths: [Double] = []
      for (trim, expected) in [(TextSpacingTrim.normal, sample.normal), (.spaceAll, sample.spaceAll)] {
        let style = ParagraphStyle { $0.textSpacingTrim = trim }
        let text = StyledText(sample.text)
        widths.append(
          try measurer.measure(text, attributes: attributes, paragraph: style, width: .infinity).width)
        // Where lines break beside quotation marks depends on the version of the rules.
        if sample.text.contains(where: { "“”‘’".contains($0) }) { continue }
        count += 1
        let found = try measurer.lines(
          of: text, attributes: attributes, paragraph: style, width: sample.width
        ).map { $0.text.trimmingCharacters(in: space) }
        if found == expected.lines.map({ $0.trimmingCharacters(in: space) }) {
          agreeing += 1
        } else {
          print("\(sample.family), \(sample.width), \(trim): \(found), not \(expected.lines)")
        }
      }
      let given = sample.spaceAll.width - sample.normal.width
      // A browser rounds widths to 64ths.
      #expect(abs(widths[1] - widths[0] - given) <= 1.0 / 32, "\(sample.family): \(sample.text)")
    }
    #expect(count > 200 && agreeing >= count * 98 / 100, "\(agreeing) of \(count)")
  }
}
