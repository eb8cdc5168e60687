/// How strongly a constraint holds: above 0 and up to 1000, which is required.
///
/// A priority dominates every lower one outright: no number of weaker constraints outvotes one that is
/// stronger. Among constraints of one priority, weights count.
public struct Priority: Hashable, Comparable, Sendable {
  public let rawValue: Double

  /// The priority of that number; nil unless it is above 0 and at most 1000.
  public init?(_ rawValue: Double) {
    guard rawValue > 0, rawValue <= 1000 else { return nil }
    self.rawValue = rawValue
  }

  private init(known rawValue: Double) {
    self.rawValue = rawValue
  }

  /// 1000: holds, or is reported as broken.
  public static let required = Priority(known: 1000)
  /// 750: what compression resistance has by default.
  public static let defaultHigh = Priority(known: 750)
  /// 250: what content hugging has by default.
  public static let defaultLow = Priority(known: 250)
  /// 50: what a fitting size has along an axis whose length is asked for.
  public static let fittingSizeLevel = Priority(known: 50)

  public var isRequired: Bool { rawValue == 1000 }

  public static func < (left: Priority, right: Priority) -> Bool { left.rawValue < right.rawValue }
}
