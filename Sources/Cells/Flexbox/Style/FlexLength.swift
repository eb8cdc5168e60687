/// A length of CSS: a number of points, a percentage, the sum of both, or `auto`.
@frozen
public enum FlexLength: Hashable, Sendable {
  /// The length follows from the contents or the parent; as a maximum it means that there is none.
  case auto
  /// A length in points.
  case points(Double)
  /// A percentage: 50 is one half. Of what, says the property.
  case percent(Double)
  /// A percentage and a number of points together: `calc()`. Where the sum is negative and may not be, it is 0.
  case sum(percent: Double, points: Double)

  /// A length of no points.
  public static var zero: FlexLength { .points(0) }

  /// Whether the length is `auto`.
  @inlinable
  public var isAuto: Bool { if case .auto = self { true } else { false } }

  /// Whether the length depends on another one: a percentage, or a sum with one.
  @inlinable
  public var isPercent: Bool {
    switch self {
    case .percent, .sum: true
    case .auto, .points: false
    }
  }

  /// Returns the length in points; nil for `auto`, and for a percentage of an unknown length.
  ///
  /// - Parameter whole: the length that a percentage refers to, in points.
  /// - Complexity: O(1)
  @inlinable
  public func points(of whole: Double?) -> Double? {
    switch self {
    case .auto: nil
    case .points(let points): points
    case .percent(let percent): whole.map { $0 * percent / 100 }
    case .sum(let percent, let points): whole.map { $0 * percent / 100 + points }
    }
  }
}

/// The main size of an item before it grows or shrinks: `flex-basis`.
@frozen
public enum FlexBasis: Hashable, Sendable {
  /// A length, whose percentage is one of the container's inner main size. `auto` is the item's width in rows and its height
  /// in columns.
  case length(FlexLength)
  /// The size of the item's contents.
  case content

  /// The item's width in rows and its height in columns.
  public static var auto: FlexBasis { .length(.auto) }

  /// Returns a length in points.
  public static func points(_ points: Double) -> FlexBasis { .length(.points(points)) }

  /// Returns a percentage of the container's inner main size: 50 is one half.
  public static func percent(_ percent: Double) -> FlexBasis { .length(.percent(percent)) }
}
