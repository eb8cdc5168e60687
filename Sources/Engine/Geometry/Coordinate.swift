/// The bounds of the numbers that a layout works with.
public enum Coordinate {
  /// The largest magnitude of a coordinate or a length, in points: 2^53.
  ///
  /// Up to here a `Double` tells whole points apart; beyond, an item one point wide could have no extent at all.
  @inlinable
  public static var limit: Double { Double.largestExactInteger }
}

extension Double {
  /// 2^53: a `Double` holds every whole number from its negative up to it.
  @inlinable
  public static var largestExactInteger: Double { 0x1p53 }
}

extension Int {
  /// The largest whole number that an `Int` and a `Double` both hold, as they hold every one below it: 2^53, or
  /// `Int.max` where an `Int` has 32 bits.
  @inlinable
  public static var largestExactInteger: Int { Int(exactly: Double.largestExactInteger) ?? .max }
}
