import Testing
import Text

@Suite struct WrappingTests {
  private let measurer: TextMeasurer

  init() throws { measurer = try Fonts.measurer() }

  @Test func `white space hangs over the end of a line`() throws {
    let width = try measurer.width("Hello")
    #expect(try measurer.measure("Hello    ", attributes: .plain, width: width).width == width)
    #expect(try measurer.texts("Hello     World", width: measurer.width("World")) == ["Hello", "World"])
    #expect(try measurer.measure("Hello\u{3000}", attributes: .plain, width: width).lineCount == 1)
  }

  @Test func `white space at the end of a paragraph takes as much room as there is`() throws {
    let (width, space) = (try measurer.width("Hello"), try measurer.width("a a") - 2 * measurer.width("a"))
    #expect(try abs(measurer.width("Hello  ") - (width + 2 * space)) < 0.01)
    #expect(try abs(measurer.width("Hello  \n") - (width + 2 * space)) < 0.01)
    #expect(try abs(measurer.width("Hello   \nHello ") - (width + 3 * space)) < 0.01)
    #expect(try abs(measurer.width(" ") - space) < 0.01)
    #expect(try measurer.width("\t") == 8 * measurer.width(" "))
    let limited = try measurer.measure("Hello    ", attributes: .plain, width: width + space)
    #expect(limited.width == width + space && limited.lineCount == 1)
    let styled = StyledText([.text("Hel"), .text("lo  ", TextRunAttributes(letterSpacing: 1))])
    let shown = try measurer.measure(styled, attributes: .plain, width: .infinity)
    #expect(abs(shown.width - (width + 2 * space + 4)) < 0.1)
    // White space at the end of another line takes none.
    let lines = try measurer.measure("Hello     Hello", attributes: .plain, width: width + space)
    #expect(lines.lineCount == 2 && lines.width == width)
  }

  @Test func `white space at the beginning of a line stays`() throws {
    let difference = try measurer.width("   Hello") - measurer.width("Hello")
    #expect(try abs(difference - 3 * (measurer.width("a a") - 2 * measurer.width("a"))) < 0.01)
  }

