/// A length of CSS: a number of points, a percentage, or `auto`.
@frozen
public enum FlexLength: Hashable, Sendable {
  /// The length follows from the contents or the parent; as a maximum it means that there is none.
  case auto
  /// A length in points.
  case points(Double)
  /// A percentage: 50 is one half. Of what, says the property.
  case percent(Double)

  /// A length of no points.
  public static var zero: FlexLength { .points(0) }

  /// Whether the length is `auto`.
  @inlinable
  public var isAuto: Bool { if case .auto = self { true } else { false } }

  /// Whether the length is a percentage.
  @inlinable
  public var isPercent: Bool { if case .percent = self { true } else { false } }

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
    }
  }
}

/// The main size of an item before it grows or shrinks: `flex-basis`.
@frozen
public enum FlexBasis: Hashable, Sendable {
  /// The item's width in rows and its height in columns.
  case auto
  /// The size of the item's contents.
  case content
  /// A length in points.
  case points(Double)
  /// A percentage of the container's inner main size: 50 is one half.
  case percent(Double)
}
