import TestSupport
import Testing
import Text

@Suite struct HostileStyledTextTests {
  private let measurer: TextMeasurer

  init() throws { measurer = try Fonts.measurer() }

  private func measure(
    _ runs: [StyledText.Run], _ attributes: TextAttributes = .plain, width: Double = 320
  ) throws -> TextMeasurement {
    try measurer.measure(StyledText(runs), attributes: attributes, width: width)
  }

  @Test func `a long text in a wide room takes bounded time, however the ends of its lines are chosen`()
    throws
  {
    let text = String(repeating: "a ", count: 200_000)
    for wrap in TextWrap.allCases {
      let style = ParagraphStyle { $0.textWrap = wrap }
      let result = try measurer.measure(
        StyledText(text), attributes: .plain, paragraph: style, width: 800_000)
      #expect((2...10).contains(result.lineCount))
    }
  }

  // Work that grows with the square of the number of runs would take hours.
  @Test(arguments: [
    ("a", 100_000), ("", 100_000), ("\u{301}", 100_000), ("a ", 20_000), ("ب", 20_000), ("中", 20_000),
    ("\u{200D}", 20_000), ("👍🏽", 20_000), ("\t", 20_000), ("\n", 20_000), ("ก", 20_000),
  ])
  func `a text of 100,000 runs takes bounded time`(_ unit: String, _ count: Int) throws {
    let styles = [10.0, 11, 12, 13, 14, 15, 16].flatMap { size in
      [400.0, 500, 600].map { TextRunAttributes(size: size, weight: $0) }
    }
    let runs = (0..<count).map { StyledText.Run.text(unit, styles[$0 % 21]) }
    for (mode, width) in [(LineBreakMode.wordWrapping, 320.0), (.truncatingMiddle, 1e7)] {
      let attributes = TextAttributes.plain.with {
        ($0.lineBreakMode, $0.lineLimit) = (mode, mode == .truncatingMiddle ? 1 : 0)
      }
      let result = try measure(runs, attributes, width: width)
      #expect(result.width.isFinite && result.height.isFinite && (result.lineCount > 0) == !unit.isEmpty)
    }
    let lines = try measurer.lines(of: StyledText(runs), attributes: .plain, width: 320)
    #expect(lines.last?.range.upperBound ?? 0 == count * unit.utf16.count)
    _ = try measurer.minimumContentWidth(of: StyledText(runs), attributes: .plain)
  }

  @Test func `100,000 runs of changing direction on one line are put into order`() throws {
    let pair: [StyledText.Run] = [
      .text("a", TextRunAttributes(size: 9)), .text("ב", TextRunAttributes(size: 10)),
    ]
    let runs = (0..<100_000).map { pair[$0 % 2] }
    let line = try measurer.lines(of: StyledText(runs), attributes: .plain, width: .infinity)
    #expect(line.count == 1 && line.first?.pieces.count == 100_000)
    let embedded = StyledText([.text(String(repeating: "\u{202B}a\u{202A}ב", count: 20_000))])
    #expect(try measurer.lines(of: embedded, attributes: .plain, width: .infinity).count == 1)
  }

  @Test func `more fonts than the limit are rejected, and as many as the limit are not`() throws {
    func runs(_ count: Int) -> [StyledText.Run] {
      (0..<count).map { .text("a", TextRunAttributes(weight: 100 + Double($0) / 2)) }
    }
    #expect(try measure(runs(256)).lineCount > 0)
    #expect(throws: TextError.invalid("fontCount")) { try measure(runs(257)) }
    // Sizes and line heights need no further fonts.
    let sizes = (0..<5000).map { StyledText.Run.text("a", TextRunAttributes(size: 10 + Double($0) / 1000)) }
    #expect(try measure(sizes).lineCount > 0)
  }

