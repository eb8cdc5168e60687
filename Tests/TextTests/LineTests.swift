import Testing
import Text

@Suite struct LineTests {
  private let measurer: TextMeasurer
  private let text = "The quick brown fox jumps over the lazy dog, and the dog sleeps on."

  init() throws { measurer = try Fonts.measurer() }

  @Test(arguments: [
    LineBreakMode.wordWrapping, .charWrapping, .truncatingHead, .truncatingTail, .truncatingMiddle,
  ])
  func `a line limit holds, and the measurement reports missing text`(_ mode: LineBreakMode) throws {
    let limited = TextAttributes.plain.with { ($0.lineLimit, $0.lineBreakMode) = (2, mode) }
    let result = try measurer.measure(text, attributes: limited, width: 100)
    #expect(result.lineCount == 2 && result.isTruncated && result.width <= 100.02)
    let whole = try measurer.measure(text, attributes: limited, width: 1000)
    #expect(whole.lineCount == 1 && !whole.isTruncated)
  }

  @Test func `an ellipsis replaces the beginning, the middle or the end of the last line`() throws {
    func last(_ mode: LineBreakMode, _ limit: Int = 1) throws -> String {
      try measurer.texts(text, width: 150, .plain.with { ($0.lineLimit, $0.lineBreakMode) = (limit, mode) })
        .last!
    }
    let (tail, head, middle) = (
      try last(.truncatingTail), try last(.truncatingHead), try last(.truncatingMiddle)
    )
    #expect(tail.hasPrefix("The quick br") && tail.hasSuffix("…") && !tail.hasSuffix(" …"))
    #expect(head.hasPrefix("…") && head.hasSuffix("sleeps on."))
    #expect(middle.hasPrefix("The qu") && middle.hasSuffix(" on.") && middle.contains("…"))
    for line in [tail, head, middle] { #expect(try measurer.width(line) <= 150.5) }
    for line in [tail, head, middle] { #expect(try measurer.width(line) > 135) }
    #expect(try last(.wordWrapping) == measurer.texts(text, width: 150).first)
    #expect(try last(.truncatingTail, 2).hasSuffix("…"))
  }

  @Test func `a last line that fits gets an ellipsis if another paragraph follows`() throws {
    let one = TextAttributes.plain.with { $0.lineLimit = 1 }
    #expect(try measurer.texts("ab\ncd", width: 100, one) == ["ab…"])
    #expect(try measurer.texts("ab\n", width: 100, one) == ["ab"])
    let result = try measurer.measure("ab\ncd", attributes: one, width: 100)
    #expect(result.isTruncated)
    #expect(try abs(result.width - measurer.width("ab…")) < 0.5)
  }

  @Test func `tabs count where a line is cut`() throws {
    let one = TextAttributes.plain.with { $0.lineLimit = 1 }
    let room = try measurer.width("a\tbbbb") + 1
    let line = try #require(try measurer.lines(of: "a\tbbbbbbb", attributes: one, width: room).first)
    #expect(line.text.hasPrefix("a\t") && line.text.hasSuffix("…") && line.width <= room + 0.02)
  }

  @Test func `a line too narrow for an ellipsis has the ellipsis alone`() throws {
    #expect(try measurer.texts(text, width: 1, .plain.with { $0.lineLimit = 1 }) == ["…"])
  }

  @Test func `each line has the requested height, with the letters in the middle`() throws {
    let natural = try measurer.measure("Ag", attributes: .plain, width: 100)
    let tall = try measurer.measure("Ag\nAg", attributes: .plain.with { $0.lineHeight = 40 }, width: 100)
    #expect(tall.height == 80)
    #expect(abs(tall.firstBaseline - natural.firstBaseline - (40 - natural.height) / 2) < 1e-9)
    #expect(abs(tall.lastBaseline - tall.firstBaseline - 40) < 1e-9)
  }

  @Test func `a line is naturally as tall as its tallest font`() throws {
    let latin = try measurer.measure("Ag", attributes: .plain, width: 100)
    let mixed = try measurer.measure("Ag\nAg语\nAg", attributes: .plain, width: 100)
    #expect(latin.height > 16 && latin.height < 24)
    #expect(mixed.height > 3 * latin.height)
    let lines = try measurer.lines(of: "Ag\nAg语\nAg", attributes: .plain, width: 100)
    #expect(
      lines[0].height == latin.height && lines[1].height > latin.height && lines[2].height == latin.height)
    #expect(lines[2].top == lines[0].height + lines[1].height)
  }

  @Test func `sizes scale widths and heights alike`() throws {
    let small = try measurer.measure("Ag Va", attributes: .plain, width: .infinity)
    let large = try measurer.measure("Ag Va", attributes: .plain.with { $0.size = 160 }, width: .infinity)
    #expect(abs(large.width - 10 * small.width) < 1e-6 && abs(large.height - 10 * small.height) < 1e-6)
  }

  @Test func `letter spacing is added after each letter, and turns ligatures off`() throws {
    let spaced = TextAttributes.plain.with { $0.letterSpacing = 2 }
    #expect(try abs(measurer.width("abcd", spaced) - measurer.width("abcd") - 8) < 0.2)
    let dejavu = TextAttributes(families: ["DejaVu Sans"], size: 16)
    let apart = try measurer.width("ffi", dejavu.with { $0.letterSpacing = 1e-9 })
    let parts = try 2 * measurer.width("f", dejavu) + measurer.width("i", dejavu)
    #expect(abs(apart - parts) < 0.5)
    #expect(try abs(measurer.width("e\u{301}", spaced) - measurer.width("é") - 2) < 0.1)
    #expect(try measurer.texts("ab cd", width: measurer.width("ab", spaced) + 0.1, spaced) == ["ab", "cd"])
  }

  @Test func `letter spacing that takes more than the letters leaves lines of no width`() throws {
    let attributes = TextAttributes.plain.with { $0.letterSpacing = -50 }
    #expect(try measurer.lines(of: "ferry\nfog", attributes: attributes, width: 320).map(\.width) == [0, 0])
    let styled = StyledText([.text("fer", TextRunAttributes(letterSpacing: 4)), .text("ry")])
    for alignment in [TextAlignment.natural, .center, .right, .justified] {
      let style = ParagraphStyle { ($0.alignment, $0.headIndent) = (alignment, 10) }
      for width in [320.0, .infinity] {
        let size = try measurer.measure(styled, attributes: attributes, paragraph: style, width: width)
        let lines = try measurer.lines(of: styled, attributes: attributes, paragraph: style, width: width)
        #expect(size.width >= 0 && !lines.isEmpty)
        for line in lines { #expect(line.width >= 0 && line.width <= size.width && line.x <= width) }
        #expect(lines.flatMap(\.pieces).allSatisfy { $0.width >= 0 })
      }
    }
    let least = try measurer.minimumContentWidth(
      of: styled, attributes: attributes, paragraph: ParagraphStyle { $0.firstLineHeadIndent = 10 })
    #expect(least >= 10)
  }
}
