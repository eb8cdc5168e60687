/// The number of `Double` values from one number to another, where two `nan` are no step apart and a `nan` is as far
/// as possible from any number.
func steps(from a: Double, to b: Double) -> UInt64 {
  guard !a.isNaN, !b.isNaN else { return a.isNaN && b.isNaN ? 0 : .max }
  let (first, second) = (position(of: a), position(of: b))
  return UInt64(bitPattern: max(first, second) &- min(first, second))
}

/// The position of a number among all numbers, where both zeros have the position 0.
private func position(of value: Double) -> Int64 {
  let magnitude = Int64(bitPattern: value.magnitude.bitPattern)
  return value.sign == .minus ? -magnitude : magnitude
}

extension Double {
  /// Whether two numbers have the same bits.
  func isIdentical(to other: Double) -> Bool { bitPattern == other.bitPattern }
}

let justAbove1 = 0x1.0000000000001p0
let justBelow1 = 0x1.fffffffffffffp-1
