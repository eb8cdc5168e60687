import JSON
import Testing

@Suite struct JSONSyntaxErrorTests {
  struct Case: CustomTestStringConvertible {
    var text: String
    var line: Int
    var column: Int
    var reason: JSONSyntaxError.Reason
    var testDescription: String { text.debugDescription }

    init(_ text: String, _ line: Int, _ column: Int, _ reason: JSONSyntaxError.Reason) {
      (self.text, self.line, self.column, self.reason) = (text, line, column, reason)
    }
  }

  static let cases = [
    Case("", 1, 1, .empty),
    Case(" \n\t ", 1, 1, .empty),
    Case("\u{FEFF}{}", 1, 1, .byteOrderMark),
    Case("[1,]", 1, 4, .syntax(found: "]")),
    Case("{\"a\":1,}", 1, 8, .syntax(found: "}")),
    Case("{\n  \"a\": 1\n  \"b\": 2\n}", 3, 3, .syntax(found: "\"b\"")),
    Case("[1 2]", 1, 4, .syntax(found: "2")),
    Case("{\"ä漢😀\": nul}", 1, 9, .syntax(found: "nul")),
    Case("[NaN]", 1, 2, .syntax(found: "NaN")),
    Case("-Infinity", 1, 1, .syntax(found: "-Infinity")),
    Case("[01]", 1, 2, .syntax(found: "01")),
    Case("[+1]", 1, 2, .syntax(found: "+1")),
    Case("[.5]", 1, 2, .syntax(found: ".5")),
    Case("[1.]", 1, 2, .syntax(found: "1.")),
    Case("'a'", 1, 1, .syntax(found: "'")),
    Case("[漢]", 1, 2, .syntax(found: "漢")),
    Case("{1:2}", 1, 2, .syntax(found: "1")),
    Case("[1", 1, 3, .unexpectedEnd),
    Case("[1,\n", 2, 1, .unexpectedEnd),
    Case("\"abc", 1, 5, .unexpectedEnd),
    Case("{\"a\"", 1, 5, .unexpectedEnd),
    Case("{} {}", 1, 4, .trailingData),
    Case("1 x", 1, 3, .trailingData),
    Case("[1,\n 1e999]", 2, 2, .numberOverflow),
    Case("-1e999", 1, 1, .numberOverflow),
    Case("{\"a\":1,\n \"a\":2}", 2, 2, .duplicateKey("a")),
    Case(#"{"é":1,"\u00e9":2}"#, 1, 8, .duplicateKey("é")),
    Case(#"{"a\u0000":1}"#, 1, 2, .nulInKey),
    Case(#"["a\x"]"#, 1, 4, .invalidEscape),
    Case(#"["\u12G4"]"#, 1, 3, .invalidEscape),
    Case(#"["ab\ud800"]"#, 1, 5, .invalidEscape),
    Case(#"["\ud800\u0041"]"#, 1, 3, .invalidEscape),
    Case(#"["\udc00\ud800"]"#, 1, 3, .invalidEscape),
    Case("[\"a\nb\"]", 1, 4, .controlCharacter(10)),
    Case("[1\u{0},2]", 1, 3, .controlCharacter(0)),
    Case("\u{0}", 1, 1, .controlCharacter(0)),
    Case("{\"a: 1,\n\"b\": 2}", 1, 8, .controlCharacter(10)),
    Case("[tru, \"a\u{1}\"]", 1, 2, .syntax(found: "tru")),
  ]

  @Test(arguments: cases) func `a fault is named at its place`(_ expected: Case) throws {
    let error = try #require(fault(in: expected.text))
    #expect(error.reason == expected.reason)
    #expect(error.line == expected.line && error.column == expected.column, "\(error)")
  }

  @Test(
    arguments: [
      ([0x22, 0xC0, 0x80, 0x22], 1),  // an overlong NUL
      ([0x22, 0xE0, 0x80, 0xAF, 0x22], 1),  // an overlong solidus
      ([0x22, 0xED, 0xA0, 0x80, 0x22], 1),  // a surrogate
      ([0x22, 0xF4, 0x90, 0x80, 0x80, 0x22], 1),  // beyond U+10FFFF
      ([0x22, 0x61, 0xFF, 0x22], 2), ([0x22, 0xE6, 0xBC], 1), ([0x5B, 0x31, 0x2C, 0x80, 0x5D], 3),
      ([0xFF, 0xFE], 0),
    ] as [([UInt8], Int)])
  func `bytes that are not UTF-8 are refused at their place`(_ text: [UInt8], _ offset: Int) throws {
    let error = try #require(fault(in: text))
    #expect(error.reason == .invalidUTF8 && error.offset == offset, "\(error)")
  }

  @Test func `the text of an error has the place and no inner names`() throws {
    let error = try #require(fault(in: "[\n1,]"))
    #expect(error.description == "line 2, column 3: Unexpected \u{2018}]\u{2019}.")
  }

  @Test func `a very long token is shown by its start`() throws {
    let error = try #require(fault(in: "[" + String(repeating: "x", count: 100_000) + "]"))
    #expect(error.reason == .syntax(found: String(repeating: "x", count: 20)))
  }
}
