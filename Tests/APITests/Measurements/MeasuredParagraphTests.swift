import Foundation
import TestSupport
import Testing

/// The line counts of paragraphs in a browser, compared with those of requests for measurements.
struct MeasuredParagraphTests {
  @Test func `at least 99 of 100 paragraphs are as high as in a browser`() throws {
    let file = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "TextTests/Fixtures/text-lines-chromium.json")
    let sets = try #require(JSONTree(parsing: Data(contentsOf: file))["sets"]?.elements)
    var (total, agreeing) = (0, 0)
    for set in sets {
      let paragraphs = try #require(set["paragraphs"]?.elements)
      let family: JSONTree = set["font"] == "inter" ? "Inter" : "DejaVu Sans"
      let lineHeight = try #require(set["lineHeight"]?.number)
      let items = paragraphs.map { paragraph -> JSONTree in
        let text: JSONTree = [
          "text": paragraph["text"]!, "font": ["family": family, "size": set["size"]!],
          "lineHeight": set["lineHeight"]!, "adjustsFontForContentSizeCategory": false,
        ]
        return ["template": "text", "content": ["text": text]]
      }
      let found = try sizes(measurement(.array(items), width: set["width"]))
      #expect(found.count == paragraphs.count)
      for (size, paragraph) in zip(found, paragraphs) {
        total += 1
        if abs(size[1] / lineHeight - paragraph["lines"]!.number!) < 1e-6 { agreeing += 1 }
      }
    }
    #expect(total >= 1500)
    #expect(Double(agreeing) >= 0.99 * Double(total), "\(agreeing) of \(total)")
  }
}
