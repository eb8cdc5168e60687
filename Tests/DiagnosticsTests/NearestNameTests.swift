import Testing

@testable import Diagnostics

struct NearestNameTests {
  @Test(arguments: [
    ("itemsize", "itemSize"), ("imteSize", "itemSize"), ("hight", "height"), ("wdith", "width"),
    ("w", nil), ("background", nil), ("", nil), (String(repeating: "width", count: 100), nil),
  ])
  func `the nearest name is the fewest edits away, and none is offered from afar`(
    name: String, nearest: String?
  ) {
    #expect(NearestName.to(name, among: ["width", "height", "itemSize", "insets"]) == nearest)
  }

  @Test(arguments: [("", "", 0), ("abc", "", 3), ("abc", "abd", 1), ("abcd", "abdc", 1), ("ca", "abc", 3)])
  func `edits are insertions, deletions, replacements and swaps of neighbours`(
    a: String, b: String, edits: Int
  ) {
    #expect(NearestName.editDistance(Array(a.unicodeScalars), Array(b.unicodeScalars)) == edits)
    #expect(NearestName.editDistance(Array(b.unicodeScalars), Array(a.unicodeScalars)) == edits)
  }
}
