import Cancellation
import Synchronization
import TestSupport
import Testing
import Text

/// Counts the questions whether work is still wanted, of which loops ask one in about a thousand steps.
private final class StepCounter: CancellationSource {
  private let count = Atomic(0)

  var questions: Int { count.load(ordering: .relaxed) }

  func isCancelled() -> Bool {
    count.add(1, ordering: .relaxed)
    return false
  }
}

@Suite struct HostileTextTests {
  private let measurer: TextMeasurer

  init() throws { measurer = try Fonts.measurer() }

  @Test func `invalid sizes and widths are rejected by name`() throws {
    func refusal(_ width: Double = 100, _ change: (inout TextAttributes) -> Void) -> TextError? {
      #expect(throws: TextError.self) {
        try measurer.measure("a", attributes: .plain.with(change), width: width)
      }
    }
    for bad in [-1, Double.nan, Double.infinity, -Double.infinity, 1e300] {
      #expect(refusal { $0.size = bad } == .invalid("size"))
      #expect(refusal { $0.lineHeight = bad } == .invalid("lineHeight"))
    }
    for bad in [0, 1001, -Double.infinity, Double.nan] {
      #expect(refusal { $0.weight = bad } == .invalid("weight"))
    }
    for bad in [Double.nan, .infinity, -1e300] {
      #expect(refusal { $0.letterSpacing = bad } == .invalid("letterSpacing"))
    }
    #expect(refusal { $0.lineLimit = -1 } == .invalid("lineLimit"))
    #expect(refusal(.nan) { _ in } == .invalid("width"))
  }

  @Test func `absurd sizes measure as they must`() throws {
    let none = try measurer.measure("a b", attributes: .plain.with { $0.size = 0 }, width: 100)
    #expect(none.width == 0 && none.height == 0 && none.lineCount == 1)
    let huge = try measurer.measure("ab\tcd ef", attributes: .plain.with { $0.size = 1e9 }, width: 100)
    #expect(huge.lineCount == 6 && huge.width > 1e8 && huge.height.isFinite)
    let largest = TextAttributes.plain.with { ($0.size, $0.letterSpacing) = (9e15, -9e15) }
    #expect(try measurer.measure("ab\tcd ef", attributes: largest, width: 100).width.isFinite)
    let tightest = TextAttributes.plain.with { ($0.letterSpacing, $0.lineLimit) = (-1000, 2) }
    #expect(try measurer.measure("ab cd\tef\u{AD}gh", attributes: tightest, width: 100).lineCount == 1)
  }

  @Test(arguments: ["a", "ب", "中", "👩‍👩‍👧‍👦"])
  func `a word of 100,000 characters takes bounded time`(_ unit: String) throws {
    try measure(unit, count: 100_000, modes: [.wordWrapping, .truncatingMiddle])
  }

  @Test(
    arguments: [
      "क", "ก", "e\u{301}", "\u{301}", "a\u{AD}", "\t", "\u{FE0F}", "\u{200D}", "\u{AD}", "\u{202E}",
      "\u{2067}a", "aب", "ffi", "-", "1-", "\t\u{AD}", " ", "\n",
      "“", "”中",
      "\u{1F1E6}", "\u{E0041}", "a\u{20E3}",
    ])
  func `endless repetition takes bounded time`(_ unit: String) throws {
    try measure(unit, count: 5_000, modes: [.wordWrapping, .charWrapping, .truncatingHead])
  }

  @Test(
    arguments: [
      "ก\u{E34}", "ກ\u{EB4}", "ក\u{17C6}", "က\u{102D}", "क\u{901}", "a\u{301}", "ا\u{64B}", "א\u{5B0}",
      "中\u{302A}",
    ])
  func `a character with 250,000 marks takes no more time than they would take apart`(_ text: String) throws {
    let (base, mark) = (text.unicodeScalars.first!, text.unicodeScalars.last!)
    let marked = "\(base)" + String(repeating: Character(mark), count: 250_000)
    let result = try measurer.measure("\(marked) \(base)", attributes: .plain, width: 320)
    #expect(result.lineCount >= 1 && result.height.isFinite)
  }

  @Test func `marks beyond any that a writer would use change no width`() throws {
    let widths = try [0, 1, 60, 63, 64, 65, 200, 1000].map { count in
      try measurer.measure(
        "ก" + String(repeating: "\u{E34}", count: count) + "ก", attributes: .plain, width: 1e6
      ).width
    }
    #expect(Set(widths).count == 1 && widths[0] > 0, "\(widths)")
  }

  /// Measures a repetition of a quarter of the count and of the whole count, and expects no more than in proportion to
  /// their lengths.
  private func measure(_ unit: String, count: Int, modes: [LineBreakMode]) throws {
    for mode in modes {
      for limit in [0, 1] {
        let attributes = TextAttributes.plain.with { ($0.lineBreakMode, $0.lineLimit) = (mode, limit) }
        let steps = try [count / 4, count].map { count in
          let text = String(String(repeating: unit, count: count).unicodeScalars.prefix(count))
          let counter = StepCounter()
          let result = try #require(
            try Cancellation.within(counter) {
              Result {
                try Cancellation.interruptible {
                  try measurer.measure(text, attributes: attributes, width: 320)
                }
              }
            }.get())
          #expect(limit == 0 || result.lineCount <= limit)
          return counter.questions
        }
        // Work that grows with the square of the length would be sixteen times as much.
        #expect(steps[1] <= 8 * steps[0] + 8, "\(unit.debugDescription) \(mode) \(limit) \(steps)")
      }
    }
  }

  @Test func `a text longer than the limit is rejected, and one as long as the limit is not`() throws {
    let measurer = TextMeasurer(fonts: try Fonts.library(), lengthLimit: 10)
    #expect(try measurer.measure("0123456789", attributes: .plain, width: 1000).lineCount == 1)
    #expect(throws: TextError.tooLong(limit: 10)) {
      try measurer.measure("012345678é", attributes: .plain, width: 1000)
    }
  }

  @Test func `invalid UTF-8 and UTF-16 is measured as replacement characters`() throws {
    let bytes = String(
      decoding: [0x61, 0xFF, 0xC3, 0x28, 0xED, 0xA0, 0x80, 0xF5, 0x80] as [UInt8], as: UTF8.self)
    #expect(try measurer.measure(bytes, attributes: .plain, width: 1000).lineCount == 1)
    let units = String(decoding: [0xD800, 0x61, 0xDC00] as [UInt16], as: UTF16.self)
    #expect(try measurer.width(units) == measurer.width("\u{FFFD}a\u{FFFD}"))
  }

  @Test func `garbage never traps, and its lines are its text`() throws {
    var random = SeededGenerator(seed: 20)
    for round in 0..<600 {
      let scalars = (0..<Int.random(in: 0...60, using: &random)).map { _ in Garbage.scalar(using: &random) }
      let text = String(String.UnicodeScalarView(scalars))
      let attributes = Garbage.attributes(using: &random)
      let width = [0, 1, 50, 320, .infinity].randomElement(using: &random)!
      let result = try measurer.measure(text, attributes: attributes, width: width)
      let lines = try measurer.lines(of: text, attributes: attributes, width: width)
      #expect(
        lines.count == result.lineCount && result.width.isFinite && result.height.isFinite, "round \(round)")
      #expect(result.isTruncated || (lines.last?.range.upperBound ?? 0) == text.utf16.count, "round \(round)")
      #expect(try result == measurer.measure(text, attributes: attributes, width: width), "round \(round)")
    }
  }

  @Test func `random bytes read as UTF-8 or UTF-16 never trap`() throws {
    var random = SeededGenerator(seed: 21)
    for _ in 0..<200 {
      let bytes = (0..<200).map { _ in UInt8.random(in: 0...255, using: &random) }
      _ = try measurer.measure(String(decoding: bytes, as: UTF8.self), attributes: .plain, width: 320)
      let units = (0..<100).map { _ in UInt16.random(in: 0...0xFFFF, using: &random) }
      _ = try measurer.measure(String(decoding: units, as: UTF16.self), attributes: .plain, width: 320)
    }
  }
}

