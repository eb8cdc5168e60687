import Diagnostics
import Testing

struct ShortenedTextTests {
  @Test(arguments: [
    ("", ""), ("abcde", "abcde"), ("abcdef", "abcde…"), ("e\u{301}e\u{301}e\u{301}", "e\u{301}e\u{301}e…"),
  ])
  func `a text is cut after a number of scalars, and the cut shows`(text: String, expected: String) {
    #expect(text.shortened(to: 5).unicodeScalars.elementsEqual(expected.unicodeScalars))
  }
}
