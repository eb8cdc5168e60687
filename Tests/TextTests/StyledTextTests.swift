import Testing
import Text

@Suite struct StyledTextTests {
  private let measurer: TextMeasurer
  private let bold = TextRunAttributes(weight: 700)

  init() throws { measurer = try Fonts.measurer() }

  private func measure(
    _ runs: [StyledText.Run], _ attributes: TextAttributes = .plain, width: Double = .infinity
  ) throws -> TextMeasurement {
    try measurer.measure(StyledText(runs), attributes: attributes, width: width)
  }

  private func lines(
    _ runs: [StyledText.Run], _ attributes: TextAttributes = .plain, width: Double = .infinity
  ) throws -> [TextLine] {
    try measurer.lines(of: StyledText(runs), attributes: attributes, width: width)
  }

  @Test func `a text of one run, and of runs that do not differ, measures like a plain text`() throws {
    let text =
      "The office AVATAR fits 中文 and مرحبا بالعالم, e\u{301}\ntabs\tand more text to break into lines."
    let units = Array(text)
    for lineHeight in [nil, 30.0] {
      let attributes = TextAttributes.plain.with { $0.lineHeight = lineHeight }
      let plain = try measurer.measure(text, attributes: attributes, width: 120)
      #expect(try measure([.text(text)], attributes, width: 120) == plain)
      let cut = units.map { StyledText.Run.text(String($0)) }
      #expect(try measure(cut, attributes, width: 120) == plain)
      let lines = try lines(cut, attributes, width: 120)
      let plainLines = try measurer.lines(of: text, attributes: attributes, width: 120)
      #expect(lines.map(\.text) == plainLines.map(\.text) && lines.map(\.width) == plainLines.map(\.width))
      #expect(
        lines.map(\.baseline) == plainLines.map(\.baseline) && lines.map(\.range) == plainLines.map(\.range))
    }
  }

  @Test func `runs have the widths of their own fonts, and are not kerned across a border`() throws {
    let (a, v) = (try measurer.width("A"), try measurer.width("V", .plain.with { $0.weight = 700 }))
    #expect(try abs(measure([.text("A"), .text("V", bold)]).width - a - v) < 1e-9)
    #expect(try measurer.width("AV") < a + measurer.width("V"))
    let large = TextRunAttributes(families: ["DejaVu Sans"], size: 32, isItalic: false, letterSpacing: 2)
    let expected = TextAttributes(families: ["DejaVu Sans"], size: 32, letterSpacing: 2)
    #expect(try measure([.text("ab", large)]).width == measurer.width("ab", expected))
  }

  @Test func `no line ends at the border of runs inside a word, and none is kept from ending after a space`()
    throws
  {
    let runs: [StyledText.Run] = [.text("hello wo"), .text("rld", bold), .text(" again")]
    let width = try measurer.width("hello wo") + 1
    #expect(try lines(runs, width: width).map(\.text) == ["hello", "world", "again"])
    #expect(try lines([.text("a "), .text(" b", bold)], width: 15).map(\.text) == ["a", "b"])
    #expect(try lines([.text("2026-"), .text("11", bold)], width: measurer.width("2026-") + 1).count == 2)
  }

  @Test func `directions are resolved over the whole text`() throws {
    let runs: [StyledText.Run] = [.text("שלום"), .text(" 12", bold), .text("3"), .text(" abc")]
    let line = try #require(try lines(runs).first)
    #expect(line.isRightToLeft)
    #expect(line.pieces.map(\.text) == ["abc", " ", "12", "3", " ", "שלום"])
    #expect(line.pieces.map(\.run) == [3, 3, 1, 2, 1, 0])
    #expect(line.pieces.map(\.isRightToLeft) == [false, true, false, false, true, true])
    let digits = line.pieces.filter { $0.text == "12" || $0.text == "3" }
    #expect(digits.count == 2 && digits[0].x + digits[0].width == digits[1].x && digits[0].text == "12")
  }

  @Test func `Arabic letters join across the border of runs`() throws {
    let joined = try measurer.width("بب")
    #expect(
      try abs(measure([.text("ب"), .text("ب", TextRunAttributes(lineHeight: 30))]).width - joined) < 1e-9)
    let large = TextRunAttributes(size: 16.001)
    #expect(try abs(measure([.text("ب"), .text("ب", large)]).width - joined) < 0.1)
  }

  @Test func `a line is as high as the boxes of its runs around one baseline`() throws {
    let base = TextAttributes.plain.with { $0.lineHeight = 20 }
    let plain = try measure([.text("a")], base)
    let tall = try measure([.text("a"), .text("b", TextRunAttributes(lineHeight: 40))], base)
    #expect(plain.height == 20 && tall.height == 40)
    #expect(abs(tall.firstBaseline - plain.firstBaseline - 10) < 1e-9)
    // The box of a small run is below the middle of the line, because its letters stand on the same baseline.
    let small = try measure([.text("a", TextRunAttributes(size: 8))], base)
    #expect(small.height > 20 && small.height < 24 && small.firstBaseline == plain.firstBaseline)
    // A small line height makes no line lower than the paragraph's own box.
    #expect(try measure([.text("a", TextRunAttributes(lineHeight: 5))], base).height == 20)
    let lines = try lines([.text("a\n"), .text("b\n", TextRunAttributes(lineHeight: 40)), .text("c")], base)
    #expect(lines.map(\.height) == [20, 40, 20] && lines.map(\.top) == [0, 20, 60])
  }

  @Test func `without line heights, a line is as high as its highest font`() throws {
    let large = TextRunAttributes(size: 32)
    let natural = try measurer.measure("a", attributes: .plain.with { $0.size = 32 }, width: 100)
    let mixed = try measure([.text("a"), .text("b", large)])
    #expect(mixed.height == natural.height && mixed.firstBaseline == natural.firstBaseline)
    let fallback = try measure([.text("a"), .text("中", large)])
    #expect(fallback.height > mixed.height)
  }

  @Test func `an attachment takes its width, and stands on the baseline or where its offset moves it`() throws
  {
    let base = TextAttributes.plain.with { $0.lineHeight = 20 }
    func measure(_ height: Double, _ offset: Double) throws -> TextMeasurement {
      let attachment = TextAttachment(width: 30, height: height, baselineOffset: offset)
      return try self.measure([.text("ab"), .attachment(attachment)], base)
    }
    let plain = try self.measure([.text("ab")], base)
    #expect(try measure(10, -3).width == plain.width + 30)
    #expect(try measure(10, -3).height == 20)
    let below = 20 - plain.firstBaseline
    #expect(try abs(measure(50, 0).height - (50 + below)) < 1e-9)
    #expect(try abs(measure(50, 4).height - (54 + below)) < 1e-9)
    #expect(try abs(measure(10, -13).height - (plain.firstBaseline + 13)) < 1e-9)
    #expect(try measure(50, 0).firstBaseline == 50)
  }

  @Test func `lines break before and after an attachment, but not before punctuation after it`() throws {
    let box = StyledText.Run.attachment(TextAttachment(width: 50, height: 10))
    #expect(try measure([.text("aaa"), box, .text("bbb")], width: 55).lineCount == 3)
    #expect(try measure([box, box, box], width: 100).lineCount == 2)
    #expect(
      try lines([box, .text("bb"), box, .text(")")], width: 80).map(\.text) == ["\u{FFFC}bb", "\u{FFFC})"])
    // The same character in a text is no attachment.
    #expect(try measure([.text("\u{FFFC}")]).width != 50)
  }

  @Test func `pieces cover the line from left to right, each with its run`() throws {
    let runs: [StyledText.Run] = [
      .text("one "), .text("שתיים three", bold), .attachment(TextAttachment(width: 9, height: 9)),
      .text(" four five six"),
    ]
    let text = StyledText(runs).string
    for line in try lines(runs, width: 110) {
      var x = 0.0
      for piece in line.pieces {
        #expect(abs(piece.x - x) < 1e-6)
        x += piece.width
        let start = text.utf16.index(text.startIndex, offsetBy: piece.range.lowerBound)
        let end = text.utf16.index(text.startIndex, offsetBy: piece.range.upperBound)
        #expect(piece.text == text[start..<end])
        #expect(piece.run.map { runs[$0].string.contains(piece.text) } == true)
      }
      #expect(abs(x - line.width) < 0.02)
      #expect(
        line.pieces.sorted { $0.range.lowerBound < $1.range.lowerBound }.map(\.text).joined() == line.text)
    }
  }

  @Test func `a tab is as wide in its piece as on the line`() throws {
    let line = try #require(try lines([.text("ab"), .text("\tcd", bold), .text("\te")]).first)
    #expect(line.pieces.count == 3)
    #expect(abs(line.pieces.map(\.width).reduce(0, +) - line.width) < 1e-6)
  }

  @Test(arguments: [LineBreakMode.truncatingHead, .truncatingTail, .truncatingMiddle])
  func `an ellipsis in the paragraph's style replaces the rest of the last line`(_ mode: LineBreakMode) throws
  {
    let runs: [StyledText.Run] = [
      .text("The quick brown fox ", TextRunAttributes(size: 20)), .text("jumps over the lazy dog", bold),
      .attachment(TextAttachment(width: 20, height: 200)), .text(" and sleeps."),
    ]
    let attributes = TextAttributes.plain.with { ($0.lineLimit, $0.lineBreakMode) = (1, mode) }
    let result = try measure(runs, attributes, width: 150)
    #expect(result.isTruncated && result.lineCount == 1 && result.width <= 150.02 && result.width > 120)
    let line = try #require(try lines(runs, attributes, width: 150).first)
    let ellipsis = try #require(line.pieces.first { $0.run == nil })
    #expect(try ellipsis.text == "…" && ellipsis.width == measurer.width("…"))
    #expect(abs(line.pieces.map(\.width).reduce(0, +) - line.width) < 0.02 && line.width == result.width)
    // An attachment that is left out does not make the line higher.
    #expect(line.pieces.contains { $0.text == "\u{FFFC}" } == (result.height > 100))
  }

  @Test func `an ellipsis at the end does not change the height of the line that it cuts`() throws {
    let attributes = TextAttributes.plain.with {
      ($0.lineLimit, $0.lineBreakMode) = (1, .truncatingTail)
    }
    let plain = try measure([.text("x")]).height
    // The word in larger letters stands on the next line: letters of it beside the ellipsis do not count.
    let divided: [StyledText.Run] = [.text("The "), .text("elephant", TextRunAttributes(size: 40))]
    let line = try #require(try lines(divided, attributes, width: 120).first)
    #expect(line.text.hasPrefix("The e") && line.text.hasSuffix("…") && line.height == plain)
    // The larger letters behind the ellipsis stand on the line, and count.
    let hidden: [StyledText.Run] = [
      .text("elephants "), .text("i", TextRunAttributes(size: 40)), .text(" go"),
    ]
    let room = try measure(Array(hidden.prefix(2))).width
    let cut = try #require(try lines(hidden, attributes, width: room).first)
    #expect(!cut.text.contains("i…") && cut.height > plain * 1.5)
    #expect(try measure(hidden, attributes, width: room).height == cut.height)
  }

  @Test func `a soft hyphen shows the hyphen of its run`() throws {
    let runs: [StyledText.Run] = [.text("Donau\u{AD}", TextRunAttributes(size: 32)), .text("dampf")]
    let line = try #require(try lines(runs, width: 140).first)
    let large = TextAttributes.plain.with { $0.size = 32 }
    #expect(line.text == "Donau\u{2010}" && line.pieces.last?.text == "Donau\u{2010}")
    #expect(try abs(line.width - measurer.width("Donau\u{2010}", large)) < 0.5)
    #expect(line.pieces.last?.width == line.width)
  }

  @Test func `the families of each run are those that show it`() throws {
    let runs: [StyledText.Run] = [
      .text("a"), .text("語", bold), .attachment(TextAttachment(width: 9, height: 9)), .text(""),
      .text("b", TextRunAttributes(families: ["DejaVu Sans"])),
    ]
    let names = try measurer.families(of: StyledText(runs), attributes: .plain).map { $0.map(\.name) }
    #expect(names.count == 5 && names[0] == ["Inter"] && names[4] == ["DejaVu Sans"])
    #expect(names[1].first == "Inter" && names[1].count == 2 && names[2].isEmpty && names[3].isEmpty)
    #expect(
      names[1] == (try measurer.families(of: "語", attributes: .plain.with { $0.weight = 700 }).map(\.name)))
  }

  @Test func `missing families of all runs are reported once`() throws {
    let lost = TextRunAttributes(families: ["No Font", "Inter"])
    let result = try measure(
      [.text("a", lost), .text("b", lost), .text("c", TextRunAttributes(families: ["Nor This"]))],
      .plain.with { $0.families = ["No Font"] })
    #expect(result.missingFamilies == ["No Font", "Nor This"])
  }

  @Test func `the least width is that of the widest part without a break`() throws {
    let (word, part) = ("incredible", "well-")
    #expect(
      try measurer.minimumContentWidth(of: "an incredible well-", attributes: .plain) == measurer.width(word))
    #expect(
      try measurer.minimumContentWidth(of: "a well-to", attributes: .plain) == measurer.width(part))
    #expect(try measurer.minimumContentWidth(of: "中中中", attributes: .plain) == 16)
    #expect(try measurer.minimumContentWidth(of: "", attributes: .plain) == 0)
    #expect(
      try measurer.minimumContentWidth(of: "ab\u{AD}c", attributes: .plain) == measurer.width("ab\u{2010}"))
    let clipped = TextAttributes.plain.with { $0.lineBreakMode = .clipping }
    #expect(try measurer.minimumContentWidth(of: "a b c\nd", attributes: clipped) == measurer.width("a b c"))
    let byLetter = TextAttributes.plain.with { $0.lineBreakMode = .charWrapping }
    #expect(
      try abs(measurer.minimumContentWidth(of: "illi W i", attributes: byLetter) - measurer.width("W")) < 1e-9
    )
    let runs = StyledText([
      .text("an incr"), .text("edible", bold), .attachment(TextAttachment(width: 9, height: 9)),
    ])
    #expect(
      try abs(
        measurer.minimumContentWidth(of: runs, attributes: .plain)
          - measurer.width("incr") - measurer.width("edible", .plain.with { $0.weight = 700 })) < 1e-9)
  }

  /// The lines are those of Chromium 156.
  @Test(
    arguments: [
      (
        .wrap, 240,
        ["The last boats come in, and the", "gulls follow them along the wall", "of the old harbour."]
      ),
      (
        .balance, 240,
        ["The last boats come in, and", "the gulls follow them along", "the wall of the old harbour."]
      ),
      (
        .pretty, 240,
        ["The last boats come in, and the", "gulls follow them along the wall", "of the old harbour."]
      ),
    ] as [(TextWrap, Double, [String])])
  func `lines of three are balanced as in a browser`(wrap: TextWrap, width: Double, expected: [String]) throws
  {
    let text = "The last boats come in, and the gulls follow them along the wall of the old harbour."
    #expect(try lines(of: text, wrap, width: width) == expected)
  }

  @Test(
    arguments: [
      (
        .balance, 330,
        [
          "While the lamps are lit one by", "one, the boats come in and the",
          "gulls follow them along the wall of",
          "the old harbour, and then home.",
        ]
      ),
      (
        .pretty, 330,
        [
          "While the lamps are lit one by one, the", "boats come in and the gulls follow them",
          "along the wall of the old harbour, and", "then home.",
        ]
      ),
      (
        .pretty, 240,
        [
          "While the lamps are lit one by", "one, the boats come in and", "the gulls follow them along the",
          "wall of the old harbour, and", "then home.",
        ]
      ),
    ] as [(TextWrap, Double, [String])])
  func `a word does not stand alone on the last line, as in a browser`(
    wrap: TextWrap, width: Double, expected: [String]
  ) throws {
    let text =
      "While the lamps are lit one by one, the boats come in and the gulls follow them along the wall of the old "
      + "harbour, and then home."
    #expect(try lines(of: text, wrap, width: width) == expected)
  }

  private func lines(of text: String, _ wrap: TextWrap, width: Double) throws -> [String] {
    let style = ParagraphStyle { $0.textWrap = wrap }
    return try measurer.lines(of: StyledText(text), attributes: .plain, paragraph: style, width: width)
      .map(\.text)
  }

  @Test
  func `a text has as many lines in every way to choose their ends, and no line is wider than the text`()
    throws
  {
    for text in try Fonts.browserTexts().prefix(60) {
      for wrap in TextWrap.allCases {
        let style = ParagraphStyle { $0.textWrap = wrap }
        let found = try measurer.measure(StyledText(text), attributes: .plain, paragraph: style, width: 200)
        let usual = try measurer.measure(StyledText(text), attributes: .plain, width: 200)
        #expect(found.lineCount == usual.lineCount && found.width <= 200.5, "\(wrap): \(text)")
        let cut = TextAttributes.plain.with { ($0.lineLimit, $0.lineBreakMode) = (2, .truncatingTail) }
        let lines = try measurer.lines(of: StyledText(text), attributes: cut, paragraph: style, width: 200)
        #expect(lines.count == min(2, usual.lineCount), "\(wrap): \(text)")
      }
    }
  }

  @Test func `three words in two lines are balanced too`() throws {
    let words = "one two international"
    let room = try measurer.width("one two international") - 1
    #expect(try lines(of: words, .wrap, width: room) == ["one two", "international"])
    let last = "international one two"
    #expect(try lines(of: last, .wrap, width: room) == ["international one", "two"])
    #expect(try lines(of: last, .balance, width: room) == ["international", "one two"])
  }

  @Test func `a smaller width than the least one with as many lines has more lines, or cuts a word`() throws {
    for text in try Fonts.browserTexts().prefix(60) {
      let styled = StyledText(text)
      func lineCount(_ width: Double) throws -> Int {
        try measurer.measure(styled, attributes: .plain, width: width).lineCount
      }
      let count = try lineCount(200)
      let width = try measurer.shrinkWrapWidth(of: styled, attributes: .plain, width: 200)
      #expect(try width <= 200.02 && lineCount(width) == count, "\(text)")
      let least = try measurer.minimumContentWidth(of: styled, attributes: .plain)
      #expect(try lineCount(max(0, width - 0.1)) > count || width <= least + 0.02, "\(text)")
    }
  }

  @Test func `in its least width, a text breaks no word`() throws {
    for text in try Fonts.browserTexts() {
      let width = try measurer.minimumContentWidth(of: text, attributes: .plain)
      let lines = try measurer.lines(of: text, attributes: .plain, width: width)
      #expect(lines.map(\.width).max()! <= width + 0.02, "\(text)")
      let narrower = try measurer.lines(of: text, attributes: .plain, width: width - 0.5)
      #expect(narrower.count >= lines.count)
    }
  }
}
