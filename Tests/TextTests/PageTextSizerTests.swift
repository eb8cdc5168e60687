import Testing

@testable import Text

/// Sizes of texts whose pieces a page measures: by a table, in which a letter is as wide as half of its font.
@Suite struct PageTextSizerTests {
  /// The fonts of a page.
  private final class Fonts: PageFonts {
    private(set) var fonts: [PageFont] = []
    private(set) var texts: [Int: PageTextColumns] = [:]
    private(set) var openedCount = 0
    private(set) var closedFonts: Set<Int> = []
    /// The calls that replace letters.
    private(set) var replaced: [String] = []

    func numberForText() -> Int { openedCount }

    func close(font number: Int) { closedFonts.insert(number) }

    func mapped(
      _ text: String, to textCase: TextCase, language: String?, after previous: Unicode.Scalar?
    ) -> String {
      replaced.append("\(text) \(textCase) \(language ?? "-") \(previous.map(String.init) ?? "-")")
      return text.uppercased()
    }

    func lengths(of font: PageFont) -> PageFontLengths {
      fonts.append(font)
      let half = font.size / 2
      return PageFontLengths(
        number: fonts.count - 1, ascent: 0.8 * font.size, descent: 0.2 * font.size, space: half,
        ellipsis: half, hyphen: half)
    }

    func hasRoom(forUnits count: Int) -> Bool { count < 1000 }

    func open(_ text: PageTextColumns) {
      texts[text.number] = text
      openedCount += 1
    }

    func measurePieces(ofText number: Int) {
      guard let text = texts[number] else { return }
      var edge = 0.0
      var run = 0
      for index in text.units.indices {
        while run + 1 < text.starts.count, Int(text.starts[run + 1]) <= index { run += 1 }
        let isBox = text.fonts[run] < 0
        edge += isBox ? text.edges[index + 1] : fonts[Int(text.fonts[run])].size / 2
        text.edges[index + 1] = edge
        let marks = text.marks.assumingMemoryBound(to: UInt8.self)
        if marks[index] & 8 == 0 { marks[index] |= 1 | 32 }
      }
    }

    func width(of range: Range<Int>, inText number: Int) -> Double {
      texts[number].map { $0.edges[range.upperBound] - $0.edges[range.lowerBound] } ?? 0
    }

    func endSpace(before end: Int, inText number: Int) -> Double {
      texts[number]?.units[end - 1] == 0x300D ? 5 : 0
    }

    func locateUnits(in range: Range<Int>, ofText number: Int) {}

    func close(text number: Int) { texts[number] = nil }
  }

  private let fonts = Fonts()
  private let sizer: PageTextSizer

  init() { sizer = PageTextSizer(fonts: fonts) }

  private let attributes = TextAttributes(families: ["Any"], size: 20, lineHeight: 30)

  @Test func `a plain text has the lines that fit, and is measured once for all widths`() throws {
    // 11 letters of 10 points; 5 fit into 50.
    let narrow = try sizer.measure("hello world", attributes: attributes, width: 50)
    #expect(narrow.lineCount == 2 && narrow.width == 50 && narrow.height == 60)
    // The letters of 20 points stand in the middle of 30.
    #expect(narrow.firstBaseline == 21 && narrow.lastBaseline == 51)
    #expect(try sizer.measure("hello world", attributes: attributes, width: 110).lineCount == 1)
    #expect(fonts.openedCount == 1 && fonts.fonts.count == 1)
  }

  @Test(arguments: [(40.0, 40.0), (36, 35)])
  func `a closing mark gives up its space where its line is too long otherwise`(
    available: Double, width: Double
  ) throws {
    let size = try sizer.measure("aaa bbb」", attributes: attributes, width: available)
    #expect(size.lineCount == 2 && size.width == width)
  }

  @Test func `other fonts of the page give other widths`() throws {
    _ = try sizer.measure("hello", attributes: attributes, width: 50)
    sizer.forget()
    #expect(fonts.texts.isEmpty)
    _ = try sizer.measure("hello", attributes: attributes, width: 50)
    #expect(fonts.openedCount == 2 && fonts.fonts.count == 2)
  }

  @Test func `runs and boxes have widths and heights of their own`() throws {
    let text = StyledText([
      .text("ab "), .text("cd", TextRunAttributes(size: 40, lineHeight: 50)),
      .attachment(TextAttachment(width: 15, height: 60, baselineOffset: -5)),
    ])
    let size = try sizer.measure(text, attributes: attributes, paragraph: ParagraphStyle(), width: .infinity)
    // Three letters of 10 points, two of 20, and the box.
    #expect(size.width == 85)
    // The box stands 55 points above the baseline; below it are 13 points of the larger letters and their line height.
    #expect(size.firstBaseline == 55 && size.height == 68)
  }

