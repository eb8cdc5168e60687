import Foundation
import Testing
import Text

@Suite("The article on measuring a paragraph")
struct ArticleTests {
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
    let code = try Self.lines(
      of: URL(filePath: #filePath), between: "// Example begins.", and: "// Example ends.")
    let article = URL(filePath: #filePath).deletingLastPathComponent().appending(
      path: "../../Sources/Cells/Text/Text.docc/MeasuringAParagraph.md")
    #expect(
      try Self.lines(of: article, between: "```swift", and: "```") == code.map { String($0.dropFirst(4)) })
    #expect(code.count > 15)
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

  /// The lines of a file between the first that is `start`, indented or not, and the next that is `end`.
  private static func lines(of file: URL, between start: String, and end: String) throws -> [String] {
    let lines = try String(contentsOf: file, encoding: .utf8).components(separatedBy: "\n")
    func isLine(_ text: String) -> (String) -> Bool { { $0.trimmingCharacters(in: .whitespaces) == text } }
    let first = try #require(lines.firstIndex(where: isLine(start)))
    let rest = lines[(first + 1)...]
    return Array(rest[..<(try #require(rest.firstIndex(where: isLine(end))))])
  }
}
