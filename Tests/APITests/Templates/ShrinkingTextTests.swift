import TestSupport
import Testing

@testable import API

/// Texts whose font shrinks so that they fit (`UILabel.adjustsFontSizeToFitWidth`, `minimumScaleFactor`).
///
/// Apple's documentation of `adjustsFontSizeToFitWidth`: "the label reduces the font size of the title string so that it
/// fits in the label's bounding rectangle", at most by `minimumScaleFactor`, "the smallest multiplier for the current font
/// size that yields an acceptable font size".
struct ShrinkingTextTests {
  private func body(
    _ count: Int, least: Double, width: Double, _ more: [String: JSONTree] = [:]
  ) -> JSONTree {
    var text = JSONTree.object(
      squared.merging(["lineBreakMode": "truncatingTail"]) { $1 }.merging(more) { $1 })
    text["type"] = "text"
    text["text"] = .string(String(repeating: "a", count: count))
    text["minimumScaleFactor"] = .number(least)
    let template: JSONTree = ["views": ["t": text], "constraints": ["H:|[t]|", "V:|[t]|"]]
    return measurement(
      [["template": "t"]], templates: ["t": template], width: .number(width), ["views": true])
  }

  /// The widths of the lines, and whether they are the whole text.
  private func lines(_ body: JSONTree) throws -> (widths: [Double], isWhole: Bool) {
    let view = try #require(try measured(body)["views"]?.elements?[0]["t"])
    let lines = view["lines"]?.elements ?? []
    return (
      lines.map { $0["width"]?.number ?? .nan },
      !lines.contains { $0["text"]?.string?.contains("…") ?? false }
    )
  }

  @Test func `a line shrinks by hundredths until it fits, and no further than the factor`() throws {
    let whole = try lines(body(10, least: 0.5, width: 120))
    #expect(isNear(whole.widths, [100]) && whole.isWhole)
    let shrunk = try lines(body(10, least: 0.5, width: 80.5))
    #expect(isNear(shrunk.widths, [80]) && shrunk.isWhole)
    let cut = try lines(body(10, least: 0.9, width: 80))
    #expect(cut.widths.count == 1 && !cut.isWhole)
    let never = try lines(body(10, least: 0, width: 80))
    #expect(never.widths.count == 1 && !never.isWhole)
  }

  @Test func `the lines keep their height, so that a cell is as high as before`() throws {
    for least in [0, 0.5, 1] {
      #expect(isNear(try sizes(body(10, least: least, width: 80))[0], [80, 20]))
    }
  }

  @Test func `a text of several lines shrinks until it has no more than these`() throws {
    let found = try lines(body(30, least: 0.5, width: 100, ["lines": 2, "lineBreakMode": "truncatingTail"]))
    #expect(found.widths.count == 2 && found.isWhole, "\(found)")
    let free = try lines(body(30, least: 0.5, width: 100, ["lines": 0, "lineBreakMode": "charWrapping"]))
    #expect(isNear(free.widths, [100, 100, 100]), "\(free)")
  }

  @Test func `pictures and style sheets have the font that has shrunk`() throws {
    let body = Array(body(10, least: 0.5, width: 80.5).description.utf8)
    func text(_ format: ResponseFormat) throws -> String {
      let bytes = try measuringSolver().solve(body, as: format)
      return String(decoding: bytes.withUnsafeBytes { Array($0) }, as: UTF8.self)
    }
    let size = 8.0 * 2048 / 1233
    #expect(try text(.svg).contains("font-size=\"\(String(size).prefix(5))"))
    #expect(try text(.css).contains("\(String(size).prefix(5))"))
  }

  @Test func `a factor is a number from 0 to 1`() {
    for factor in [-0.1, 1.1] {
      let problem = measuringRefusal(of: Array(body(1, least: factor, width: 80).description.utf8))
      #expect(problem?.pointers == ["/templates/t/views/t/minimumScaleFactor"])
    }
  }
}
