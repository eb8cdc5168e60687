import Foundation
import Testing
import Text

/// Lines that a browser gives the same paragraphs of several runs with the same files of fonts.
@Suite struct StyledBrowserTests {
  private struct Oracle: Decodable {
    var fallbacks: [String]
    var paragraphs: [Sample]
  }

  private struct Sample: Decodable {
    struct Base: Decodable {
      var family: String
      var size: Double
      var weight: Double?
      var lineHeight: Double?
      var letterSpacing: Double?
      var direction: String
    }

    struct Run: Decodable {
      struct Box: Decodable {
        var width: Double
        var height: Double
        var baselineOffset: Double
      }

      var text: String?
      var family: String?
      var size: Double?
      var weight: Double?
      var isItalic: Bool?
      var lineHeight: Double?
      var letterSpacing: Double?
      var attachment: Box?
    }

    var kind: String
    var base: Base
    var width: Double
    var runs: [Run]
    var height: Double
    var maxContentWidth: Double
    var minContentWidth: Double
    /// The distance of each line's baseline from the top.
    var baselines: [Double]
  }

  private struct Result {
    var sample: Sample
    var measurement: TextMeasurement
    var baselines: [Double]
    var maxContentWidth: Double
    var minContentWidth: Double

    var text: String { sample.runs.map { $0.text ?? "\u{FFFC}" }.joined(separator: "|") }
    var hasLineCount: Bool { measurement.lineCount == sample.baselines.count }
    /// The largest distance of a baseline from the browser's.
    var baselineError: Double { zip(baselines, sample.baselines).map { abs($0 - $1) }.max() ?? 0 }
  }

  private static let rounded = Swift.Result { try results(roundsFontHeights: true) }
  private static let exact = Swift.Result { try results(roundsFontHeights: false) }

  private static func results(roundsFontHeights: Bool) throws -> [Result] {
    let data = try Data(contentsOf: URL(fileURLWithPath: Fonts.fixture("styled-paragraphs.json")))
    let oracle = try JSONDecoder().decode(Oracle.self, from: data)
    let measurer = try Fonts.measurer()
    let style = ParagraphStyle { ($0.roundsFontHeights, $0.textSpacingTrim) = (roundsFontHeights, .spaceAll) }
    return try oracle.paragraphs.map { sample in
      func families(_ first: String) -> [String] { [first] + oracle.fallbacks.filter { $0 != first } }
      let base = sample.base
      let attributes = TextAttributes(
        families: families(base.family), size: base.size, weight: base.weight ?? 400,
        lineHeight: base.lineHeight, letterSpacing: base.letterSpacing ?? 0,
        direction: try #require(TextDirection(rawValue: base.direction)))
      let text = StyledText(
        sample.runs.map { run in
          if let box = run.attachment {
            return .attachment(
              TextAttachment(width: box.width, height: box.height, baselineOffset: box.baselineOffset))
          }
          return .text(
            run.text ?? "",
            TextRunAttributes(
              families: run.family.map(families), size: run.size, weight: run.weight, isItalic: run.isItalic,
              lineHeight: run.lineHeight, letterSpacing: run.letterSpacing))
        })
      func measure(_ width: Double) throws -> TextMeasurement {
        try measurer.measure(text, attributes: attributes, paragraph: style, width: width)
      }
      return Result(
        sample: sample, measurement: try measure(sample.width),
        baselines: try measurer.lines(of: text, attributes: attributes, paragraph: style, width: sample.width)
          .map(\.baseline),
        maxContentWidth: try measure(.infinity).width,
        minContentWidth: try measurer.minimumContentWidth(of: text, attributes: attributes, paragraph: style))
    }
  }

  @Test func `at least 99 of 100 paragraphs have as many lines as in a browser`() throws {
    let all = try Self.rounded.get()
    for result in all where !result.hasLineCount {
      print("\(result.measurement.lineCount) lines, not \(result.sample.baselines.count): \(result.text)")
    }
    #expect(all.count >= 650)
    #expect(all.count(where: \.hasLineCount) * 100 >= 99 * all.count)
  }

  @Test func `lines have the baselines and heights of a browser, if heights of fonts are rounded`() throws {
    for result in try Self.rounded.get() where result.hasLineCount {
      // The browser's lengths are multiples of 1/64.
      #expect(result.baselineError < 0.02, "\(result.text)")
      #expect(abs(result.measurement.height - result.sample.height) < 0.02, "\(result.text)")
    }
  }

  @Test func `without rounding, no line is more than a point higher or lower than in a browser`() throws {
    for result in try Self.exact.get() where result.hasLineCount {
      let error = abs(result.measurement.height - result.sample.height)
      #expect(error <= 1.01 * Double(result.sample.baselines.count), "\(result.text)")
    }
  }

  @Test
  func `paragraphs are within half a point as wide as in a browser, of some scripts at least 99 of 100`()
    throws
  {
    let all = try Self.rounded.get()
    func isWide(_ result: Result) -> Bool {
      abs(result.maxContentWidth - result.sample.maxContentWidth) <= 0.5
    }
    for result in all where ["latin", "cjk", "hebrew", "emoji"].contains(result.sample.kind) {
      #expect(
        isWide(result), "\(result.maxContentWidth), not \(result.sample.maxContentWidth): \(result.text)")
    }
    #expect(all.count(where: isWide) * 100 >= 99 * all.count)
  }

  @Test func `at least 99 of 100 paragraphs have the least width of a browser`() throws {
    let all = try Self.rounded.get()
    let agreeing = all.count { abs($0.minContentWidth - $0.sample.minContentWidth) <= 0.5 }
    #expect(agreeing * 100 >= 99 * all.count, "\(agreeing) of \(all.count)")
  }
}
