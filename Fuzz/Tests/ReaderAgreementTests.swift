import Foundation
import TestSupport
import Testing

@testable import JSON

/// The reader of JSON and jansson agree on every text.
///
/// TESSERA_JSON_TEXTS=1000000 tools/task test ReaderAgreementTests changes a million texts, not some thousands.
struct ReaderAgreementTests {
  private static let texts =
    ProcessInfo.processInfo.environment["TESSERA_JSON_TEXTS"].flatMap { Int($0) } ?? 8000

  @Test func `both accept the texts of the corpus that are JSON, and refuse the others`() throws {
    for text in JSONCorpus.accepted {
      try ReaderAgreement.check(text, limits: .default)
      #expect(throws: Never.self, "\(text.text)") { try JSONDocument(scanning: text, .default) }
    }
    for text in JSONCorpus.refused {
      try ReaderAgreement.check(text, limits: .default)
      #expect(throws: JSONSyntaxError.self, "\(text.text)") { try JSONDocument(parsing: text) }
    }
  }

  @Test func `both agree on every text of the corpus that is cut off anywhere`() throws {
    for text in JSONCorpus.accepted + JSONCorpus.refused where text.count < 400 {
      for length in 0..<text.count { try ReaderAgreement.check(Array(text.prefix(length)), limits: .default) }
    }
  }

  @Test func `both agree on texts that are changed at random`() throws {
    var random = SeededGenerator(seed: 9)
    let seeds = JSONCorpus.accepted.filter { $0.count < 400 } + JSONCorpus.bodies
    let limits = JSONLimits(depth: 12, stringLength: 300)
    for _ in 0..<Self.texts {
      var text = random.pick(seeds)
      for _ in 0...random.integer(0...3) { Self.change(&text, &random) }
      try ReaderAgreement.check(text, limits: limits)
    }
  }

  private static let pieces: [[UInt8]] =
    [
      "\"", "\\", "{", "}", "[", "]", ",", ":", "-", "0", "1", ".", "e", "E+", " ", "\n", "\u{0}", "\\u0000",
      "\\ud83d",
      "\\ude00", "\\u00e9", "é", "漢", "😀", "true", "null", "1e400", "9007199254740993", "-0", "\"a\":1,",
      "\u{FEFF}",
    ].map { Array($0.utf8) } + [
      [0xFF], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xE6, 0xBC],
    ]

  private static func change(_ text: inout [UInt8], _ random: inout SeededGenerator) {
    func place() -> Int { random.integer(0...text.count) }
    let at = place()
    switch random.next() % 6 {
    case 0: text.insert(contentsOf: random.pick(pieces), at: at)
    case 1 where at < text.count: text.remove(at: at)
    case 2 where at < text.count: text[at] = UInt8(truncatingIfNeeded: random.next())
    case 3 where at < text.count: text[at] ^= 1 << UInt8(random.next() % 8)
    case 4:
      let other = place()
      text.insert(contentsOf: Array(text[min(at, other)..<max(at, other)].prefix(60)), at: place())
    default:
      let other = place()
      text.removeSubrange(min(at, other)..<min(max(at, other), min(at, other) + 12))
    }
  }
}
