import TestSupport
import Testing

@testable import LayoutEngine

@Suite("Sums of lengths")
struct LengthSumTests {
  /// Lengths of many magnitudes, most of which are no sums of powers of two.
  private func lengths(_ count: Int, _ random: inout SeededGenerator) -> [Double] {
    (0..<count).map { _ in
      switch random.integer(0...5) {
      case 0: 0
      case 1: Double(random.integer(0...500))
      case 2: random.length(upTo: 1e-3)
      case 3: random.length(upTo: 1e6)
      case 4: Double(random.integer(0...1000)) / 3
      default: random.length(upTo: 100)
      }
    }
  }

  @Test("a sum of one length is that length, however long")
  func one() {
    var random = SeededGenerator(seed: 1)
    for length in lengths(10_000, &random) {
      let value = LengthSum(length).value
      #expect(abs(value - length) <= 0x1p-55)
      if length >= 0.25 { #expect(value == length) }
    }
    for length in [
      0, 0x1p-22, 0x1p-23, 0x1p-54, 33.3, 0x1p29 - 0.3, 0x1p29 + 0.3, 0x1p52 + 1, 1e100, .infinity,
    ] {
      #expect(LengthSum(length).value == length)
    }
    #expect(LengthSum(-33.3).value == -33.3 && LengthSum(0x1p-60).value == 0)
  }

  @Test("the order of adding does not matter to the last bit")
  func order() {
    var random = SeededGenerator(seed: 2)
    for _ in 0..<300 {
      let lengths = lengths(random.integer(1...200), &random)
      let sum = lengths.reduce(.zero) { $0 + LengthSum($1) }
      #expect(lengths.shuffled(using: &random).reduce(.zero) { $0 + LengthSum($1) } == sum)
      let half = lengths.count / 2
      let front = lengths[..<half].reduce(.zero) { $0 + LengthSum($1) }
      let back = lengths[half...].reduce(.zero) { $0 + LengthSum($1) }
      #expect(front + back == sum && sum - back == front)
      #expect(abs(sum.value - lengths.reduce(0, +)) <= 1e-9 * sum.value)
    }
  }

  @Test("a sum is the number nearest to the sum of the numbers")
  func nearest() {
    // A product is rounded once. Added up as numbers, the last bits differ.
    for length in [0.7, 33.3, 100.0 / 3, 1e3 / 7] {
      #expect((1_000_000 * LengthSum(length)).value == 1e6 * length)
      let sum = (0..<1_000_000).reduce(LengthSum.zero) { sum, _ in sum + LengthSum(length) }
      #expect(sum.value == 1e6 * length)
      #expect((0..<1_000_000).reduce(0) { sum, _ in sum + length } != 1e6 * length)
    }
  }

  @Test("so many lengths alike are as long as they are one by one")
  func multiples() {
    var random = SeededGenerator(seed: 3)
    for length in lengths(200, &random) {
      let count = random.integer(0...300)
      let one = LengthSum(length)
      #expect(count * one == (0..<count).reduce(.zero) { sum, _ in sum + one })
      let many = random.integer(0...100_000_000)
      #expect(many * one + count * one == (many + count) * one || length > 20)
    }
    #expect((Int(1) << 40) * LengthSum(0x1p-30) == LengthSum(1024))
    #expect((Int(1) << 52) * LengthSum(0x1p-40) == LengthSum(4096))
  }
}

@Suite("Sums of the first lengths of some")
struct PrefixSumsTests {
  @Test("appended one by one, many at a time and from others, they are the same sums")
  func appending() {
    var random = SeededGenerator(seed: 4)
    for round in 0..<300 {
      let isWhole = random.chance(1, in: 3)
      let lengths = (0..<random.integer(0...80)).map { _ in
        isWhole || random.chance(1, in: 2) ? Double(random.integer(0...90)) / 2 : random.length(upTo: 90)
      }
      var sums = PrefixSums()
      for length in lengths { sums.append(length) }
      let expected = (0...lengths.count).map { lengths[..<$0].reduce(.zero) { $0 + LengthSum($1) } }
      #expect((0...lengths.count).map { sums[$0] } == expected, "round \(round)")
      #expect(sums.count == lengths.count && sums.last == expected.last)
      #expect(!isWhole || sums.fine.isEmpty)

      let place = random.integer(0...lengths.count)
      var parts = sums.prefix(place)
      parts.append(upTo: 99) { for length in lengths[place...] { $0.append(length) } }
      #expect((0...lengths.count).map { parts[$0] } == expected, "round \(round)")

      var others = PrefixSums()
      others.append(random.length(upTo: 9))
      others.append(place..<lengths.count, of: sums)
      let start = others[1]
      #expect(
        (place...lengths.count).map { others[$0 - place + 1] }
          == (place...lengths.count).map {
            start + (expected[$0] - expected[place])
          }, "round \(round)")

      let bound = random.length(upTo: max(1, sums.last.value))
      #expect(sums.count(beyond: bound) == expected.firstIndex { $0.value > bound } ?? lengths.count + 1)
    }
  }
}