  @Test func `a line ends where a paragraph does, and at the end of a text that begins no other`() throws {
    #expect(
      try measurer.texts("a\nb\r\nc\rd\u{2028}e\u{2029}f\u{85}g", width: 1000) == [
        "a", "b", "c", "d", "e", "f", "g",
      ])
    #expect(try measurer.texts("a\n\nb", width: 1000) == ["a", "", "b"])
    #expect(try measurer.texts("a\n", width: 1000) == ["a"])
    #expect(try measurer.texts("\n", width: 1000) == [""])
    #expect(try measurer.texts("a \n b", width: 1000) == ["a", " b"])
  }

  @Test func `no characters make no line`() throws {
    let result = try measurer.measure("", attributes: .plain, width: 100)
    #expect(result.lineCount == 0 && result.width == 0 && result.height == 0 && !result.isTruncated)
  }

  @Test func `a tab goes to the next stop of eight spaces, counted from the start of the line`() throws {
    let space = try measurer.width("a a") - 2 * measurer.width("a")
    let letter = try measurer.width("b")
    #expect(try abs(measurer.width("\tb") - (8 * space + letter)) < 0.01)
    #expect(try abs(measurer.width("a\tb") - (8 * space + letter)) < 0.01)
    #expect(try abs(measurer.width("a\t\tb") - (16 * space + letter)) < 0.01)
    #expect(try abs(measurer.width("x\na\tb") - (8 * space + letter)) < 0.01)
    #expect(try measurer.texts("a\tbbb", width: 8 * space + letter) == ["a", "bbb"])
  }

  @Test func `a soft hyphen is visible only at the end of a line, where it takes space`() throws {
    let text = "Donau\u{AD}dampf\u{AD}schiff"
    #expect(try measurer.width(text) == measurer.width("Donaudampfschiff"))
    let room = try measurer.width("Donaudampf\u{2010}")
    #expect(try measurer.texts(text, width: room + 0.1) == ["Donau\u{AD}dampf\u{2010}", "schiff"])
    #expect(try measurer.texts(text, width: room - 0.1) == ["Donau\u{2010}", "dampf\u{AD}schiff"])
    let line = try #require(try measurer.lines(of: text, attributes: .plain, width: room + 0.1).first)
    #expect(abs(line.width - room) < 0.1)
  }

  @Test
  func `a line can end after a maqaf between Hebrew letters, and not before a letter of another script`()
    throws
  {
    func least(_ text: String) throws -> Double {
      try measurer.minimumContentWidth(of: text, attributes: .plain)
    }
    let (first, second) = ("\u{5D0}\u{5D1}\u{5B8}\u{5BE}", "\u{5D2}\u{5D3}\u{5D4}\u{5D5}\u{5D6}")
    let (one, other) = (try measurer.width(first), try measurer.width(second))
    #expect(try abs(least(first + second) - max(one, other)) < 0.1)
    #expect(try abs(least(first + "abcd") - measurer.width(first + "abcd")) < 0.1)
  }

  @Test func `a line can end at a zero-width space, but not at a no-break space or word joiner`() throws {
    let width = try measurer.width("bbbb")
    #expect(try measurer.texts("aaaa\u{200B}bbbb", width: width + 1).count == 2)
    #expect(try measurer.texts("cc aaaa\u{A0}bbbb", width: measurer.width("cc aaaa")).first == "cc")
    #expect(try measurer.texts("cc aaaa-\u{2060}bbbb", width: measurer.width("cc aaaa-")).first == "cc")
  }

  @Test func `addresses and numbers are broken as in a browser`() throws {
    func breaks(_ text: String, _ first: String) throws -> Bool {
      let room = try measurer.width(first)
      return try measurer.texts(text, width: room + 0.5).first == first
    }
    #expect(try breaks("co-op", "co-"))
    #expect(try breaks("2026-11-21", "2026-11-"))
    #expect(try !breaks("x -1", "x -"))
    #expect(try measurer.texts("so and/or", width: measurer.width("so and/")).first == "so")
    #expect(try measurer.texts("so 3.14", width: measurer.width("so 3.")).first == "so")
    #expect(try breaks("what?now", "what?"))
  }

  @Test func `a line can end between ideographs, but not before closing punctuation`() throws {
    let two = try measurer.width("日本")
    #expect(try measurer.texts("日本語", width: two) == ["日本", "語"])
    #expect(try measurer.texts("日本語", width: two - 0.5) == ["日", "本", "語"])
    #expect(try measurer.texts("中日本、語", width: measurer.width("中日本")).first == "中日")
    #expect(try measurer.texts("カーソル", width: measurer.width("カ")) == ["カ", "ー", "ソ", "ル"])
    #expect(try measurer.texts("中文“中文”中文", width: measurer.width("中文") + 1).first == "中文")
  }

  @Test func `a dictionary finds the words of scripts without spaces`() throws {
    let thai = "ภาษาไทยเป็นภาษาที่สวยงาม"
    let lines = try measurer.texts(thai, width: 60)
    #expect(lines.count > 1 && lines.joined() == thai)
    #expect(lines.first == "ภาษาไทย")
  }

  @Test func `a word wider than a line is cut between grapheme clusters`() throws {
    let lines = try measurer.texts("abcdefghijklmnopqrstuvwxyz", width: 50)
    #expect(lines.count > 3 && lines.joined() == "abcdefghijklmnopqrstuvwxyz")
    for line in lines { #expect(try measurer.width(line) <= 50.02) }
    #expect(try measurer.texts("aabbcc", width: 0) == ["a", "a", "b", "b", "c", "c"])
    #expect(try measurer.texts("e\u{301}e\u{301}", width: 1) == ["e\u{301}", "e\u{301}"])
    #expect(try measurer.texts("hi abcdefghijklmnop", width: 50).first == "hi")
  }

  @Test func `wrapping by characters fills each line, and clipping breaks no line`() throws {
    let text = "some words to be set"
    let chars = try measurer.texts(text, width: 60, .plain.with { $0.lineBreakMode = .charWrapping })
    let words = try measurer.texts(text, width: 60, .plain.with { $0.lineBreakMode = .wordWrapping })
    #expect(chars.first!.count > words.first!.count)
    let clipped = try measurer.measure(
      "\(text)\nb", attributes: .plain.with { $0.lineBreakMode = .clipping }, width: 60)
    #expect(clipped.lineCount == 2 && clipped.width > 60)
  }

  @Test func `a negative width counts as 0`() throws {
    let none = try measurer.measure("ab cd", attributes: .plain, width: 0)
    #expect(try measurer.measure("ab cd", attributes: .plain, width: -5) == none)
    #expect(none.lineCount == 4)
  }
}
