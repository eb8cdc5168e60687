extension Mathematics {
  /// The angle from the positive x axis to the point (x, y), in radians: from -π through π.
  ///
  /// Signed zeros choose the side of the negative x axis, as with `atan2` of C.
  package static func atan2(y: Double, x: Double) -> Double {
    guard !x.isNaN, !y.isNaN else { return .nan }
    var (width, height) = (x.magnitude, y.magnitude)
    if width == .infinity, height == .infinity { (width, height) = (1, 1) }
    let isSteep = height > width
    let isLeft = x.sign == .minus
    guard height > 0 else { return isLeft ? signed(.pi, as: y) : y }

    let (smaller, larger) = isSteep ? (width, height) : (height, width)
    let ratio = smaller / larger
    if ratio < 0x1p-30, !isSteep, !isLeft { return y / x }
    if ratio < 0x1p-60 { return signed(isSteep ? .pi / 2 : .pi, as: y) }
    let angle = arcTangent(of: smaller, over: larger, near: ratio)
    let total =
      switch (isSteep, isLeft) {
      case (false, false): angle
      case (false, true): DoubleDouble(high: .pi, low: 0x1.1a62633145c07p-53).adding(smaller: -angle)
      case (true, false): DoubleDouble(high: .pi / 2, low: 0x1.1a62633145c07p-54).adding(smaller: -angle)
      case (true, true): DoubleDouble(high: .pi / 2, low: 0x1.1a62633145c07p-54).adding(smaller: angle)
      }
    return signed(total.high, as: y)
  }

  private static func signed(_ magnitude: Double, as value: Double) -> Double {
    value.sign == .minus ? -magnitude : magnitude
  }

  /// The arc tangent of a quotient from 2^-60 through 1.
  ///
  /// By the addition theorem of the tangent, arctan(q) = arctan(c) + arctan((q - c) / (1 + q·c)), where c is the
  /// multiple of 1/8 that is nearest to q. The last argument is at most 1/16, and its Taylor series is short.
  private static func arcTangent(
    of numerator: Double, over denominator: Double, near quotient: Double
  ) -> DoubleDouble {
    // Products of the two numbers must neither overflow nor lose bits to subnormal numbers.
    let scale = denominator > 0x1p500 ? 0x1p-600 : denominator < 0x1p-400 ? 0x1p600 : 1
    let (a, b) = (numerator * scale, denominator * scale)
    let (eighths, bits) = (quotient * 8).nearestInteger
    let center = eighths / 8
    let (ca, cb) = (DoubleDouble(productOf: center, a), DoubleDouble(productOf: center, b))
    let rest = (DoubleDouble(a) + -cb) / DoubleDouble(b).adding(smaller: ca)

    let z = rest.high * rest.high
    let tail =
      z
      * (1.0 / 3 - z
        * (1.0 / 5 - z * (1.0 / 7 - z * (1.0 / 9 - z * (1.0 / 11 - z * (1.0 / 13 - z * (1.0 / 15)))))))
    let series = DoubleDouble(sumOfLarger: rest.high, smaller: rest.low - rest.high * tail)
    return arcTangents[Int(truncatingIfNeeded: bits & 15)].adding(smaller: series)
  }

  /// The arc tangents of 0, 1/8, 2/8 … 1.
  private static let arcTangents: [9 of DoubleDouble] = [
    DoubleDouble(high: 0, low: 0),
    DoubleDouble(high: 0x1.fd5ba9aac2f6ep-4, low: -0x1.cd37686760c17p-59),
    DoubleDouble(high: 0x1.f5b75f92c80ddp-3, low: 0x1.8ab6e3cf7afbdp-57),
    DoubleDouble(high: 0x1.6f61941e4def1p-2, low: -0x1.c63aae6f6e918p-56),
    DoubleDouble(high: 0x1.dac670561bb4fp-2, low: 0x1.a2b7f222f65e2p-56),
    DoubleDouble(high: 0x1.1e00babdefeb4p-1, low: -0x1.928df287a668fp-58),
    DoubleDouble(high: 0x1.4978fa3269ee1p-1, low: 0x1.2419a87f2a458p-56),
    DoubleDouble(high: 0x1.700a7c5784634p-1, low: -0x1.8c34d25aadef6p-56),
    DoubleDouble(high: 0x1.921fb54442d18p-1, low: 0x1.1a62633145c07p-55),
  ]
}
