import LayoutEngine

/// The measured attributes of an element (`preferredLayoutAttributesFitting`).
public struct Measurement: Hashable, Sendable {
  /// In points.
  public var size: Size
  /// From 0 to 1; nil leaves it as it is.
  public var alpha: Double?
  /// Nil leaves it as it is.
  public var transform: AffineTransform?

  /// Creates a measurement of a size in points; an opacity, from 0 to 1, and a transform may come with it.
  public init(size: Size, alpha: Double? = nil, transform: AffineTransform? = nil) {
    self.size = size
    self.alpha = alpha
    self.transform = transform
  }
}

/// A measurement of one element.
public struct MeasuredElement: Hashable, Sendable {
  /// The position of the element.
  public var path: ElementPath
  /// The measured attributes.
  public var measurement: Measurement

  /// Creates a measurement of the element at a position.
  public init(_ path: ElementPath, _ measurement: Measurement) {
    self.path = path
    self.measurement = measurement
  }
}

/// Measurements made for one breadth of the container.
public struct MeasurementBatch: Sendable {
  /// See `LayoutKind.measuredBreadth(in:)`.
  public var breadth: MeasuredBreadth
  /// Elements that exist, each once.
  public var elements: [MeasuredElement]

  /// Creates a batch of measurements for a breadth.
  public init(breadth: MeasuredBreadth, elements: [MeasuredElement]) {
    self.breadth = breadth
    self.elements = elements
  }
}

/// The number of measurements by their effect.
public struct MeasurementCounts: Hashable, Sendable {
  /// Measurements that changed the layout.
  public var applied = 0
  /// Measurements that the layout has already (`shouldInvalidateLayout(forPreferredLayoutAttributes:)`).
  public var unchanged = 0
  /// Measurements of elements whose size does not depend on their content.
  public var ignored: [IgnoredMeasurement]

  /// Creates counts; all are 0 by default.
  public init(applied: Int = 0, unchanged: Int = 0, ignored: [IgnoredMeasurement] = []) {
    self.applied = applied
    self.unchanged = unchanged
    self.ignored = ignored
  }
}

/// A measurement that changes nothing because the size of its element does not depend on the content.
public struct IgnoredMeasurement: Hashable, Sendable {
  /// The reasons to ignore a measurement.
  public enum Reason: String, CaseIterable, Sendable {
    /// The client's description of the element has a size or an aspect ratio.
    case fixedSize = "fixed_size"
    /// The layout determines the size of the element.
    case notEstimated = "not_estimated"
  }

  /// The position of the element.
  public var path: ElementPath
  /// The reason why the measurement changes nothing.
  public var reason: Reason

  /// Creates a note of an element and the reason.
  public init(_ path: ElementPath, _ reason: Reason) {
    self.path = path
    self.reason = reason
  }
}

/// Identifies viewports that share measurements: those of one breadth with the same layout.
struct MeasuringKey: Hashable, Sendable {
  var breadth: MeasuredBreadth
  /// Of a layout of the viewport's own.
  var layoutJSON: [UInt8]?
}