  @Test func `empty runs have no effect`() throws {
    let empty = StyledText.Run.text("", TextRunAttributes(size: 400, lineHeight: 1000))
    #expect(
      try measure([empty, .text("ab"), empty, .text("c"), empty])
        == measurer.measure("abc", attributes: .plain, width: 320))
    #expect(try measure([]).lineCount == 0 && measure([empty, empty]).height == 0)
    #expect(try measurer.lines(of: StyledText([empty]), attributes: .plain, width: 9).isEmpty)
  }

  @Test(arguments: ["e\u{301}", "👩‍👩‍👧‍👦", "🇩🇪", "क्षि", "\r\n", "👍🏽", "각"])
  func `runs that divide a character measure it in parts`(_ character: String) throws {
    let runs = character.unicodeScalars.enumerated().map { index, scalar in
      StyledText.Run.text(String(Character(scalar)), TextRunAttributes(size: index % 2 == 0 ? 16 : 17))
    }
    for width in [0, 1, 320, Double.infinity] {
      let result = try measure(runs, width: width)
      #expect(result.lineCount >= 1 && result.width.isFinite)
      let lines = try measurer.lines(of: StyledText(runs), attributes: .plain, width: width)
      #expect(lines.map(\.text).joined().isEmpty == (character == "\r\n"))
      #expect(lines.last?.range.upperBound == character.utf16.count)
    }
  }

  @Test func `attachments of no size, of any size, and without text are measured`() throws {
    func box(_ width: Double, _ height: Double, _ offset: Double = 0) -> StyledText.Run {
      .attachment(TextAttachment(width: width, height: height, baselineOffset: offset))
    }
    let letter = try measurer.measure("a", attributes: .plain, width: 99)
    let none = try measure([box(0, 0)])
    #expect(none.width == 0 && none.lineCount == 1 && none.height == letter.height)
    let huge = try measure([box(9e15, 9e15, -9e15), box(9e15, 9e15, 9e15), .text("ab")])
    #expect(huge.lineCount == 3 && huge.width == 9e15 && huge.height.isFinite)
    let many = try measure(Array(repeating: box(32, 10), count: 100_000))
    #expect(many.lineCount == 10_000 && many.width == 320)
    #expect(try measure(Array(repeating: box(0, 0), count: 100_000)).lineCount == 1)
    for bad in [box(-1, 1), box(1, .nan), box(1, .infinity), box(1, 1, .nan), box(1, 1, 1e17)] {
      #expect(throws: TextError.invalid("attachment")) { try measure([bad]) }
    }
  }

  @Test func `attributes of runs that are out of range are rejected by name`() throws {
    func refusal(_ attributes: TextRunAttributes) -> TextError? {
      #expect(throws: TextError.self) { try measure([.text("a", attributes)]) }
    }
    #expect(refusal(TextRunAttributes(size: -1)) == .invalid("size"))
    #expect(refusal(TextRunAttributes(weight: 0)) == .invalid("weight"))
    #expect(refusal(TextRunAttributes(lineHeight: .nan)) == .invalid("lineHeight"))
    #expect(refusal(TextRunAttributes(letterSpacing: .infinity)) == .invalid("letterSpacing"))
  }

  @Test func `the limit of the length counts all runs, and letters that replace others`() throws {
    let measurer = TextMeasurer(fonts: try Fonts.library(), lengthLimit: 10)
    let box = StyledText.Run.attachment(TextAttachment(width: 1, height: 1))
    #expect(
      try measurer.measure(StyledText([.text("0123"), box, .text("789")]), attributes: .plain, width: 99)
        .lineCount == 1)
    #expect(throws: TextError.tooLong(limit: 10)) {
      try measurer.measure(StyledText([.text("0123"), box, .text("7890")]), attributes: .plain, width: 99)
    }
    #expect(throws: TextError.tooLong(limit: 10)) {
      try measurer.measure(
        StyledText("ΐΐΐΐΐ"), attributes: .plain, paragraph: ParagraphStyle { $0.textCase = .uppercase },
        width: 99)
    }
  }

  @Test func `garbage in runs never traps, and its lines are its text`() throws {
    var random = SeededGenerator(seed: 40)
    for round in 0..<400 {
      let runs = (0..<random.integer(0...9)).map { _ -> StyledText.Run in
        if random.chance(1, in: 5) {
          let sizes = [0, 1, 16, 300, 1e9]
          return .attachment(
            TextAttachment(
              width: random.pick(sizes), height: random.pick(sizes),
              baselineOffset: random.pick([-3, 0, 1e5])))
        }
        let scalars = (0..<random.integer(0...20)).map { _ in Garbage.scalar(using: &random) }
        let own = Garbage.attributes(using: &random)
        return .text(
          String(String.UnicodeScalarView(scalars)),
          TextRunAttributes(
            families: random.pick([nil, own.families]), size: random.pick([nil, own.size]),
            weight: own.weight,
            isItalic: own.isItalic, lineHeight: own.lineHeight,
            letterSpacing: random.pick([nil, own.letterSpacing])))
      }
      let text = StyledText(runs)
      let attributes = Garbage.attributes(using: &random)
      let style = ParagraphStyle {
        $0.alignment = TextAlignment.allCases.randomElement(using: &random)!
        $0.lineHeightMultiple = random.pick([0, 0, 1.5])
        $0.minimumLineHeight = random.pick([0, 30])
        $0.maximumLineHeight = random.pick([0, 20])
        $0.paragraphSpacing = random.pick([0, 5])
        $0.firstLineHeadIndent = random.pick([0, 40])
        $0.headIndent = random.pick([0, 1e6])
        $0.tailIndent = random.pick([0, -20, 200])
        $0.textCase = TextCase.allCases.randomElement(using: &random)!
        $0.language = random.pick([nil, "tr", "nl", "??"])
        $0.roundsFontHeights = random.chance(1, in: 2)
      }
      let width = [0, 1, 50, 320, .infinity].randomElement(using: &random)!
      let result = try measurer.measure(text, attributes: attributes, paragraph: style, width: width)
      let lines = try measurer.lines(of: text, attributes: attributes, paragraph: style, width: width)
      #expect(
        lines.count == result.lineCount && result.width.isFinite && result.height.isFinite, "round \(round)")
      #expect(lines.allSatisfy { $0.x.isFinite && $0.width.isFinite }, "round \(round)")
      if style.textCase == .none {
        #expect(
          result.isTruncated || (lines.last?.range.upperBound ?? 0) == text.string.utf16.count,
          "round \(round)")
      }
      for line in lines where attributes.size < 1e5 && abs(line.width) < 1e6 && result.width < 1e6 {
        // Pieces of no width may lead to the left.
        guard line.pieces.allSatisfy({ $0.width > 0 }) else { continue }
        let sum = line.pieces.map(\.width).reduce(0, +)
        #expect(abs(sum - line.width) < 0.1, "round \(round): \(sum), not \(line.width)")
      }
      let least = try measurer.minimumContentWidth(of: text, attributes: attributes, paragraph: style)
      #expect(least.isFinite, "round \(round)")
    }
  }
}
