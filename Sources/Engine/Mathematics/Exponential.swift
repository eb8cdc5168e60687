extension Mathematics {
  /// e raised to a power, rounded once: to a subnormal number too.
  ///
  /// With n the multiple of 1/16 that is nearest to the binary logarithm of the result, the result is 2^n times the
  /// exponential of a number below 1/46 (after Tang, "Table-driven implementation of the exponential function in IEEE
  /// floating-point arithmetic", 1989).
  static func exponential(_ power: DoubleDouble) -> Double {
    guard power.high < 710 else { return .infinity }
    guard power.high > -746 else { return 0 }
    let (sixteenths, bits) = (power.high * (16 * 0x1.71547652b82fep0)).nearestInteger
    let multiple = sixteenths / 16
    let rest = DoubleDouble(
      sumOf: power.high - multiple * logarithmOf2.high, power.low - multiple * logarithmOf2.low)

    let r = rest.high
    let tail =
      r * r
      * (1.0 / 2 + r
        * (1.0 / 6 + r
          * (1.0 / 24 + r * (1.0 / 120 + r * (1.0 / 720 + r * (1.0 / 5040 + r * (1.0 / 40_320)))))))
    let growth = DoubleDouble(sumOfLarger: r, smaller: rest.low + tail)
    let root = powersOf2[Int(truncatingIfNeeded: bits & 15)]
    return scaled(root.adding(smaller: root * growth), exponent: Int64(bitPattern: bits << 32) >> 36)
  }

  /// The product of a value from 0.9 to 2 with a power of two from 2^-1077 through 2^1024, rounded once.
  private static func scaled(_ value: DoubleDouble, exponent: Int64) -> Double {
    if exponent < -1021 {
      // The number that the product turns into the least normal number.
      let least = Double.powerOfTwo(-1022 &- exponent)
      if value.high < least {
        // The last bit of a sum with it is the last bit of a subnormal result.
        let sum = DoubleDouble(sumOf: least, value.high)
        return (sum.high + (sum.low + value.low) - least) * .powerOfTwo(exponent &+ 60) * 0x1p-60
      }
    }
    let half = exponent >> 1
    return value.high * .powerOfTwo(half) * .powerOfTwo(exponent &- half)
  }

  /// 2 raised to 0, 1/16, 2/16 … 15/16.
  private static let powersOf2: [16 of DoubleDouble] = [
    DoubleDouble(high: 0x1p0, low: 0),
    DoubleDouble(high: 0x1.0b5586cf9890fp0, low: 0x1.8a62e4adc610bp-54),
    DoubleDouble(high: 0x1.172b83c7d517bp0, low: -0x1.19041b9d78a76p-55),
    DoubleDouble(high: 0x1.2387a6e756238p0, low: 0x1.9b07eb6c70573p-54),
    DoubleDouble(high: 0x1.306fe0a31b715p0, low: 0x1.6f46ad23182e4p-55),
    DoubleDouble(high: 0x1.3dea64c123422p0, low: 0x1.ada0911f09ebcp-55),
    DoubleDouble(high: 0x1.4bfdad5362a27p0, low: 0x1.d4397afec42e2p-56),
    DoubleDouble(high: 0x1.5ab07dd485429p0, low: 0x1.6324c054647adp-54),
    DoubleDouble(high: 0x1.6a09e667f3bcdp0, low: -0x1.bdd3413b26456p-54),
    DoubleDouble(high: 0x1.7a11473eb0187p0, low: -0x1.41577ee04992fp-55),
    DoubleDouble(high: 0x1.8ace5422aa0dbp0, low: 0x1.6e9f156864b27p-54),
    DoubleDouble(high: 0x1.9c49182a3f09p0, low: 0x1.c7c46b071f2bep-56),
    DoubleDouble(high: 0x1.ae89f995ad3adp0, low: 0x1.7a1cd345dcc81p-54),
    DoubleDouble(high: 0x1.c199bdd85529cp0, low: 0x1.11065895048ddp-55),
    DoubleDouble(high: 0x1.d5818dcfba487p0, low: 0x1.2ed02d75b3707p-55),
    DoubleDouble(high: 0x1.ea4afa2a490dap0, low: -0x1.e9c23179c2893p-54),
  ]
}
