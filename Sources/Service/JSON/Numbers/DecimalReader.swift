#if !hasFeature(Embedded)
  internal import CJansson
#endif

/// Reads decimal text as the nearest double, ties to even: the double of C's `strtod`.
///
/// Three methods, each exact where it applies: numbers of up to 2^53 with few decimals; up to 19 digits with a power of
/// ten up to 19, by integers of 128 bits; any other number by `strtod`.
enum DecimalReader {
  /// Reads the number at a place, which goes to the byte behind it.
  ///
  /// - Precondition: a number of the JSON grammar is there, and a byte behind it.
  @inline(__always)
  static func read(_ place: inout JSONBytes) -> Double {
    let start = place
    let isNegative = place.pointee == UInt8(ascii: "-")
    if isNegative { place += 1 }
    let firstDigit = place
    var digits: UInt64 = 0
    while place.pointee.isDigit {
      digits = digits &* 10 &+ UInt64(place.pointee &- UInt8(ascii: "0"))
      place += 1
    }
    var count = place - firstDigit
    var exponent = 0
    if place.pointee == UInt8(ascii: ".") {
      place += 1
      let firstDecimal = place
      while place.pointee.isDigit {
        digits = digits &* 10 &+ UInt64(place.pointee &- UInt8(ascii: "0"))
        place += 1
      }
      exponent = firstDecimal - place
      count &-= exponent
    }
    if place.pointee | 0x20 == UInt8(ascii: "e") { exponent &+= readExponent(&place) }
    // Only the first 19 digits fit, leading zeros or not.
    guard count <= 19, let magnitude = magnitude(digits, exponent) else { return exact(start) }
    return isNegative ? -magnitude : magnitude
  }

  /// Reads the number at a place, of any length and magnitude; infinite if no double is near.
  static func exact(_ place: JSONBytes) -> Double {
    #if hasFeature(Embedded)
      return hostNumber(place)
    #else
      // The text goes on with a byte that ends the number. No part of the program changes the locale, so the point is
      // one.
      return place.withMemoryRebound(to: CChar.self, capacity: 1) { strtod($0, nil) }
    #endif
  }

  /// Reads an exponent; beyond 99,999 only its size is right.
  private static func readExponent(_ place: inout JSONBytes) -> Int {
    place += 1
    let isNegative = place.pointee == UInt8(ascii: "-")
    if isNegative || place.pointee == UInt8(ascii: "+") { place += 1 }
    var exponent = 0
    while place.pointee.isDigit {
      if exponent < 99_999 { exponent = exponent &* 10 &+ Int(place.pointee &- UInt8(ascii: "0")) }
      place += 1
    }
    return isNegative ? -exponent : exponent
  }

  /// Returns `digits` · 10^`exponent`; nil where neither method for short numbers applies.
  @inline(__always)
  private static func magnitude(_ digits: UInt64, _ exponent: Int) -> Double? {
    if digits <= 1 << 53 {
      let number = Double(Int64(truncatingIfNeeded: digits))
      if exponent == 0 { return number }
      // Both are exact doubles, and the division is rounded once.
      if exponent < 0, exponent >= -19 { return number / Double(Digits.powerOfTen(-exponent)) }
    }
    return longMagnitude(digits, exponent)
  }

  @inline(never)
  private static func longMagnitude(_ digits: UInt64, _ exponent: Int) -> Double? {
    if digits == 0 { return 0 }
    switch exponent {
    case 0...19:
      let (high, low) = digits.multipliedFullWidth(by: Digits.powerOfTen(exponent))
      if high == 0 { return Double(low) }
      // A double keeps the upper half and one bit for all of the lower.
      let shift = high.leadingZeroBitCount
      let upper = shift == 0 ? high : high << UInt64(shift) | low >> UInt64(64 - shift)
      let isInexact = low << UInt64(shift) != 0
      return scaled(upper, isInexact, by: 64 - shift)
    case -19..<0:
      let divisor = Digits.powerOfTen(-exponent)
      let divisorShift = divisor.leadingZeroBitCount
      let digitsShift = digits.leadingZeroBitCount
      // Both with their top bit set, and the dividend halved: the quotient has 63 or 64 bits.
      let dividend = digits << UInt64(digitsShift)
      let (quotient, remainder) = (divisor << UInt64(divisorShift)).dividingFullWidth(
        (dividend >> 1, dividend << 63))
      return scaled(quotient, remainder != 0, by: divisorShift - digitsShift - 63)
    default: return nil
    }
  }

  /// Returns an integer of 63 or 64 bits, and a little more if it is inexact, times a power of two from -127 to 64.
  private static func scaled(_ integer: UInt64, _ isInexact: Bool, by power: Int) -> Double {
    // The lowest of so many bits only tells a tie from a number above it.
    let rounded = Double(isInexact ? integer | 1 : integer)
    return rounded * Double(bitPattern: UInt64(bitPattern: Int64(1023 &+ power)) &<< 52)
  }
}

#if hasFeature(Embedded)
  /// Reads the number at a place by the program around the engine, which rounds to the nearest double as `strtod` does.
  @_extern(wasm, module: "host", name: "number")
  @_extern(c)
  private func hostNumber(_ place: JSONBytes) -> Double
#endif
