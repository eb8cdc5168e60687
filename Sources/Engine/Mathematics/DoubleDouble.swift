/// An unevaluated sum of two `Double` values, which holds about 106 significant bits.
///
/// Sums and products follow Knuth (The Art of Computer Programming, volume 2) and Dekker ("A floating-point technique
/// for extending the available precision", 1971). Products must be far from overflow, and from subnormal numbers where
/// their low parts count.
struct DoubleDouble {
  /// The value rounded to the nearest `Double`.
  var high: Double
  /// The rest: at most half a unit in the last place of `high`.
  var low: Double
}

extension DoubleDouble {
  /// A value that a `Double` holds.
  init(_ value: Double) {
    self.init(high: value, low: 0)
  }

  /// The exact sum of any two values.
  init(sumOf a: Double, _ b: Double) {
    let sum = a + b
    let fromB = sum - a
    self.init(high: sum, low: (a - (sum - fromB)) + (b - fromB))
  }

  /// The exact sum of a value and one of smaller or equal magnitude, or of 0 and any value, at half the cost of
  /// `init(sumOf:_:)`.
  init(sumOfLarger larger: Double, smaller: Double) {
    let sum = larger + smaller
    self.init(high: sum, low: smaller - (sum - larger))
  }

  /// The product of two values, with a relative error of at most 2^-104.
  init(productOf a: Double, _ b: Double) {
    let (a1, a2) = Self.halves(of: a)
    let (b1, b2) = Self.halves(of: b)
    let product = a * b
    self.init(high: product, low: ((a1 * b1 - product) + a1 * b2 + a2 * b1) + a2 * b2)
  }

  /// Two values whose sum is `value`: the first 26 significant bits, and the other 27.
  ///
  /// Products of halves are exact, except that the product of two lower halves may lose its last bit.
  private static func halves(of value: Double) -> (Double, Double) {
    let upper = Double(bitPattern: value.bitPattern & 0xFFFF_FFFF_F800_0000)
    return (upper, value - upper)
  }
}

extension DoubleDouble {
  static prefix func - (value: DoubleDouble) -> DoubleDouble {
    DoubleDouble(high: -value.high, low: -value.low)
  }

  static func + (a: DoubleDouble, b: DoubleDouble) -> DoubleDouble {
    let sum = DoubleDouble(sumOf: a.high, b.high)
    return DoubleDouble(sumOfLarger: sum.high, smaller: sum.low + (a.low + b.low))
  }

  /// The sum with a value of smaller or equal magnitude, or with any value where this one is 0.
  ///
  /// It takes fewer operations than `+`.
  func adding(smaller other: DoubleDouble) -> DoubleDouble {
    let sum = DoubleDouble(sumOfLarger: high, smaller: other.high)
    return DoubleDouble(sumOfLarger: sum.high, smaller: sum.low + (low + other.low))
  }

  static func * (a: DoubleDouble, b: DoubleDouble) -> DoubleDouble {
    let product = DoubleDouble(productOf: a.high, b.high)
    return DoubleDouble(
      sumOfLarger: product.high, smaller: product.low + (a.high * b.low + a.low * b.high))
  }

  static func / (a: DoubleDouble, b: DoubleDouble) -> DoubleDouble {
    // One division is enough: the remainder corrects the errors of the first product.
    let reciprocal = 1 / b.high
    let quotient = a.high * reciprocal
    let product = DoubleDouble(productOf: quotient, b.high)
    let remainder = ((a.high - product.high) - product.low) + (a.low - quotient * b.low)
    return DoubleDouble(sumOfLarger: quotient, smaller: remainder * reciprocal)
  }

  /// The square root of a positive value.
  func squareRoot() -> DoubleDouble {
    let root = high.squareRoot()
    let square = DoubleDouble(productOf: root, root)
    let remainder = ((high - square.high) - square.low) + low
    return DoubleDouble(sumOfLarger: root, smaller: remainder / (2 * root))
  }
}
