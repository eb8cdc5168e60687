import Foundation
import TestSupport
import Testing

@testable import JSON

/// Numbers are read as `strtod` reads them, to the bit.
@Suite struct DecimalReaderTests {
  /// Checks a number in an array, where other bytes follow it.
  private func check(_ text: String) throws {
    let read = try reading("[\(text),1]") { $0[0]?.number }
    let expected = strtod(text, nil)
    #expect(read?.bitPattern == expected.bitPattern, "\(text) is read as \(String(describing: read))")
  }

  @Test func `numbers at the edges of each method are exact`() throws {
    let texts = [
      "0", "-0", "-0.0", "0e5", "-0e-999", "1", "9007199254740991", "9007199254740992", "9007199254740993",
      "9007199254740993.0", "9007199254740992.5", "9223372036854775807", "9223372036854775808",
      "9999999999999999999", "18446744073709551615", "18446744073709551616", "99999999999999999999",
      "1e19", "1e20", "1e22", "1e23", "9999999999999999999e19", "1234567890123456789e-19", "5e-1", "1e-19",
      "1e-20",
      "0.1", "0.30000000000000004", "33.333333333333336", "0.000000000000000001", "0.0000000000000000001",
      "2.2250738585072011e-308", "2.2250738585072014e-308", "4.9e-324", "2.4703282292062327e-324",
      "2.4703282292062328e-324", "1.7976931348623157e308", "1.7976931348623158e308", "1e-400",
      "1e-999999999999",
      "0.000e99999999", "8.41e21", "9.5e15", "6.103515625e-05", "1E+2", "1e+02", "12345678901234567e-1",
      "4503599627370496.5", "4503599627370497.5", "9007199254740991.4999999999",
    ]
    for text in texts { try check(text) }
  }

  @Test func `random numbers are exact`() throws {
    var generator = SeededGenerator(seed: 6)
    for _ in 0..<40_000 {
      var text = generator.chance(1, in: 3) ? "-" : ""
      text += String(generator.next() >> UInt64(generator.integer(0...63)))
      if generator.chance(2, in: 3) {
        text += "." + String(repeating: "0", count: generator.integer(0...3))
        text += String(generator.next() >> UInt64(generator.integer(0...63)))
      }
      if generator.chance(1, in: 3) { text += "e\(generator.integer(-30...30))" }
      try check(text)
    }
  }

  @Test func `doubles as JavaScript writes them are read back`() throws {
    var generator = SeededGenerator(seed: 7)
    for _ in 0..<20_000 {
      let number = Double.random(in: -1e6...1e6, using: &generator) / Double(generator.integer(1...1000))
      try check("\(number)")
    }
  }

  @Test func `a number halfway between two doubles is read as the even one`() throws {
    var generator = SeededGenerator(seed: 8)
    for _ in 0..<5_000 {
      let odd = (1 << 53 | generator.next() >> 11) | 1
      let power = generator.integer(0...8)
      // odd · 10^power may have a tie in its last bit; with one more digit it has none.
      for end in ["", "0", "1"] { try check("\(odd)\(end)e\(power)") }
      try check("\(odd >> 1).5")
      try check("\(odd >> 1).50000000000000000001")
    }
  }
}
