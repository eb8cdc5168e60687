import Testing
import Text

@Suite struct ParagraphStyleTests {
  private let measurer: TextMeasurer
  private let base = TextAttributes.plain.with { $0.lineHeight = 20 }
  private let text = "The quick brown fox jumps over the lazy dog.\nAnd the dog sleeps on for a while."

  init() throws { measurer = try Fonts.measurer() }

  private func style(_ change: (inout ParagraphStyle) -> Void) -> ParagraphStyle {
    var style = ParagraphStyle()
    change(&style)
    return style
  }

  private func lines(
    _ text: String, width: Double, _ attributes: TextAttributes? = nil,
    _ change: (inout ParagraphStyle) -> Void
  ) throws -> [TextLine] {
    try measurer.lines(
      of: StyledText(text), attributes: attributes ?? base, paragraph: style(change), width: width)
  }

  private func measure(
    _ text: String, width: Double, _ change: (inout ParagraphStyle) -> Void
  ) throws -> TextMeasurement {
    try measurer.measure(StyledText(text), attributes: base, paragraph: style(change), width: width)
  }

  @Test func `lines are aligned at a margin, in the middle, or at both margins`() throws {
    let word = try measurer.width("word")
    func x(_ text: String, _ alignment: TextAlignment) throws -> Double {
      try lines(text, width: 200) { $0.alignment = alignment }[0].x
    }
    #expect(try x("word", .natural) == 0 && x("word", .left) == 0 && x("word", .justified) == 0)
    #expect(try x("word", .center) == 100 - word / 2 && x("word", .right) == 200 - word)
    let hebrew = try measurer.width("שלום")
    #expect(try x("שלום", .natural) == 200 - hebrew && x("שלום", .right) == 200 - hebrew)
    #expect(try abs(x("שלום", .left)) < 1e-9)
    #expect(try x("שלום", .center) == 100 - hebrew / 2)
  }

  @Test func `a justified line fills its room with wider spaces, except the last of a paragraph`() throws {
    let plain = try lines(text, width: 150) { _ in }
    let justified = try lines(text, width: 150) { $0.alignment = .justified }
    #expect(plain.map(\.range) == justified.map(\.range) && plain.count > 4)
    for (index, line) in justified.enumerated() {
      let isLast = line.range.upperBound == text.utf16.count || line.text.hasSuffix("dog.")
      #expect(line.width == (isLast ? plain[index].width : 150))
      #expect(abs(line.pieces.map(\.width).reduce(0, +) - line.width) < 0.02)
    }
    let result = try measure(text, width: 150) { $0.alignment = .justified }
    #expect(try result == measure(text, width: 150) { _ in })
  }

  @Test func `in an infinite width, lines are aligned in the widest`() throws {
    let lines = try lines("wide line\nab", width: .infinity) { $0.alignment = .right }
    #expect(lines[0].x == 0 && abs(lines[1].x + lines[1].width - lines[0].width) < 1e-9)
  }

