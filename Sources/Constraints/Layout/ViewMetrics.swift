/// What a view's content says about its size: what differs from one item to the next.
public struct ViewMetrics: Hashable, Sendable {
  /// The width that the content needs; nil for a view that has none of its own.
  public var width: Double?
  /// The height that the content needs; nil for a view that has none of its own.
  public var height: Double?
  /// How far the first baseline is below the top edge. A view without text has it there.
  public var firstBaseline: Double
  /// How far the last baseline is above the bottom edge. A view without text has it there.
  public var lastBaseline: Double
  /// The width over the height, which is then required to be just that.
  public var aspectRatio: Double?

  public init(
    width: Double? = nil, height: Double? = nil, firstBaseline: Double = 0, lastBaseline: Double = 0,
    aspectRatio: Double? = nil
  ) {
    self.width = width
    self.height = height
    self.firstBaseline = firstBaseline
    self.lastBaseline = lastBaseline
    self.aspectRatio = aspectRatio
  }

  /// Whether another view's or item's metrics lead to the same constraints, with other constants.
  func hasShape(of other: ViewMetrics) -> Bool {
    (width == nil) == (other.width == nil) && (height == nil) == (other.height == nil)
      && (aspectRatio == nil) == (other.aspectRatio == nil)
  }

  /// Whether all numbers are such that a layout can be made of them.
  var isValid: Bool {
    let lengths = [width ?? 0, height ?? 0]
    return lengths.allSatisfy { $0 >= 0 && $0 <= TemplateLimits.length }
      && [firstBaseline, lastBaseline].allSatisfy { abs($0) <= TemplateLimits.length }
      && (aspectRatio.map { TemplateLimits.factors.contains($0) } ?? true)
  }
}
