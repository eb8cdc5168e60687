import Foundation
import Testing

@testable import Text

@Suite struct LanguageTests {
  private let measurer: TextMeasurer

  init() throws {
    measurer = try Fonts.measurer()
    measurer.hyphenation = Hyphenation(HyphenationPatterns(folder: Fonts.fixture("")))
  }

  private func lines(
    _ text: StyledText, fitting part: String, _ change: (inout ParagraphStyle) -> Void
  ) throws -> [String] {
    var style = ParagraphStyle { ($0.language, $0.usesDefaultHyphenation) = ("qx", true) }
    change(&style)
    let width = try measurer.width(part) + 0.5
    return try measurer.lines(of: text, attributes: .plain, paragraph: style, width: width).map(\.text)
  }

  private func lines(_ text: String, fitting part: String, _ language: String = "qx") throws -> [String] {
    try lines(StyledText(text), fitting: part) { $0.language = language }
  }

  @Test func `a word that does not fit is hyphenated where the patterns of its language allow`() throws {
    #expect(try lines("aaaaoobbbb", fitting: "aaaaoo\u{2010}") == ["aaaaoo\u{2010}", "bbbb"])
    #expect(try lines("aaaaoobbbb", fitting: "aaaaoobbbb") == ["aaaaoobbbb"])
    #expect(try lines("x aaaaoobbbb", fitting: "x aaaaoo\u{2010}") == ["x aaaaoo\u{2010}", "bbbb"])
    // Without room for the hyphen, the whole word is on the next line.
    #expect(try lines("xxx aaaaoobbbb", fitting: "xxx aaaaoo").first == "xxx")
    #expect(try lines("AAAOOBBB", fitting: "AAAOO\u{2010}") == ["AAAOO\u{2010}", "BBB"])
    #expect(try lines("aaaüübbb", fitting: "aaaüü\u{2010}") == ["aaaüü\u{2010}", "bbb"])
    #expect(try lines("aaaüübbb", fitting: "aaaüü\u{2010}", "qy") == ["aaaüü\u{2010}", "bbb"])
    // The patterns are in a character set without this letter.
    #expect(try lines("ŋaaüübbb", fitting: "ŋaaüü\u{2010}", "qy").first != "ŋaaüü\u{2010}")
  }

  @Test func `short words, words with soft hyphens, and hyphens that change letters are left alone`() throws {
    #expect(try lines("xxx oobb", fitting: "xxx oo\u{2010}") == ["xxx", "oobb"])
    #expect(try lines("xxx aaoobb\u{AD}xx", fitting: "xxx aaoo\u{2010}").first == "xxx")
    #expect(try lines("xxx aaffaa", fitting: "xxx aaff\u{2010}") == ["xxx", "aaffaa"])
    let long = String(repeating: "aob", count: 22)
    #expect(try !lines(long, fitting: "aobaob")[0].hasSuffix("\u{2010}"))
  }

