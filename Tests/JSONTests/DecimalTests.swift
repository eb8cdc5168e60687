import Glibc
import TestSupport
import Testing

@testable import JSON

@Suite struct DecimalTests {
  private func text(_ number: Double) -> String {
    var writer = ByteWriter()
    writer.append(decimal: number)
    return writer.finish().withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
  }

  @Test func `numbers are written as ECMAScript writes them`() {
    for (bits, expected) in numberFixture {
      #expect(text(Double(bitPattern: bits)) == expected)
    }
  }

  @Test func `a whole number is written the same from an Int and from a Double`() {
    var generator = SeededGenerator(seed: 1)
    for shift in 0..<64 {
      for _ in 0..<20 {
        let integer = Int(bitPattern: UInt(generator.next() >> UInt64(shift)))
        var writer = ByteWriter()
        writer.append(decimal: integer)
        let written = writer.finish().withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
        #expect(written == String(integer))
        if integer.magnitude < 1 << 53 { #expect(text(Double(integer)) == written) }
      }
    }
  }

  /// One number of each distribution a turn: any bits, coordinates at several scales, near whole numbers, few decimals,
  /// the neighbours of such.
  private func numbers(from generator: inout SeededGenerator) -> [Double] {
    let random = generator.next()
    let whole = Double(random >> 40)
    let any = Double(bitPattern: random)
    let decimal = Double(random >> 34) / [1e1, 1e3, 1e5, 1e6, 1e7, 1e9][Int(random % 6)]
    return [
      any.isFinite ? any : 0, whole / 3, whole / 7, whole / 2.625, decimal, decimal.nextUp, decimal.nextDown,
      Double.random(in: 0..<1, using: &generator), Double.random(in: -1000..<1000, using: &generator),
      scalbn(1 + Double(random >> 12) * 0x1p-52, Int(random % 80) - 20),
    ]
  }

  @Test func `random numbers are read back as they were, with the digits of the shortest form`() {
    var generator = SeededGenerator(seed: 2)
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 128) { scratch in
      let written = scratch.baseAddress!
      let expected = written + 64
      for _ in 0..<TestEffort.part(of: 100_000) {
        for number in numbers(from: &generator) {
          let length = Decimal.write(number, to: written)
          written[length] = 0
          let back = strtod(UnsafeRawPointer(written).assumingMemoryBound(to: CChar.self), nil)
          // The standard library's description is the shortest, and the nearest of the shortest.
          let start = number < 0 ? 1 : 0
          let expectedLength = DecimalText.write(number.magnitude, to: expected)
          guard back == number, length == start + expectedLength, length <= Decimal.greatestLength,
            memcmp(written + start, expected, expectedLength) == 0
          else {
            Issue.record("\(number) was written as \(text(number))")
            return
          }
        }
      }
    }
  }
}
