/// How strongly a constraint holds: above 0 and up to 1000, which is required.
///
/// A priority dominates every lower one outright: no number of weaker constraints outweighs a stronger one.
/// Constraints of equal priority compete by their errors.
public struct Priority: Hashable, Comparable, Sendable {
  /// The priority as a number: above 0 and up to 1000.
  public let rawValue: Double

  /// Makes the priority of that number; nil unless it is above 0 and at most 1000.
  public init?(_ rawValue: Double) {
    guard rawValue > 0, rawValue <= 1000 else { return nil }
    self.rawValue = rawValue
  }

  private init(known rawValue: Double) {
    self.rawValue = rawValue
  }

  /// 1000: the constraint holds, or is reported as broken.
  public static let required = Priority(known: 1000)
  /// 750: the default of compression resistance.
  public static let defaultHigh = Priority(known: 750)
  /// 250: the default of content hugging.
  public static let defaultLow = Priority(known: 250)
  /// 50: the priority of a fitting size along an axis whose length is open.
  public static let fittingSizeLevel = Priority(known: 50)

  /// 999: a proportional stack gives views sizes in proportion to their content. Content without a size has none.
  static let proportion = Priority(known: 999)
  /// 149: the centres of the views of a stack are equally far from each other.
  static let equalCentering = Priority(known: 149)
  /// 49: a stack is no larger than it must be.
  static let stackFit = Priority(known: 49)
  /// 25: an arranged view without content, such as a spacer, is no larger than it must be.
  static let emptiness = Priority(known: 25)

  /// Whether the priority is 1000: the constraint must hold.
  public var isRequired: Bool { rawValue == 1000 }

  public static func < (left: Priority, right: Priority) -> Bool { left.rawValue < right.rawValue }
}
