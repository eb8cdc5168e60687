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
    // From a quarter to a half, numbers are 2⁻⁵⁴ apart, and neighbours have successive bit patterns.
    let rest = Int64(bitPattern: (length - coarse + 0.375).bitPattern &- 0.375.bitPattern)
    self.init(
      coarse: rest < 0 ? coarse - LengthSum.carry : coarse,
      fine: coarse == length ? 0 : UInt32(truncatingIfNeeded: rest))
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
    let (fine, carries) = a.fine.addingReportingOverflow(b.fine)
    let coarse = a.coarse + b.coarse
    return LengthSum(coarse: carries ? coarse + carry : coarse, fine: fine)
  }

  @inline(__always)
  static func - (a: LengthSum, b: LengthSum) -> LengthSum {
    let (fine, borrows) = a.fine.subtractingReportingOverflow(b.fine)
    let coarse = a.coarse - b.coarse
    return LengthSum(coarse: borrows ? coarse - carry : coarse, fine: fine)
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
