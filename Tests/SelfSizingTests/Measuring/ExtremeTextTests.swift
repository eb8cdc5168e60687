import LayoutEngine
import SelfSizing
import Testing
import Text

/// Texts at the limits, and beyond them.
@Suite struct ExtremeTextTests {
  private static let column = Result {
    try CellTemplate([.text("text", .squared())], ["H:|[text]|", "V:|[text]|"])
  }
  private static let sized = CellTemplate(sizing: .text("text", .squared()))

  private func both() throws -> [CellTemplate] { [Self.sized, try Self.column.get()] }

  @Test func `an empty text has no height, and a text of one line break has one line`() throws {
    for template in try both() {
      #expect(try template.size([""], in: FittingRoom(width: 100)) == Size(width: 100, height: 0))
      #expect(try template.size([nil], in: FittingRoom(width: 100)) == Size(width: 100, height: 0))
      #expect(isNear(try template.size(["\n"], in: FittingRoom(width: 100)), 100, 20))
      #expect(isNear(try template.size(["a\n\nb"], in: FittingRoom(width: 100)), 100, 60))
    }
  }

  @Test func `a word of 100,000 characters is broken into as many lines as it takes`() throws {
    let word = String(repeating: "a", count: 100_000)
    for template in try both() {
      #expect(isNear(try template.size([word], in: FittingRoom(width: 105)), 105, 200_000, within: 1))
    }
  }

  @Test func `a text of a megabyte is measured in every category, in width or without`() throws {
    let long = String(repeating: "lorem ipsum ", count: (1 << 20) / 12)
    let wrapping = try CellTemplate([.text("text", .with(.body))], ["H:|[text]|", "V:|[text]|"])
    let largest = CellEnvironment(category: .accessibilityExtraExtraExtraLarge)
    let heights = try [CellEnvironment(), largest].map {
      try wrapping.size([long], in: FittingRoom(width: 320), $0).height
    }
    #expect(heights[0] > 22 * 20_000 && heights[1] > 5 * heights[0])
    // On one line it would be longer than lengths may be.
    #expect(try wrapping.size([long], largest).width <= 1e7)
  }

  @Test func `a text in no width has a line for each letter`() throws {
    for template in try both() {
      #expect(isNear(try template.size(["abcd"], in: FittingRoom(width: 0)), 0, 80))
    }
  }

  @Test(arguments: [
    "👨‍👩‍👧‍👦👍🏽🇩🇪", "漢字かなカナ", "مرحبا بالعالم", "שלום עולם", "e\u{301}\u{302}\u{303}", "\u{200B}\u{2028}\u{FEFF}",
    "a\u{0}b", "\t\t",
  ])
  func `text of any script has the same height in its natural width as without a limit`(text: String)
    throws
  {
    let template = CellTemplate(sizing: .text("text", .with(.body)))
    let size = try template.size([text])
    #expect(size.width.isFinite && size.height >= 22 - 1e-9)
    #expect(try template.size([text], in: FittingRoom(width: size.width)).height == size.height)
  }

  @Test func `texts larger than the limit of lengths are rejected with the view's name, or measured`() throws
  {
    let huge = TextSetting.with { $0.own.size = 10_000 }
    let template = try CellTemplate([.text("text", huge)], ["H:|[text]|", "V:|[text]|"])
    let lines = String(repeating: "a\n", count: 2000)
    do throws(CellMeasuringError) {
      _ = try CellMeasurer(fonts: try! Fonts.library()).measure(
        [ViewContent(text: lines)], of: template, in: FittingRoom(width: 320), CellEnvironment())
      Issue.record("2000 lines of 10,000 points are too many")
    } catch {
      #expect(error.view == 0)
      #expect(error.detail.contains("10000000"))
    }
  }
}
