import LayoutEngine

/// What a client found an element to be, once it had its content (`preferredLayoutAttributesFitting`).
public struct Measurement: Hashable, Sendable {
  public var size: Size
  /// Nil leaves it as it is.
  public var alpha: Double?
  /// Nil leaves it as it is.
  public var transform: AffineTransform?

  public init(size: Size, alpha: Double? = nil, transform: AffineTransform? = nil) {
    self.size = size
    self.alpha = alpha
    self.transform = transform
  }
}

/// A measurement of one element.
public struct MeasuredElement: Hashable, Sendable {
  public var path: ElementPath
  public var measurement: Measurement

  public init(_ path: ElementPath, _ measurement: Measurement) {
    self.path = path
    self.measurement = measurement
  }
}

/// Measurements that were made for one breadth of the container.
public struct MeasurementBatch: Sendable {
  /// See `LayoutKind.measuredBreadth(in:)`.
  public var breadth: MeasuredBreadth
  /// Elements that are there, each once.
  public var elements: [MeasuredElement]

  public init(breadth: MeasuredBreadth, elements: [MeasuredElement]) {
    self.breadth = breadth
    self.elements = elements
  }
}

/// What became of measurements.
public struct MeasurementCounts: Hashable, Sendable {
  /// They are what is laid out now.
  public var applied = 0
  /// They say what is laid out already (`shouldInvalidateLayout(forPreferredLayoutAttributes:)`).
  public var unchanged = 0
  /// They are of elements whose size does not depend on their content.
  public var ignored = 0

  public init(applied: Int = 0, unchanged: Int = 0, ignored: Int = 0) {
    self.applied = applied
    self.unchanged = unchanged
    self.ignored = ignored
  }
}

/// Which screens share what is measured: those of one breadth that show the same layout.
struct MeasuringKey: Hashable, Sendable {
  var breadth: MeasuredBreadth
  /// Of a layout of the viewport's own.
  var layoutJSON: [UInt8]?
}
