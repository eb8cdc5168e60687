extension Mathematics {
  /// The natural logarithm of a positive finite number, with a relative error below 2^-67.
  static func logarithm(of value: Double) -> DoubleDouble {
    let parts = BinaryParts(value)
    return logarithm(of: DoubleDouble(parts.significand), exponent: parts.exponent)
  }

  /// The natural logarithm of `significand` · 2^`exponent`, for significands in the range of `BinaryParts`.
  ///
  /// With c the multiple of 1/64 that is nearest to the significand m, the logarithm of m is that of c plus 2 ·
  /// artanh((m - c) / (m + c)), whose argument is below 1/178 (after Tang, "Table-driven implementation of the
  /// logarithm function in IEEE floating-point arithmetic", 1990).
  static func logarithm(of significand: DoubleDouble, exponent: Int64) -> DoubleDouble {
    let (units, bits) = (significand.high * 64).nearestInteger
    let center = units / 64
    // The difference of the two numbers is exact, as they are so close to each other.
    let difference = DoubleDouble(sumOf: significand.high - center, significand.low)
    let sum = DoubleDouble(sumOf: significand.high, center)
    let quotient = difference / DoubleDouble(sumOfLarger: sum.high, smaller: sum.low + significand.low)

    let (s, z) = (quotient.high, quotient.high * quotient.high)
    let tail = s * z * (2.0 / 3 + z * (2.0 / 5 + z * (2.0 / 7 + z * (2.0 / 9))))
    let series = DoubleDouble(sumOfLarger: 2 * s, smaller: 2 * quotient.low + tail)

    let power = Double(exponent)
    let ofPower = DoubleDouble(sumOfLarger: power * logarithmOf2.high, smaller: power * logarithmOf2.low)
    let ofCenter = logarithms[Int(truncatingIfNeeded: bits & 127) &- 45]
    return ofPower.adding(smaller: ofCenter).adding(smaller: series)
  }

  /// The natural logarithm of 2: a part of 38 bits, whose products with numbers of 15 bits are exact, and the rest.
  static var logarithmOf2: DoubleDouble {
    DoubleDouble(high: 0x1.62e42fefap-1, low: 0x1.cf79abc9e3b3ap-40)
  }

  /// The natural logarithms of 45/64, 46/64 … 90/64.
  private static let logarithms: [46 of DoubleDouble] = [
    DoubleDouble(high: -0x1.68ac83e9c6a14p-2, low: -0x1.a64eadd740178p-58),
    DoubleDouble(high: -0x1.522ae0738a3d8p-2, low: 0x1.8f7e9b38a6979p-57),
    DoubleDouble(high: -0x1.3c25277333184p-2, low: 0x1.2ad27e50a8ec6p-56),
    DoubleDouble(high: -0x1.269621134db92p-2, low: -0x1.e0efadd9db02bp-56),
    DoubleDouble(high: -0x1.1178e8227e47cp-2, low: 0x1.0e63a5f01c691p-57),
    DoubleDouble(high: -0x1.f991c6cb3b379p-3, low: -0x1.f665066f980a2p-57),
    DoubleDouble(high: -0x1.d1037f2655e7bp-3, low: -0x1.60629242471a2p-57),
    DoubleDouble(high: -0x1.a93ed3c8ad9e3p-3, low: -0x1.bcafa9de97203p-57),
    DoubleDouble(high: -0x1.823c16551a3c2p-3, low: 0x1.1232ce70be781p-57),
    DoubleDouble(high: -0x1.5bf406b543db2p-3, low: 0x1.1f5b44c0df7e7p-61),
    DoubleDouble(high: -0x1.365fcb0159016p-3, low: -0x1.7d411a5b944adp-58),
    DoubleDouble(high: -0x1.1178e8227e47cp-3, low: 0x1.0e63a5f01c691p-58),
    DoubleDouble(high: -0x1.da727638446a2p-4, low: -0x1.401fa71733019p-58),
    DoubleDouble(high: -0x1.9335e5d594989p-4, low: 0x1.478a85704ccb7p-58),
    DoubleDouble(high: -0x1.4d3115d207eacp-4, low: -0x1.769f42c7842ccp-58),
    DoubleDouble(high: -0x1.08598b59e3a07p-4, low: 0x1.dd7009902bf32p-58),
    DoubleDouble(high: -0x1.894aa149fb343p-5, low: -0x1.a8be97660a23dp-60),
    DoubleDouble(high: -0x1.0415d89e74444p-5, low: -0x1.c05cf1d753622p-59),
    DoubleDouble(high: -0x1.0205658935847p-6, low: -0x1.27c8e8416e71fp-60),
    DoubleDouble(high: 0, low: 0),
    DoubleDouble(high: 0x1.fc0a8b0fc03e4p-7, low: -0x1.83092c59642a1p-62),
    DoubleDouble(high: 0x1.f829b0e7833p-6, low: 0x1.33e3f04f1ef23p-60),
    DoubleDouble(high: 0x1.77458f632dcfcp-5, low: 0x1.18d3ca87b9296p-59),
    DoubleDouble(high: 0x1.f0a30c01162a6p-5, low: 0x1.85f325c5bbacdp-59),
    DoubleDouble(high: 0x1.341d7961bd1d1p-4, low: -0x1.b599f227becbbp-58),
    DoubleDouble(high: 0x1.6f0d28ae56b4cp-4, low: -0x1.906d99184b992p-58),
    DoubleDouble(high: 0x1.a926d3a4ad563p-4, low: 0x1.942f48aa70ea9p-58),
    DoubleDouble(high: 0x1.e27076e2af2e6p-4, low: -0x1.61578001e0162p-60),
    DoubleDouble(high: 0x1.0d77e7cd08e59p-3, low: 0x1.9a5dc5e9030acp-57),
    DoubleDouble(high: 0x1.29552f81ff523p-3, low: 0x1.301771c407dbfp-57),
    DoubleDouble(high: 0x1.44d2b6ccb7d1ep-3, low: 0x1.9f4f6543e1f88p-57),
    DoubleDouble(high: 0x1.5ff3070a793d4p-3, low: -0x1.bc60efafc6f6ep-58),
    DoubleDouble(high: 0x1.7ab890210d909p-3, low: 0x1.be36b2d6a0608p-59),
    DoubleDouble(high: 0x1.9525a9cf456b4p-3, low: 0x1.d904c1d4e2e26p-57),
    DoubleDouble(high: 0x1.af3c94e80bff3p-3, low: -0x1.398cff3641985p-58),
    DoubleDouble(high: 0x1.c8ff7c79a9a22p-3, low: -0x1.4f689f8434012p-57),
    DoubleDouble(high: 0x1.e27076e2af2e6p-3, low: -0x1.61578001e0162p-59),
    DoubleDouble(high: 0x1.fb9186d5e3e2bp-3, low: -0x1.caaae64f21acbp-57),
    DoubleDouble(high: 0x1.0a324e27390e3p-2, low: 0x1.7dcfde8061c03p-56),
    DoubleDouble(high: 0x1.1675cababa60ep-2, low: 0x1.ce63eab883717p-61),
    DoubleDouble(high: 0x1.22941fbcf7966p-2, low: -0x1.76f5eb09628afp-56),
    DoubleDouble(high: 0x1.2e8e2bae11d31p-2, low: -0x1.8f4cdb95ebdf9p-56),
    DoubleDouble(high: 0x1.3a64c556945eap-2, low: -0x1.c68651945f97cp-57),
    DoubleDouble(high: 0x1.4618bc21c5ec2p-2, low: 0x1.f42decdeccf1dp-56),
    DoubleDouble(high: 0x1.51aad872df82dp-2, low: 0x1.3927ac19f55e3p-59),
    DoubleDouble(high: 0x1.5d1bdbf5809cap-2, low: 0x1.4236383dc7fe1p-56),
  ]
}

/// A positive number as a significand near 1 times a power of two.
struct BinaryParts {
  /// From 45/64 up to, not including, 90/64.
  var significand: Double
  var exponent: Int64

  /// Splits a positive finite number.
  init(_ value: Double) {
    let isSubnormal = value < .leastNormalMagnitude
    let bits = (isSubnormal ? value * 0x1p54 : value).bitPattern
    exponent = Int64(bitPattern: bits &- 0x3FE6_8000_0000_0000) >> 52
    significand = Double(bitPattern: bits &- UInt64(bitPattern: exponent) << 52)
    if isSubnormal { exponent &-= 54 }
  }
}