  @Test func `the hyphen has the style of its run, and the last piece of the line has it`() throws {
    let text = StyledText([.text("aaa", TextRunAttributes(size: 32)), .text("oobbbb")])
    let style = ParagraphStyle { ($0.language, $0.usesDefaultHyphenation) = ("qx", true) }
    let width = try measurer.width("aaa", .plain.with { $0.size = 32 }) + measurer.width("oo\u{2010}") + 1
    let line = try #require(
      try measurer.lines(of: text, attributes: .plain, paragraph: style, width: width).first)
    #expect(line.text == "aaaoo\u{2010}" && line.pieces.map(\.text) == ["aaa", "oo\u{2010}"])
    #expect(abs(line.pieces.map(\.width).reduce(0, +) - line.width) < 0.02 && line.width <= width)
  }

  @Test func `the least width of a hyphenated word is that of its widest part with a hyphen`() throws {
    let style = ParagraphStyle { ($0.language, $0.usesDefaultHyphenation) = ("qx", true) }
    let least = try measurer.minimumContentWidth(
      of: StyledText("aaaaoobbbb"), attributes: .plain, paragraph: style)
    #expect(try abs(least - measurer.width("aaaaoo\u{2010}")) < 0.5)
  }

  @Test func `a language without patterns is reported, and its words stay whole`() throws {
    func isMissing(_ language: String?, _ isOn: Bool = true, _ mode: LineBreakMode = .wordWrapping) throws
      -> Bool
    {
      try measurer.measure(
        StyledText("aaaaoobbbb"), attributes: .plain.with { $0.lineBreakMode = mode },
        paragraph: ParagraphStyle { ($0.language, $0.usesDefaultHyphenation) = (language, isOn) }, width: 60
      ).isHyphenationMissing
    }
    #expect(try !isMissing("qx") && !isMissing("qx-AT") && !isMissing("QX_at"))
    #expect(try isMissing("qz") && isMissing(nil) && isMissing("../hyph_qx") && isMissing(""))
    #expect(try !isMissing("qz", false) && !isMissing(nil, false) && !isMissing("qz", true, .clipping))
    #expect(try lines("x aaaaoobbbb", fitting: "aaaaoobbbb", "qz") == ["x", "aaaaoobbbb"])
    #expect(
      try measurer.lines(
        of: StyledText("x aaaaoobbbb"), attributes: .plain, paragraph: ParagraphStyle { $0.language = "qx" },
        width: measurer.width("x aaaaoo\u{2010}") + 1
      ).first?.text == "x")
  }

  @Test(
    .enabled(if: FileManager.default.fileExists(atPath: "/usr/share/hyphen/hyph_de_DE.dic")),
    arguments: [("de", "Silbentrennung", "Silbentren\u{2010}"), ("en", "hyphenation", "hyphen\u{2010}")])
  func `Debian's patterns hyphenate their languages`(_ language: String, _ word: String, _ part: String)
    throws
  {
    measurer.hyphenation = Hyphenation()
    #expect(try lines(word, fitting: part, language).first == part)
  }

  @Test func `100,000 words, and one of 100,000 letters, are hyphenated in bounded time`() throws {
    for text in [String(repeating: "aaoobb ", count: 100_000), String(repeating: "ob", count: 50_000)] {
      let style = ParagraphStyle { ($0.language, $0.usesDefaultHyphenation) = ("qx", true) }
      let result = try measurer.measure(StyledText(text), attributes: .plain, paragraph: style, width: 40)
      #expect(result.lineCount > 1000)
    }
    for index in 0..<200 {
      let style = ParagraphStyle {
        $0.language = "q\(Character(Unicode.Scalar(97 + index % 26)!))\(index)"
        $0.usesDefaultHyphenation = true
        $0.lineBreakStrictness = .strict
      }
      _ = try measurer.measure(StyledText("aaoobb中"), attributes: .plain, paragraph: style, width: 40)
    }
  }

  private struct BrowserLine: Decodable {
    var text: String
    var language: String?
    var strictness: String
    var first: String
  }

  @Test func `lines of Chinese and Japanese are as strict as in a browser`() throws {
    let data = try Data(contentsOf: URL(fileURLWithPath: Fonts.fixture("line-break-strictness.json")))
    let lines = try JSONDecoder().decode([BrowserLine].self, from: data)
    #expect(lines.count > 100)
    for line in lines {
      let strictness = try #require(LineBreakStrictness(rawValue: line.strictness))
      let style = ParagraphStyle {
        ($0.language, $0.lineBreakStrictness, $0.textSpacingTrim) = (line.language, strictness, .spaceAll)
      }
      let attributes = TextAttributes(families: ["Inter", "Noto Sans CJK JP"], size: 16)
      let first = try measurer.lines(
        of: StyledText(line.text), attributes: attributes, paragraph: style, width: 50
      ).first?.text
      #expect(first == line.first, "\(line)")
    }
  }

  /// The lines are those of Chromium 156 in the least width of each text.
  @Test(
    arguments: [
      (.normal, "안녕하세요 세계 3개", "안|녕|하|세|요|세|계|3|개"),
      (.keepAll, "안녕하세요 세계 3개", "안녕하세요|세계 3개"), (.keepAll, "日本 語한국어", "日本|語한국어"),
      (.keepAll, "カタカナー ab12日", "カタカナー|ab12日"), (.keepAll, "ภาษาไทยง่าย", "ภาษา|ไทย|ง่าย"),
      (.keepAll, "ab-cd, e.f (gh) 12%", "ab-|cd,|e.f|(gh)|12%"),
      (.breakAll, "a/b c's don't https://x.y/z?q", "a/|b|c's|do|n't|htt|p|s://|x.|y/|z?|q"),
      (.breakAll, "カタカナー ab12日", "カ|タ|カ|ナ|ー|a|b|1|2|日"), (.breakAll, "ภาษาไทย", "ภ|า|ษ|า|ไ|ท|ย"),
      (.breakAll, "ww-ww %-w", "w|w|-|w|w|%|-|w"),
    ] as [(WordBreak, String, String)])
  func `lines break between letters, or do not, as in a browser`(
    wordBreak: WordBreak, text: String, lines: String
  ) throws {
    let attributes = TextAttributes(families: ["Inter"], size: 24)
    let style = ParagraphStyle { $0.wordBreak = wordBreak }
    let styled = StyledText(text)
    let width = try measurer.minimumContentWidth(of: styled, attributes: attributes, paragraph: style)
    let found = try measurer.lines(of: styled, attributes: attributes, paragraph: style, width: width)
    #expect(found.map(\.text).joined(separator: "|") == lines)
  }

  private struct BrowserParagraph: Decodable {
    var language: String
    var family: String
    var width: Double
    var lines: [String]
  }

  @Test func `lines of Thai end where a browser ends them, and mostly those of Lao and Khmer`() throws {
    let data = try Data(contentsOf: URL(fileURLWithPath: Fonts.fixture("words-without-spaces.json")))
    let paragraphs = try JSONDecoder().decode([BrowserParagraph].self, from: data)
    // The browser has dictionaries of its own, which divide some words of Lao and Khmer elsewhere.
    var different: [String: Int] = [:]
    for paragraph in paragraphs {
      let found = try measurer.lines(
        of: StyledText(paragraph.lines.joined()),
        attributes: TextAttributes(families: [paragraph.family], size: 16, lineHeight: 24),
        paragraph: ParagraphStyle { $0.language = paragraph.language }, width: paragraph.width
      ).map(\.text)
      if found != paragraph.lines {
        different[paragraph.language, default: 0] += 1
        print("\(paragraph.language) in \(paragraph.width): \(found), not \(paragraph.lines)")
      }
    }
    #expect(paragraphs.count == 65)
    #expect(different["th"] == nil && different["lo", default: 0] <= 6 && different["km", default: 0] <= 4)
  }

  @Test func `tags of languages are accepted in any case, and other texts are not`() {
    #expect(Language("DE_at")?.tag == "de-AT" && Language("zh-Hant-TW")?.tag == "zh-Hant-TW")
    for bad in ["", "-", "d", "de--AT", "de/AT", "de@lb=strict", "../de", String(repeating: "a", count: 36)] {
      #expect(Language(bad) == nil, "\(bad)")
    }
  }
}