  @Test func `a text has the fonts of all its runs, however many fonts the page had before`() throws {
    for size in 1...70 {
      var text: [StyledText.Run] = []
      for own in 0..<3 { text.append(.text("aa", TextRunAttributes(size: Double(10 * size + 2 * own)))) }
      let measured = try sizer.measure(
        StyledText(text), attributes: attributes, paragraph: ParagraphStyle(), width: .infinity)
      #expect(measured.width == Double(30 * size + 6))
      let last = try #require(fonts.texts[fonts.openedCount - 1])
      #expect(last.fonts.allSatisfy { !fonts.closedFonts.contains(Int($0)) })
    }
    #expect(!fonts.closedFonts.isEmpty)
  }

  @Test func `the least width is that of the longest word, or of as many lines`() throws {
    #expect(try sizer.minimumContentWidth(of: "a hello to all", attributes: attributes) == 50)
    let width = try sizer.shrinkWrapWidth(
      of: StyledText("aa bb cc"), attributes: attributes, paragraph: ParagraphStyle(), width: 75)
    #expect(abs(width - 50) <= 1.0 / 64)
  }

  @Test func `letters are replaced run by run before they are measured, once`() throws {
    let style = ParagraphStyle { ($0.textCase, $0.language) = (.uppercase, "de") }
    let text = StyledText([
      .text("straße "), .attachment(TextAttachment(width: 5, height: 5)),
      .text("b", TextRunAttributes(size: 40)),
    ])
    for _ in 0..<2 {
      let size = try sizer.measure(text, attributes: attributes, paragraph: style, width: .infinity)
      // Seven letters of 10 points, a space, the box, and a letter of 20.
      #expect(size.width == 105)
    }
    #expect(fonts.replaced == ["straße  uppercase de -", "b uppercase de \u{FFFC}"])
    // The same text in another language may have other letters.
    _ = try sizer.measure(
      text, attributes: attributes, paragraph: ParagraphStyle { $0.textCase = .uppercase }, width: .infinity)
    #expect(fonts.replaced.count == 4)
  }

  @Test(arguments: [
    (ParagraphStyle(), LineBreakMode.truncatingTail, Int32(0b0_00_01_00)),
    (ParagraphStyle { $0.lineBreakStrictness = .strict }, .wordWrapping, 0b0_00_10_00),
    (
      ParagraphStyle { ($0.lineBreakStrictness, $0.language) = (.loose, "ja-JP") }, .wordWrapping,
      0b1_00_00_00
    ),
    (ParagraphStyle { $0.language = "ZH_tw" }, .charWrapping, 0b1_00_01_01),
    (ParagraphStyle { ($0.wordBreak, $0.language) = (.breakAll, "jav") }, .clipping, 0b0_10_01_10),
  ])
  func `a page learns where lines may end`(style: ParagraphStyle, mode: LineBreakMode, bits: Int32) throws {
    var attributes = attributes
    attributes.lineBreakMode = mode
    _ = try sizer.measure(StyledText("a"), attributes: attributes, paragraph: style, width: 9)
    #expect(fonts.texts.values.map { $0.breaks.bits } == [bits])
  }

  @Test func `fonts that are forgotten are closed`() throws {
    var attributes = attributes
    for size in 1...100 {
      attributes.size = Double(size)
      _ = try sizer.measure("a", attributes: attributes, width: 9)
    }
    #expect(fonts.closedFonts == Set(0..<64))
    sizer.forget()
    #expect(fonts.closedFonts == Set(0..<100))
  }

  @Test func `hyphenation, which only a server has, is an error`() {
    let style = ParagraphStyle { $0.usesDefaultHyphenation = true }
    #expect(throws: TextError.onlyOnServer("usesDefaultHyphenation")) {
      try sizer.measure(StyledText("a"), attributes: attributes, paragraph: style, width: 9)
    }
  }

  @Test func `a width that is no number, and a text without room in memory, are errors`() {
    #expect(throws: TextError.invalid("width")) {
      try sizer.measure("a", attributes: attributes, width: .nan)
    }
    #expect(throws: TextError.outOfMemory) {
      try sizer.measure(String(repeating: "a", count: 1000), attributes: attributes, width: 9)
    }
  }
}
