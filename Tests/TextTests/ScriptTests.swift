import Testing
import Text

@Suite struct ScriptTests {
  private let measurer: TextMeasurer

  init() throws { measurer = try Fonts.measurer() }

  @Test func `the first letter or an attribute decides which way a paragraph runs`() throws {
    func directions(_ text: String, _ direction: TextDirection) throws -> [Bool] {
      let attributes = TextAttributes.plain.with { $0.direction = direction }
      return try measurer.lines(of: text, attributes: attributes, width: 1000).map(\.isRightToLeft)
    }
    #expect(try directions("abc\nשלום\n123", .natural) == [false, true, false])
    #expect(try directions("abc\nשלום", .rightToLeft) == [true, true])
    #expect(try directions("abc\nשלום", .leftToRight) == [false, false])
  }

  @Test func `letters join as they do in Arabic, also across the lines of a word that is cut`() throws {
    let joined = try measurer.width("ببب")
    #expect(try joined < 0.9 * 3 * measurer.width("ب"))
    let word = String(repeating: "ب", count: 40)
    let lines = try measurer.lines(of: word, attributes: .plain, width: 60)
    #expect(lines.count > 1)
    #expect(try abs(lines.map(\.width).reduce(0, +) - measurer.width(word)) < 1)
  }

  @Test func `invisible characters take no letter spacing`() throws {
    let spaced = TextAttributes.plain.with { $0.letterSpacing = 3 }
    let width = try measurer.width("abcd", spaced)
    for invisible in ["\u{AD}", "\u{200B}", "\u{200C}", "\u{200E}", "\u{202A}", "\u{2060}", "\u{FEFF}"] {
      let found = try measurer.width("ab\(invisible)cd", spaced)
      #expect(abs(found - width) < 1e-6, "U+\(invisible.unicodeScalars.first!.value)")
    }
  }

  @Test func `the long-vowel mark is kerned with both kana`() throws {
    let font = TextAttributes(families: ["Noto Sans CJK JP"], size: 28)
    // 110.328 in Chromium; one by one, the letters are 112 points wide.
    #expect(try abs(measurer.width("ラーです", font) - 110.33) < 0.02)
    #expect(try abs(measurer.width("カタひら", font) - 112) < 0.02)
  }

  @Test func `letter spacing widens the spaces between words whose letters join, and not the words`() throws {
    let spaced = TextAttributes.plain.with { $0.letterSpacing = 3 }
    #expect(try measurer.width("مرحبا", spaced) == measurer.width("مرحبا"))
    #expect(try abs(measurer.width("هذا بيت", spaced) - measurer.width("هذا بيت") - 3) < 1e-9)
    // Punctuation and digits among them belong to their words.
    #expect(try measurer.width("بيت!12", spaced) == measurer.width("بيت!12"))
    #expect(try abs(measurer.width("a! بيت", spaced) - measurer.width("a! بيت") - 9) < 1e-9)
    let cut = try measurer.lines(of: String(repeating: "ب", count: 40), attributes: spaced, width: 60)
    let plain = try measurer.lines(of: String(repeating: "ب", count: 40), attributes: .plain, width: 60)
    #expect(cut.map(\.width) == plain.map(\.width))
    #expect(try abs(measurer.width("שלום", spaced) - measurer.width("שלום") - 12) < 1e-9)
  }

  @Test func `a text from right to left can contain numbers and Latin words`() throws {
    let text = "السعر 123 دولار iPhone جديد"
    let parts = try ["السعر", "123", "دولار", "iPhone", "جديد"].map { try measurer.width($0) }
    let space = try measurer.width("a a") - 2 * measurer.width("a")
    #expect(try abs(measurer.width(text) - parts.reduce(4 * space, +)) < 0.1)
  }

  @Test(arguments: ["👩‍👩‍👧‍👦", "🇩🇪", "1️⃣", "👍🏽", "🏳️‍🌈", "🤷🏽‍♀️", "❤️", "🏴󠁧󠁢󠁥󠁮󠁧󠁿"])
  func `an emoji is one glyph, and is never cut`(_ emoji: String) throws {
    #expect(try measurer.width(emoji) == measurer.width("😀"))
    #expect(try measurer.texts("\(emoji)\(emoji)", width: 1) == [emoji, emoji])
  }

  @Test func `an emoji font advances by whole points, and text style is not in colour`() throws {
    #expect(try measurer.width("😀") == 20)
    #expect(try measurer.width("❤") != measurer.width("❤️"))
    #expect(try measurer.width("😀\u{FE0E}") != measurer.width("😀"))
    #expect(try measurer.width("😀", TextAttributes(families: ["DejaVu Sans"], size: 16)) < 17)
  }

  @Test func `marks take no width of their own, whether composed or not`() throws {
    #expect(try abs(measurer.width("e\u{301}") - measurer.width("é")) < 0.01)
    #expect(try abs(measurer.width("a\u{323}\u{302}") - measurer.width("ậ")) < 0.01)
    #expect(try measurer.width("x\u{336}y\u{336}") < 1.2 * measurer.width("xy"))
  }

  @Test func `joiners join and part letters and take no width`() throws {
    #expect(try measurer.width("ب\u{200C}ب") > measurer.width("بب"))
    #expect(try abs(measurer.width("a\u{200D}b") - measurer.width("ab")) < 1)
    #expect(try measurer.width("\u{2060}\u{200B}\u{200E}") == 0)
  }

  @Test func `clusters of Indic scripts stay whole`() throws {
    let lines = try measurer.texts("क्षत्रियक्षत्रिय", width: 1)
    #expect(
      lines.joined() == "क्षत्रियक्षत्रिय" && lines.allSatisfy { !$0.unicodeScalars.first!.properties.isGraphemeExtend }
    )
    #expect(try measurer.width("क्ष") < measurer.width("क") + measurer.width("ष"))
  }

  @Test func `control characters take no width`() throws {
    #expect(try measurer.width("a\u{0}\u{1}\u{7F}\u{9B}b") == measurer.width("a") + measurer.width("b"))
  }
}
