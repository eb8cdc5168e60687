/// A sum of lengths in points that is the same in whatever order they were added.
///
/// A sum of floating-point numbers depends on its order, and a tree adds in the order of its shape, which is the
/// history of a collection: a server that was restarted, or a page that began with a later state, would have other last
/// bits. This sum has fixed point, in two words. It is exact for lengths that are multiples of 2⁻⁵⁴ points, which all
/// lengths from a quarter of a point on are, and rounds each of the others once, by itself. Its value is the number
/// nearest to it.
///
/// That holds below 2³¹ points, which is some 2·10⁹. Longer sums are rounded as any others.
struct LengthSum: Equatable, Sendable {
  /// A multiple of 2⁻²² points.
  let coarse: Double
  /// What it lacks, in 2⁻⁵⁴ points: less than 2⁻²² points.
  let fine: UInt32

  static let zero = LengthSum(coarse: 0, fine: 0)

  /// One more than the largest fine part, in points.
  private static let carry = 0x1p-22

  @inline(__always)
  init(coarse: Double, fine: UInt32) {
    self.coarse = coarse
    self.fine = fine
  }

  /// The sum of one length.
  @inline(__always)
  init(_ length: Double) {
    let coarse = LengthSum.coarsePart(of: length)
    self.init(coarse: coarse, rest: LengthSum.rest(of: length, less: coarse))
  }

  /// A coarse part, and any rest in 2⁻⁵⁴ points.
  ///
  /// Arithmetic, and no question: whether a rest carries is what no processor can foresee.
  @inline(__always)
  private init(coarse: Double, rest: Int64) {
    self.init(coarse: coarse + Double(rest >> 32) * LengthSum.carry, fine: UInt32(truncatingIfNeeded: rest))
  }

  /// What a length has more than its coarse part, in 2⁻⁵⁴ points.
  @inline(__always)
  private static func rest(of length: Double, less coarse: Double) -> Int64 {
    // From a quarter to a half, numbers are 2⁻⁵⁴ apart, and neighbours have successive bit patterns.
    Int64(bitPattern: (length - coarse + 0.375).bitPattern &- 0.375.bitPattern)
  }

  /// The multiple of 2⁻²² points that is nearest to a length; a length that is too long for a sum to be exact itself.
  @inline(__always)
  static func coarsePart(of length: Double) -> Double {
    // From 2³⁰ to 2³¹, numbers are 2⁻²² apart.
    abs(length) < 0x1p29 ? length + 0x1.8p30 - 0x1.8p30 : length
  }

  /// The sum as a number.
  @inline(__always)
  var value: Double { coarse + LengthSum.value(ofFine: fine) }

  /// Fine parts in points.
  @inline(__always)
  static func value(ofFine fine: UInt32) -> Double { Double(fine) * 0x1p-54 }

  @inline(__always)
  static func + (a: LengthSum, b: LengthSum) -> LengthSum {
    let rest = Int64(a.fine) + Int64(b.fine)
    // In this order, sums that wait for one another wait for one addition each.
    return LengthSum(
      coarse: a.coarse + LengthSum(coarse: b.coarse, rest: rest).coarse,
      fine: UInt32(truncatingIfNeeded: rest))
  }

  @inline(__always)
  static func - (a: LengthSum, b: LengthSum) -> LengthSum {
    LengthSum(coarse: a.coarse - b.coarse, rest: Int64(a.fine) - Int64(b.fine))
  }

  /// The sum with one more length.
  @inline(__always)
  func adding(_ length: Double) -> LengthSum {
    let coarse = LengthSum.coarsePart(of: length)
    let rest = Int64(fine) + LengthSum.rest(of: length, less: coarse)
    return LengthSum(
      coarse: self.coarse + LengthSum(coarse: coarse, rest: rest).coarse,
      fine: UInt32(truncatingIfNeeded: rest))
  }

  /// The sum of that many lengths alike.
  @inline(__always)
  static func * (count: Int, length: LengthSum) -> LengthSum {
    let product = UInt64(count).multipliedFullWidth(by: UInt64(length.fine))
    let carries = product.high << 32 | product.low >> 32
    return LengthSum(
      coarse: Double(count) * length.coarse + Double(carries) * carry,
      fine: UInt32(truncatingIfNeeded: product.low))
  }
}
