import Testing

@testable import Text

/// The caches of a measurer must not change its results.
@Suite struct DeterminismTests {
  private static func measureAll(
    _ texts: [String], with library: FontLibrary
  ) throws -> [TextMeasurement] {
    let measurer = TextMeasurer(fonts: library)
    return try texts.map { try measurer.measure($0, attributes: .plain, width: 320) }
  }

  @Test func `threads that share the fonts measure alike`() async throws {
    let (texts, library) = (try Fonts.browserTexts(), try Fonts.library())
    let alone = try Self.measureAll(texts, with: library)
    try await withThrowingTaskGroup(of: [TextMeasurement].self) { group in
      for _ in 0..<4 { group.addTask { try Self.measureAll(texts, with: library) } }
      for try await together in group { #expect(together == alone) }
    }
  }

  @Test func `texts in another order, and again, measure alike`() throws {
    let (texts, library) = (try Fonts.browserTexts(), try Fonts.library())
    let forward = try Self.measureAll(texts, with: library)
    #expect(try Self.measureAll(texts.reversed(), with: library).reversed() == forward)
    #expect(try Self.measureAll(texts + texts, with: library) == forward + forward)
  }

  @Test(
    arguments: ["Inter", "DejaVu Sans", "Noto Sans", "Noto Sans Arabic", "Noto Sans Devanagari"],
    [400.0, 700])
  func `cached words have the same positions as in a run that is shaped as a whole`(
    _ family: String, weight: Double
  ) throws {
    let library = try Fonts.library()
    let tricky = [
      "A - B", "a (B) c", "( A )", "5 x 3", "1 x 1", "10:45 - 11:00", "HELLO (WORLD) @ HOME", "A-B -> C <- D",
      "x",
      "fi ff ffi AV Ta. To, \"W\"", "a \u{301}b", "السلام عليكم - (مرحبا)", "क्षत्रिय - (नमस्ते)", "-  -",
      "1 -1 - 1 +1", "\u{201C}so\u{201D} \u{2018}it\u{2019} \u{201D} \u{2019} \"is\" 'so' \u{201D}",
    ]
    let stack = FontStack(
      .init(families: [family], weight: weight, isItalic: false), library: library,
      instances: FontInstances())
    let shaper = Shaper()
    for text in tricky + (try Fonts.browserTexts()) {
      let bySentence = try Self.edges(of: text, stack: stack, isWordwise: false, shaper)
      // Twice, so that the second time the words are in the cache.
      for _ in 0..<2 {
        let byWord = try Self.edges(of: text, stack: stack, isWordwise: true, shaper)
        #expect(zip(byWord, bySentence).allSatisfy { abs($0 - $1) < 1e-6 }, "\(text)")
      }
    }
  }

  @Test func `words are in the cache, with the space before them, in a font that kerns with spaces`() throws {
    let stack = FontStack(
      .init(families: ["Inter"], weight: 700, isItalic: false), library: try Fonts.library(),
      instances: FontInstances())
    let shaper = Shaper()
    _ = try Self.edges(of: "the last boats", stack: stack, isWordwise: true, shaper)
    let font = stack.fonts[0]
    #expect(font.spaceContext.dependsOnSpaces)
    var setting = WordCache.Setting(
      font: font.id, script: Script.of(0x61), isRightToLeft: false, hasLigatures: true)
    func isUsable(_ text: String) -> Bool {
      Array(text.utf16).withUnsafeBufferPointer {
        if case .units = shaper.words.find($0, setting) { true } else { false }
      }
    }
    setting.isBeforeSpace = true
    #expect(isUsable("the"))
    setting.beginsWithSpace = true
    #expect(isUsable(" last"))
    setting.isBeforeSpace = false
    #expect(isUsable(" boats"))
  }

  private static func edges(of text: String, stack: FontStack, isWordwise: Bool, _ shaper: Shaper) throws
    -> [Double]
  {
    let (columns, levels) = (TextColumns(), BidiLevels())
    columns.load(text)
    levels.resolve(columns, direction: .leftToRight)
    let style = Shaper.Style(stack: stack, size: 16, letterSpacing: 0)
    for run in Itemizer.runs(of: columns, stack: stack, levels: levels, reusing: []) {
      if isWordwise, stack.fonts[run.font].spaceContext.isWordwise {
        try shaper.fillWords(of: run, in: columns, style: style)
      } else {
        try shaper.fill(run.start..<run.end, of: run, in: columns, style: style, shaping: run.start..<run.end)
      }
    }
    return (0...columns.count).map { columns.edges[$0] }
  }
}
