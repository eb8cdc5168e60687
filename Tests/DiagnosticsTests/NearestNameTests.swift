import Testing

@testable import Diagnostics

struct NearestNameTests {
  @Test(arguments: [
    ("itemsize", "itemSize"), ("imteSize", "itemSize"), ("hight", "height"), ("wdith", "width"),
    ("q", nil), ("background", nil), ("", nil), (String(repeating: "width", count: 100), nil),
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

  @Test(arguments: [
    ("type", ["op", "at"], "op"), ("type", ["kind", "op2"], "kind"), ("w", ["height", "width"], "width"),
    ("baseline", ["firstBaseline", "lastBaseline"], "lastBaseline"),
    ("masonry", ["list", "waterfall"], "waterfall"),
    ("OPACITY", ["alpha"], "alpha"), ("gap", ["rowHeight"], nil),
  ])
  func `a word of another interface stands for the name here that means the same`(
    word: String, names: [String], meaning: String?
  ) {
    #expect(NearestName.to(word, among: names) == meaning)
  }

  @Test(arguments: [
    ("contentOffset", "bounds"), ("from", "before"), ("h1", "title1"), ("height", "size"), ("item", "id"),
  ])
  func `a word stands for one of many names`(word: String, meaning: String) {
    let names = ["indexPath", "version", "bounds", "before", "body", "title1", "size", "id"]
    #expect(NearestName.to(word, among: names) == meaning)
  }

  @Test func `a name that is written in another case is not taken for another word`() {
    #expect(NearestName.to("Gap", among: ["spacing", "gap"]) == "gap")
  }
}
