extension Double {
  /// 2^`exponent`, for exponents from -1022 through 1023.
  static func powerOfTwo(_ exponent: Int64) -> Double {
    Double(bitPattern: UInt64(bitPattern: 1023 &+ exponent) << 52)
  }

  /// The whole number nearest to this value, and the bits that hold it in two's complement in their lower half. Halves
  /// go to the even number.
  ///
  /// The magnitude must be below 2^50: the sum with 1.5 · 2^52 has no bits left for a fraction.
  var nearestInteger: (value: Double, bits: UInt64) {
    let shift = 0x1.8p52
    let shifted = self + shift
    return (shifted - shift, shifted.bitPattern)
  }
}
