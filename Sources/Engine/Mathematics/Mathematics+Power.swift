extension Mathematics {
  /// `base` raised to `exponent`, with the special values of C's `pow`.
  ///
  /// A power with the exponent 0, and every power of 1, is 1, also where the other number is `nan`. A negative base has
  /// a power only where the exponent is a whole number, and is `nan` elsewhere.
  package static func pow(_ base: Double, _ exponent: Double) -> Double {
    if exponent == 0 || base == 1 { return 1 }
    guard !base.isNaN, !exponent.isNaN else { return .nan }
    let parity = base.sign == .minus ? parity(of: exponent) : .even
    let magnitude = base.magnitude
    if exponent.isInfinite, magnitude != 0, magnitude != .infinity {
      return magnitude == 1 ? 1 : (magnitude > 1) == (exponent > 0) ? .infinity : 0
    }
    // The logarithm of a `Double` other than 1 is at least 2^-53: the results beyond these bounds are 0 and infinity.
    let bounded = min(max(exponent, -0x1p70), 0x1p70)
    return power(base, DoubleDouble(bounded), parity: parity)
  }

  /// `base` raised to a whole number, with the special values of `pow(_:_:)` for two numbers of type `Double`.
  ///
  /// The exponent counts with all its bits, also beyond 2^53.
  package static func pow(_ base: Double, _ exponent: Int) -> Double {
    if exponent == 0 || base == 1 { return 1 }
    guard !base.isNaN else { return .nan }
    let whole = Int64(exponent)
    let low = whole & 0x7FF
    let sum = DoubleDouble(sumOfLarger: Double(whole &- low), smaller: Double(low))
    return power(base, sum, parity: whole & 1 == 0 ? .even : .odd)
  }

  /// The power of a base that is not `nan` and an exponent from -2^70 through 2^70 other than 0.
  private static func power(_ base: Double, _ exponent: DoubleDouble, parity: Parity) -> Double {
    let magnitude = base.magnitude
    let isNegative = base.sign == .minus && parity.isWhole && parity.isOdd
    if magnitude == 0 || magnitude == .infinity {
      let result: Double = (magnitude == 0) == (exponent.high < 0) ? .infinity : 0
      return isNegative ? -result : result
    }
    if base < 0, !parity.isWhole { return .nan }
    let result = exponential(exponent * logarithm(of: magnitude))
    return isNegative ? -result : result
  }

  /// What the sign of a power of a negative number depends on.
  private struct Parity {
    var isWhole = true
    var isOdd = false

    static var even: Parity { Parity() }
    static var odd: Parity { Parity(isOdd: true) }
  }

  private static func parity(of exponent: Double) -> Parity {
    // From 2^53 on, every number is even, and infinity counts as even too.
    guard exponent.magnitude < 0x1p53 else { return .even }
    let whole = Int64(exponent)
    return Parity(isWhole: Double(whole) == exponent, isOdd: whole & 1 != 0)
  }
}
