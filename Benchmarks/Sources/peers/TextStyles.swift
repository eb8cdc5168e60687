import Glibc
import Harness
import Text

private let width = 320.0

/// Compares the same texts in the regular weight, in another one, and with a heavier run after every two words.
func compareTexts() throws {
  let paragraphs = try Paragraphs(path: "Tests/TextTests/Fixtures/text-lines-chromium.json")
  let texts = paragraphs.sets.first { $0.name == "latin" }?.texts ?? paragraphs.sets[0].texts
  let measurer = TextMeasurer(fonts: try FontLibrary())
  let regular = TextAttributes(families: ["Inter"], size: 16, lineHeight: 24)
  var semibold = regular
  semibold.weight = 600
  let styled = texts.map { text in
    StyledText(
      text.split(separator: " ", omittingEmptySubsequences: false).enumerated().map { place, word in
        let word = place == 0 ? String(word) : " \(word)"
        return .text(word, TextRunAttributes(weight: place % 3 == 2 ? 600 : nil))
      })
  }
  func lines(_ measure: (Int) throws -> TextMeasurement) -> Int {
    texts.indices.reduce(0) { sum, index in
      guard let measured = try? measure(index) else { abort() }
      return sum + measured.lineCount
    }
  }
  var comparison = Comparison("paragraphs in other styles", units: texts.count, rounds: 101)
  comparison.add("weight 400") {
    lines { try measurer.measure(texts[$0], attributes: regular, width: width) }
  }
  comparison.add("weight 600") {
    lines { try measurer.measure(texts[$0], attributes: semibold, width: width) }
  }
  comparison.add("runs of 400 and 600") {
    lines { try measurer.measure(styled[$0], attributes: regular, width: width) }
  }
  comparison.run()
}
