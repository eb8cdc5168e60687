extension Mathematics {
  /// The number whose hyperbolic sine is `value`.
  package static func asinh(_ value: Double) -> Double {
    guard !value.isNaN else { return .nan }
    let magnitude = value.magnitude
    guard magnitude >= 0x1p-30, magnitude < .infinity else { return value }
    let result = logarithmOfSum(magnitude).high
    return value < 0 ? -result : result
  }

  /// The logarithm of x + √(x² + 1) for x from 2^-30 on.
  ///
  /// Near 0 the sum is close to 1, and extended precision leaves its logarithm more bits than a `Double` has.
  private static func logarithmOfSum(_ x: Double) -> DoubleDouble {
    // From here on the sum is 2x but for a part below 2^-60 of it.
    guard x < 0x1p30 else {
      let parts = BinaryParts(x)
      return logarithm(of: DoubleDouble(parts.significand), exponent: parts.exponent &+ 1)
    }
    let root = (DoubleDouble(productOf: x, x) + DoubleDouble(1)).squareRoot()
    let sum = root.adding(smaller: DoubleDouble(x))
    let parts = BinaryParts(sum.high)
    let low = sum.low * .powerOfTwo(-parts.exponent)
    return logarithm(of: DoubleDouble(high: parts.significand, low: low), exponent: parts.exponent)
  }
}
