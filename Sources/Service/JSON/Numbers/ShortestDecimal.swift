/// The shortest decimal for numbers of ordinary magnitude, by exact 128-bit arithmetic and no tables.
///
/// A double m · 2^-q with 1e-3 ≤ value < 2^53 is scaled by the power of ten that gives it 17 digits before the point.
/// m · 10^p then fits 128 bits, so the bounds between which a decimal reads as this double are known exactly, and the
/// shortest decimal is the multiple of the greatest power of ten between them (Steele and White's condition; the
/// nearest one where there are several).
enum ShortestDecimal {
  /// Writes a number that is not whole, given with its whole part, or returns nil for one out of range.
  @inline(__always)
  static func write(
    _ magnitude: Double, _ whole: Int64, to place: UnsafeMutablePointer<UInt8>
  ) -> Int? {
    let significand = magnitude.significandBitPattern
    // Below a power of two the doubles are closer together than above it, which the bounds do not allow for.
    guard magnitude >= 1e-3, significand != 0 else { return nil }
    let m = significand | 1 << 52
    let power = 16 &- floorLog10(of: magnitude, whole)
    let scale = Digits.powerOfTen(power)

    // All in units of 2^-shift: the number is `exact`, its neighbours' midpoints are `scale` away.
    let shift = UInt64(53 &- Int(magnitude.exponent))
    let exact = UInt128(m &<< 1) &* UInt128(scale)
    // A midpoint is never whole at this scale: with one binary place more than the number it has at least 18
    // digits. So the bounds fall between whole numbers, and which way a midpoint reads does not matter.
    var low = UInt64(truncatingIfNeeded: (exact &- UInt128(scale)) &>> UInt128(shift)) &+ 1
    var high = UInt64(truncatingIfNeeded: (exact &+ UInt128(scale)) &>> UInt128(shift))

    var dropped = 0
    while true {
      let (lower, upper) = ((low &+ 9) / 10, high / 10)
      if lower > upper { break }
      (low, high) = (lower, upper)
      dropped &+= 1
    }
    // The bounds are at most 23 apart, so a choice is left only with no digit or one dropped.
    let digits =
      low == high
      ? low : min(max(nearest(to: exact, shift: shift, dropping: dropped), low), high)

    // No whole number lies within the bounds of one that is not whole, so the whole parts are the same.
    let decimals = power &- dropped
    let fraction = digits &- UInt64(bitPattern: whole) &* Digits.powerOfTen(decimals)
    let wholeLength = Digits.write(UInt64(bitPattern: whole), to: place)
    place[wholeLength] = UInt8(ascii: ".")
    Digits.write(fraction, count: decimals, to: place + wholeLength + 1)
    return wholeLength &+ 1 &+ decimals
  }

  /// `exact` without its bits below the point and its last digit, if `dropped` is 1, rounded half to even.
  @inline(__always)
  private static func nearest(to exact: UInt128, shift: UInt64, dropping dropped: Int) -> UInt64 {
    let unit: UInt64 = dropped == 0 ? 1 : 10
    let floor = UInt64(truncatingIfNeeded: exact &>> UInt128(shift))
    let quotient = floor / unit
    // Twice the rest against the unit, with the bits below the point: all within 2^69.
    let rest = exact &- UInt128(quotient &* unit) &<< UInt128(shift)
    let half = UInt128(unit) &<< UInt128(shift &- 1)
    if rest > half || (rest == half && quotient & 1 == 1) { return quotient &+ 1 }
    return quotient
  }

  /// The exponent of the first digit of a number, which is in 1e-3..<2^53.
  @inline(__always)
  private static func floorLog10(of magnitude: Double, _ whole: Int64) -> Int {
    if whole > 0 { return Digits.count(of: UInt64(bitPattern: whole)) &- 1 }
    return magnitude >= 0.1 ? -1 : magnitude >= 0.01 ? -2 : -3
  }
}
