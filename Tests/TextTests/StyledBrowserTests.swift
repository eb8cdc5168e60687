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
    let style = ParagraphStyle(roundsFontHeights: roundsFontHeights)
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

  @Test func `report`() throws {
    for (name, all) in [("rounded", try Self.rounded.get()), ("exact", try Self.exact.get())] {
      var kinds: [String: [Int]] = [:]
      var heightError: [String: Double] = [:]
      for r in all {
        var c = kinds[r.sample.kind] ?? [0, 0, 0, 0, 0, 0]
        c[0] += 1
        if r.hasLineCount { c[1] += 1 }
        if abs(r.maxContentWidth - r.sample.maxContentWidth) <= 0.5 { c[2] += 1 }
        if abs(r.minContentWidth - r.sample.minContentWidth) <= 0.5 { c[3] += 1 }
        if r.hasLineCount, abs(r.measurement.height - r.sample.height) < 0.01 { c[4] += 1 }
        if r.hasLineCount, r.baselineError < 0.01 { c[5] += 1 }
        if r.hasLineCount { heightError[r.sample.kind] = max(heightError[r.sample.kind] ?? 0, abs(r.measurement.height - r.sample.height) / Double(r.sample.baselines.count)) }
        kinds[r.sample.kind] = c
        if name == "rounded" {
          if !r.hasLineCount { print("LINES", r.sample.kind, r.measurement.lineCount, r.sample.baselines.count, r.sample.width, r.text) }
          if abs(r.maxContentWidth - r.sample.maxContentWidth) > 0.5 { print("MAX", r.sample.kind, r.sample.base.letterSpacing ?? 0, r.sample.runs.map { $0.letterSpacing ?? -9 }, r.maxContentWidth, r.sample.maxContentWidth, r.text) }
          if abs(r.minContentWidth - r.sample.minContentWidth) > 0.5 { print("MIN", r.sample.kind, r.minContentWidth, r.sample.minContentWidth, r.text) }
          if r.hasLineCount, abs(r.measurement.height - r.sample.height) > 0.01 { print("HEIGHT", r.sample.kind, r.measurement.height, r.sample.height, r.baselines, r.sample.baselines, r.text) }
        }
      }
      print("REPORT", name, kinds.sorted { $0.key < $1.key }, heightError)
    }
  }
}
