import TestSupport
import Testing
import Text

@Suite("The article on measuring a paragraph")
struct ParagraphArticleTests {
  @Test("its example has the sizes and the lines that its comments name")
  func results() throws {
    let (natural, wrapped, lines) = try Self.example()
    #expect(natural.lineCount == 1 && natural.height == 20 && !natural.isTruncated)
    #expect(abs(natural.width - 520) < 1)
    #expect(wrapped.lineCount == 2 && wrapped.height == 40 && wrapped.isTruncated)
    #expect(abs(wrapped.width - 198) < 1)
    #expect(lines.map(\.text) == ["The quick brown fox", "jumps over the lazy dog,…"])
    #expect(lines.map { $0.baseline.rounded() } == [16, 36])
  }

  @Test("its example is the code of this test")
  func text() throws {
    let example = try DocumentedExample(
      "Example", in: "Cells/Text/Text.docc/MeasuringAParagraph.md")
    #expect(example.shown == example.compiled)
    #expect(example.shown.count > 15)
  }

  static func example() throws -> (TextMeasurement, TextMeasurement, [TextLine]) {
    // Example begins.
    // Your fonts, best first: a character that Inter lacks is measured with DejaVu Sans.
    let fonts = try FontLibrary(paths: [
      "/usr/share/fonts/opentype/inter/Inter-*.otf",
      "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf",
    ])
    let measurer = TextMeasurer(fonts: fonts)

    // A paragraph of at most two lines, each 20 points high.
    let text = "The quick brown fox jumps over the lazy dog, and the dog sleeps on."
    let attributes = TextAttributes(families: ["Inter"], size: 16, lineHeight: 20, lineLimit: 2)

    // Without a limit to the width, it is one line of about 520 points.
    let natural = try measurer.measure(text, attributes: attributes, width: .infinity)

    // In 200 points it is two lines, 40 points high and about 198 wide, and the rest is cut off.
    let wrapped = try measurer.measure(text, attributes: attributes, width: 200)

    // The lines are "The quick brown fox" and "jumps over the lazy dog,…", with baselines about 16 and 36 points down.
    let lines = try measurer.lines(of: text, attributes: attributes, width: 200)
    // Example ends.
    return (natural, wrapped, lines)
  }
}
