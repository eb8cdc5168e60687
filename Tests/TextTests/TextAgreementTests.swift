import Foundation
import Testing
import Text

/// Line counts and widths that a browser gives the same paragraphs with the same files of fonts.
@Suite struct TextAgreementTests {
  private struct Oracle: Decodable {
    var sets: [ParagraphSet]
  }

  private struct ParagraphSet: Decodable {
    var font: String
    var size: Double
    var lineHeight: Double
    var width: Double
    var paragraphs: [Sample]

    var attributes: TextAttributes {
      TextAttributes(
        families: [font == "inter" ? "Inter" : "DejaVu Sans"], size: size, lineHeight: lineHeight)
    }
  }

  private struct Sample: Decodable {
    var script: String
    var text: String
    var lines: Int
    var maxContentWidth: Double
  }

  private static func sets() throws -> [ParagraphSet] {
    let data = try Data(contentsOf: URL(fileURLWithPath: Fonts.fixture("text-lines-chromium.json")))
    return try JSONDecoder().decode(Oracle.self, from: data).sets
  }

  @Test func `at least 99 of 100 paragraphs have as many lines as in a browser`() throws {
    let measurer = try Fonts.measurer()
    var (total, agreeing) = (0, 0)
    for set in try Self.sets() {
      for sample in set.paragraphs {
        let result = try measurer.measure(sample.text, attributes: set.attributes, width: set.width)
        total += 1
        if result.lineCount == sample.lines {
          agreeing += 1
        } else {
          print("\(set.font) \(set.size): \(result.lineCount) lines, not \(sample.lines): \(sample.text)")
        }
        #expect(result.height == Double(result.lineCount) * set.lineHeight)
      }
    }
    #expect(total >= 1500)
    #expect(Double(agreeing) >= 0.99 * Double(total), "\(agreeing) of \(total)")
  }

  @Test func `Latin text is within half a point as wide as in a browser`() throws {
    let measurer = try Fonts.measurer()
    for set in try Self.sets() {
      for sample in set.paragraphs where sample.script == "latin" {
        let width = try measurer.width(sample.text, set.attributes)
        #expect(abs(width - sample.maxContentWidth) <= 0.5, "\(set.font) \(set.size): \(sample.text)")
      }
    }
  }

  @Test func `no line is wider than its limit, and each paragraph fits into its measured width`()
    throws
  {
    let measurer = try Fonts.measurer()
    for set in try Self.sets() {
      for sample in set.paragraphs {
        let result = try measurer.measure(sample.text, attributes: set.attributes, width: set.width)
        #expect(result.width <= set.width + 1 / 64)
        let again = try measurer.measure(sample.text, attributes: set.attributes, width: result.width)
        #expect(again.lineCount == result.lineCount, "\(sample.text)")
      }
    }
  }

  @Test func `the lines are the text, and their heights and widths those that were measured`() throws {
    let measurer = try Fonts.measurer()
    for set in try Self.sets().prefix(1) {
      for sample in set.paragraphs {
        let result = try measurer.measure(sample.text, attributes: set.attributes, width: set.width)
        let lines = try measurer.lines(of: sample.text, attributes: set.attributes, width: set.width)
        #expect(lines.count == result.lineCount && lines.map(\.width).max() == result.width)
        #expect(lines.last?.baseline == result.lastBaseline && lines.first?.baseline == result.firstBaseline)
        #expect(lines.map(\.range.lowerBound) == [0] + lines.dropLast().map(\.range.upperBound))
        #expect(lines.last?.range.upperBound == sample.text.utf16.count)
      }
    }
  }
}
