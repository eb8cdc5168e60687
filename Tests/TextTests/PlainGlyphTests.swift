import TestSupport
import Testing

@testable import Text

/// Text that is set without asking HarfBuzz must be as HarfBuzz would set it.
@Suite struct PlainGlyphTests {
  private static let families = [
    "Inter", "DejaVu Sans", "Noto Sans", "Noto Sans CJK JP", "Noto Sans CJK SC", "Noto Sans CJK KR",
    "Noto Serif CJK JP", "Noto Sans Mono CJK JP",
  ]

  /// The ranges of code points in random texts: each line is a mixture.
  private static let mixtures: [[ClosedRange<UInt32>]] = [
    [0x4E00...0x9FFF],
    [0x3041...0x3096, 0x4E00...0x4EFF, 0x30A1...0x30FF, 0x3001...0x301F],
    [0x3041...0x3096, 0x20...0x20, 0x21...0x7E],
    [0x30A1...0x30FF, 0x21...0x7E, 0xFF01...0xFF9D, 0x3000...0x303F],
    [0xAC00...0xD7A3, 0xAC00...0xD7A3, 0x20...0x20],
    [0x20...0x7E, 0x4E00...0x4E80, 0x2010...0x2027, 0x30A1...0x30FF, 0xA0...0x17F],
    [0x3041...0x30FF, 0x3099...0x309A, 0x1100...0x11FF, 0xAC00...0xAC40, 0xFE00...0xFE0F, 0x200B...0x200F],
    [0x4E00...0x4E20, 0x5D0...0x5EA, 0x620...0x652, 0x202A...0x202E, 0x300...0x30F],
    [0x3105...0x312F, 0x4E00...0x4E20, 0x2CA...0x2CB],
  ]

  private static func randomTexts(seed: UInt64) -> [String] {
    var random = SeededGenerator(seed: seed)
    return mixtures.flatMap { mixture in
      (0..<60).map { _ in
        let scalars = (0..<Int.random(in: 1...80, using: &random)).compactMap { _ in
          Unicode.Scalar(UInt32.random(in: mixture.randomElement(using: &random)!, using: &random))
        }
        return String(String.UnicodeScalarView(scalars))
      }
    }
  }

  @Test(arguments: families, [0, 1.0])
  func `text set character by character has the positions of HarfBuzz`(
    _ family: String, _ letterSpacing: Double
  ) throws {
    let stack = FontStack(
      .init(families: [family], weight: 400, isItalic: false), library: try Fonts.library(),
      instances: FontInstances())
    let shaper = Shaper()
    let style = Shaper.Style(stack: stack, size: 14, letterSpacing: letterSpacing, trimsSpacing: false)
    // Letter spacing in scripts whose letters join is not that of HarfBuzz's clusters; ScriptTests has it.
    let texts = try Fonts.browserTexts() + Self.randomTexts(seed: 30)
    for text in texts {
      let scripts = text.unicodeScalars.lazy.map { Script.of($0.value) }
      if letterSpacing != 0, scripts.contains(where: Script.isCursive) { continue }
      let (quick, whole) = (TextColumns(), TextColumns())
      let levels = BidiLevels()
      for columns in [quick, whole] {
        columns.load(text)
        levels.resolve(columns, direction: .natural)
        let runs = Itemizer.runs(of: columns, stack: stack, levels: levels, reusing: [])
        if columns === quick {
          try shaper.shape(runs, of: columns, style: style)
        } else {
          for run in runs {
            let range = run.start..<run.end
            try shaper.fill(range, of: run, in: columns, style: style, shaping: range)
          }
        }
      }
      var edge = 0.0
      for index in 0..<quick.count {
        edge += whole.edges[index + 1]
        guard abs(quick.edges[index + 1] - edge) > 1e-9 else { continue }
        Issue.record(
          "\(family), \(letterSpacing): \(text) at \(index): \(quick.edges[index + 1]), not \(edge)")
        break
      }
    }
  }

  @Test func `ideographs are plain, kana depend on their neighbours, and marks need the whole run`() throws {
    let stack = FontStack(
      .init(families: ["Noto Sans CJK JP"], weight: 400, isItalic: false), library: try Fonts.library(),
      instances: FontInstances())
    let font = stack.fonts[0]
    func shape(_ character: Unicode.Scalar, in script: Unicode.Scalar = "中") -> PlainGlyphs.Shape {
      PlainGlyphs().shape(
        of: UInt16(character.value), font: font, rules: font.rules(for: Script.of(script.value)))
    }
    #expect(shape("中") == .plain(1000))
    #expect(shape("한", in: "한") == .plain(920))
    // The rules of text in Han look at contexts of jamo.
    #expect(shape("한") == .far)
    #expect(shape("コ") == .near)
    #expect(shape("\u{3099}") == .far)
    #expect(shape("é") == .far)
  }

  @Test func `characters that share a slot of a table are distinguished`() throws {
    let stack = FontStack(
      .init(families: ["Noto Sans CJK JP"], weight: 400, isItalic: false), library: try Fonts.library(),
      instances: FontInstances())
    let (font, glyphs) = (stack.fonts[0], PlainGlyphs())
    let rules = font.rules(for: Script.of(0x4E2D))
    for _ in 0..<2 {
      for unit in UInt16(0x3000)...0xD7A3 {
        let known = glyphs.shape(of: unit, font: font, rules: rules)
        if known != PlainGlyphs.find(unit, font, rules) { Issue.record("\(unit)") }
      }
    }
  }

  @Test func `an unreadable table is assumed to have any rule`() throws {
    let library = try FontLibrary(paths: [Fonts.fixture("Boxes.ttf")])
    let reach = LookupList.with(library.regularFaces[0].face, isSubstitution: true) { $0.reach(of: 0) }
    #expect(reach == .anything)
  }
}
