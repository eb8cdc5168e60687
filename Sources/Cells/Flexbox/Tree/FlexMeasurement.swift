public import Geometry

/// The width that contents are measured for, without padding.
@frozen
public enum FlexSpace: Hashable, Sendable {
  /// The width of the content box, in points: the layout has set it, and uses the height that the contents have there.
  case points(Double)
  /// As little as the contents allow: text breaks wherever it may.
  case minContent
  /// As much as the contents use: text does not break.
  case maxContent
  /// The least width in which the contents have as many lines as in this one, in points. Only the width of the result counts.
  case shrinkWrap(Double)
}

/// The size of contents, in points, without padding.
public struct FlexMeasurement: Hashable, Sendable {
  /// The width and the height, in points.
  public var size: Size
  /// The distance of the first baseline below the top of the content box; nil for contents without a baseline.
  public var firstBaseline: Double?
  /// The distance of the last baseline below the top of the content box.
  public var lastBaseline: Double?

  /// Makes a measurement; a missing last baseline is the first.
  public init(size: Size, firstBaseline: Double? = nil, lastBaseline: Double? = nil) {
    self.size = size
    self.firstBaseline = firstBaseline
    self.lastBaseline = lastBaseline ?? firstBaseline
  }
}