/// Random text that looks for trouble.
enum Garbage {
  static func scalar(using random: inout SeededGenerator) -> Unicode.Scalar {
    let ranges: [ClosedRange<UInt32>] = [
      0x20...0x7E, 0x0...0x1F, 0xA0...0x24F, 0x300...0x36F, 0x590...0x6FF, 0x900...0xD7F, 0xE00...0xEFF,
      0x1000...0x11FF, 0x1780...0x17FF, 0x2000...0x206F, 0x2600...0x27BF, 0x3000...0x30FF, 0x4E00...0x4EFF,
      0xAC00...0xACFF, 0xFB00...0xFDFF, 0xFE00...0xFE0F, 0x1F1E6...0x1F1FF, 0x1F300...0x1F6FF,
      0xE0000...0xE01EF,
      0x10000...0x10FFFF,
    ]
    while true {
      if let scalar = Unicode.Scalar(UInt32.random(in: ranges.randomElement(using: &random)!, using: &random))
      {
        return scalar
      }
    }
  }

  static func attributes(using random: inout SeededGenerator) -> TextAttributes {
    TextAttributes(
      families: [[], ["Inter"], ["DejaVu Sans"], ["Noto Sans CJK JP", "Nothing"]].randomElement(
        using: &random)!,
      size: [0, 0.001, 14, 17, 1e6].randomElement(using: &random)!,
      weight: Double.random(in: 1...1000, using: &random), isItalic: Bool.random(using: &random),
      lineHeight: [nil, 0, 24].randomElement(using: &random)!,
      letterSpacing: [0, 0, 1, -1].randomElement(using: &random)!,
      lineLimit: Int.random(in: 0...3, using: &random),
      lineBreakMode: LineBreakMode.allCases.randomElement(using: &random)!,
      direction: TextDirection.allCases.randomElement(using: &random)!)
  }
}