  @Test func `the first line of each paragraph, and the others, have indents at the leading margin`() throws {
    let lines = try lines(text, width: 170) { ($0.firstLineHeadIndent, $0.headIndent) = (30, 10) }
    for line in lines {
      let isFirst = line.range.lowerBound == 0 || line.text.hasPrefix("And")
      #expect(line.x == (isFirst ? 30 : 10) && line.x + line.width <= 170.02)
    }
    #expect(lines.count > 4)
    let right = try self.lines("שלום", width: 200) { $0.firstLineHeadIndent = 30 }
    #expect(abs(right[0].x + right[0].width - 170) < 1e-9)
    // A line separator begins no paragraph.
    #expect(
      try self.lines("a\u{2028}b\nc", width: 99) { $0.firstLineHeadIndent = 30 }.map(\.x) == [30, 0, 30])
  }

  @Test
  func `a tail indent is a distance from the trailing margin, or from the leading one if it is positive`()
    throws
  {
    let free = try measure(text, width: 150) { _ in }
    let trailing = try measure(text, width: 190) { $0.tailIndent = -40 }
    let leading = try measure(text, width: 190) { $0.tailIndent = 150 }
    #expect(trailing.lineCount == free.lineCount && leading.lineCount == free.lineCount)
    #expect(trailing.width == free.width + 40 && leading.width == free.width)
    let head = try measure(text, width: 190) {
      ($0.tailIndent, $0.headIndent, $0.firstLineHeadIndent) = (190, 40, 40)
    }
    #expect(head.lineCount == free.lineCount && head.width == free.width + 40)
    #expect(try measure(text, width: .infinity) { $0.tailIndent = 150 }.lineCount == free.lineCount)
  }

  @Test func `a text fits into the width that was measured for it, with its indents`() throws {
    for (tail, head) in [(0.0, 12.0), (-15, 0), (-7, 20)] {
      let change: (inout ParagraphStyle) -> Void = { ($0.tailIndent, $0.headIndent) = (tail, head) }
      let result = try measure(text, width: 180, change)
      #expect(try measure(text, width: result.width, change).lineCount == result.lineCount)
      let least = try measurer.minimumContentWidth(
        of: StyledText(text), attributes: base, paragraph: style(change))
      #expect(try abs(least - measurer.width("sleeps") - head + tail) < 1e-9, "\(least)")
    }
  }

  @Test
  func `line heights are multiplied, then limited, and the letters keep their distance from the bottom`()
    throws
  {
    let plain = try measure("a\nb", width: 99) { _ in }
    let double = try measure("a\nb", width: 99) { $0.lineHeightMultiple = 2 }
    #expect(double.height == 80 && double.firstBaseline == plain.firstBaseline + 20)
    let low = try measure("a\nb", width: 99) { ($0.lineHeightMultiple, $0.maximumLineHeight) = (2, 15) }
    #expect(low.height == 30 && low.firstBaseline == plain.firstBaseline - 5)
    #expect(try measure("a\nb", width: 99) { $0.minimumLineHeight = 25 }.height == 50)
    #expect(try measure("a\nb", width: 99) { $0.minimumLineHeight = 15 }.height == 40)
    #expect(try measure("a\nb", width: 99) { $0.maximumLineHeight = 0 }.height == 40)
    #expect(double.lastBaseline == double.firstBaseline + 40)
  }

  @Test func `paragraphs but the last have space after them`() throws {
    #expect(try measure("a\nb\r\nc\n", width: 99) { $0.paragraphSpacing = 7 }.height == 74)
    #expect(try measure("a\u{2028}b", width: 99) { $0.paragraphSpacing = 7 }.height == 40)
    let lines = try lines("a\nb", width: 99) { $0.paragraphSpacing = 7 }
    #expect(lines.map(\.top) == [0, 27])
    let one = base.with { $0.lineLimit = 1 }
    let cut = try measurer.measure(
      StyledText("a\nb"), attributes: one, paragraph: style { $0.paragraphSpacing = 7 }, width: 99)
    #expect(cut.height == 20 && cut.isTruncated)
  }

  @Test func `letters are replaced before they are measured, by the rules of the language`() throws {
    func shown(_ text: String, _ textCase: TextCase, _ language: String? = nil) throws -> String? {
      try lines(text, width: .infinity) { ($0.textCase, $0.language) = (textCase, language) }.first?.text
    }
    #expect(try shown("straße", .uppercase) == "STRASSE")
    #expect(try shown("ΟΔΟΣ", .lowercase) == "οδος")
    #expect(
      try shown("title ii", .uppercase) == "TITLE II" && shown("title ii", .uppercase, "tr") == "TİTLE İİ")
    #expect(try shown("IĞDIR", .lowercase, "tr") == "ığdır")
    #expect(try shown("it's a dON'T, ijs", .capitalize) == "It's A DON'T, Ijs")
    #expect(try shown("ijs", .capitalize, "nl") == "IJs")
    #expect(try shown("ά", .uppercase, "el") == "Α")
    // Few fonts have Georgian capitals, and browsers make none.
    #expect(try shown("ათი a", .uppercase) == "ათი A")
    #expect(try shown("Ა ა a", .uppercase) == "Ა Ა A")
    #expect(try shown("as is", .none) == "as is")
    #expect(try shown("aß", .uppercase, "no such language, but a long one") == "ASS")
    #expect(try shown(String(repeating: "ΐ", count: 500), .uppercase)?.unicodeScalars.count == 1500)
  }

  @Test func `a word of several runs is capitalized once`() throws {
    let runs = StyledText([
      .text("un"), .text("happy b", TextRunAttributes(weight: 700)), .text("oy "), .text("end"),
    ])
    let line = try measurer.lines(
      of: runs, attributes: base, paragraph: style { $0.textCase = .capitalize }, width: .infinity)
    #expect(line.first?.text == "Unhappy Boy End")
    #expect(line.first?.pieces.map(\.run) == [0, 1, 2, 3])
  }

  @Test func `lengths out of range are rejected by name`() throws {
    func refusal(_ change: (inout ParagraphStyle) -> Void) -> TextError? {
      #expect(throws: TextError.self) { try measure("a", width: 9, change) }
    }
    for bad in [-1, Double.nan, .infinity] {
      #expect(refusal { $0.lineHeightMultiple = bad } == .invalid("lineHeightMultiple"))
      #expect(refusal { $0.minimumLineHeight = bad } == .invalid("minimumLineHeight"))
      #expect(refusal { $0.maximumLineHeight = bad } == .invalid("maximumLineHeight"))
      #expect(refusal { $0.paragraphSpacing = bad } == .invalid("paragraphSpacing"))
      #expect(refusal { $0.firstLineHeadIndent = bad } == .invalid("firstLineHeadIndent"))
      #expect(refusal { $0.headIndent = bad } == .invalid("headIndent"))
    }
    for bad in [-Double.infinity, .nan, 1e17] {
      #expect(refusal { $0.tailIndent = bad } == .invalid("tailIndent"))
    }
  }
}
