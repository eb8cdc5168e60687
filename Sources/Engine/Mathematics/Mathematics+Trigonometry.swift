extension Mathematics {
  /// The sine of an angle in radians, or `nan` where the angle is not finite.
  package static func sin(_ angle: Double) -> Double {
    guard angle.isFinite else { return .nan }
    guard angle.magnitude >= 0x1p-30 else { return angle }
    let reduced = ReducedAngle(angle)
    return sine(of: reduced.remainder, plusQuarterTurns: reduced.quarterTurns)
  }

  /// The cosine of an angle in radians, or `nan` where the angle is not finite.
  package static func cos(_ angle: Double) -> Double {
    guard angle.isFinite else { return .nan }
    let reduced = ReducedAngle(angle)
    return sine(of: reduced.remainder, plusQuarterTurns: reduced.quarterTurns &+ 1)
  }

  /// The tangent of an angle in radians, or `nan` where the angle is not finite.
  package static func tan(_ angle: Double) -> Double {
    guard angle.isFinite else { return .nan }
    guard angle.magnitude >= 0x1p-30 else { return angle }
    let reduced = ReducedAngle(angle)
    let square = reduced.remainder * reduced.remainder
    let (sine, cosine) = (sine(of: reduced.remainder, square: square), cosine(ofSquare: square))
    return reduced.quarterTurns & 1 == 0 ? (sine / cosine).high : (-cosine / sine).high
  }

  private static func sine(of angle: DoubleDouble, plusQuarterTurns turns: UInt64) -> Double {
    let square = angle * angle
    let magnitude = turns & 1 == 0 ? sine(of: angle, square: square).high : cosine(ofSquare: square).high
    return turns & 2 == 0 ? magnitude : -magnitude
  }

  /// The sine of an angle of magnitude at most π/4, by its Taylor series.
  ///
  /// The terms up to the third power have extended precision, the others are too small to need it.
  private static func sine(of angle: DoubleDouble, square: DoubleDouble) -> DoubleDouble {
    let z = square.high
    let tail =
      z
      * (1.0 / 120 - z
        * (1.0 / 5040 - z
          * (1.0 / 362_880 - z
            * (1.0 / 39_916_800 - z
              * (1.0 / 6_227_020_800 - z
                * (1.0 / 1_307_674_368_000 - z * (1.0 / 355_687_428_096_000)))))))
    let sixth = DoubleDouble(sumOfLarger: -0x1.5555555555555p-3, smaller: tail)
    let factor = DoubleDouble(high: sixth.high, low: sixth.low - 0x1.5555555555555p-57)
    return angle.adding(smaller: angle * (square * factor))
  }

  /// The cosine of an angle of magnitude at most π/4, by its Taylor series.
  ///
  /// The terms up to the second power have extended precision, the others are too small to need it.
  private static func cosine(ofSquare square: DoubleDouble) -> DoubleDouble {
    let z = square.high
    let tail =
      z
      * (1.0 / 24 - z
        * (1.0 / 720 - z
          * (1.0 / 40_320 - z
            * (1.0 / 3_628_800 - z
              * (1.0 / 479_001_600 - z
                * (1.0 / 87_178_291_200 - z
                  * (1.0 / 20_922_789_888_000 - z * (1.0 / 6_402_373_705_728_000))))))))
    return DoubleDouble(1).adding(smaller: square * DoubleDouble(sumOfLarger: -0.5, smaller: tail))
  }
}
