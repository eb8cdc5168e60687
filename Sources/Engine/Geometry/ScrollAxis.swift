/// The direction in which content scrolls, and the one place where scroll-direction coordinates become x and y.
///
/// A layout kind computes *along* the scroll direction and *across* it; the axis says which of them is x and which is y.
@frozen
public enum ScrollAxis: String, CaseIterable, Hashable, Sendable {
  case vertical
  case horizontal
}

/// From x and y to scroll-direction coordinates.
extension ScrollAxis {
  /// The extent of a size along the axis.
  @inlinable @inline(__always)
  package func length(of size: Size) -> Double { self == .vertical ? size.height : size.width }

  /// The extent of a size across the axis.
  @inlinable @inline(__always)
  package func breadth(of size: Size) -> Double { self == .vertical ? size.width : size.height }

  /// The position of a point in scroll-direction coordinates.
  @inlinable
  package func axialPoint(x: Double, y: Double) -> AxialPoint {
    self == .vertical ? AxialPoint(along: y, across: x) : AxialPoint(along: x, across: y)
  }

  /// The position of a point in scroll-direction coordinates.
  @inlinable
  package func axialPoint(_ point: Point) -> AxialPoint { axialPoint(x: point.x, y: point.y) }

  /// The size in scroll-direction coordinates.
  @inlinable @inline(__always)
  package func axialSize(_ size: Size) -> AxialSize {
    AxialSize(length: length(of: size), breadth: breadth(of: size))
  }

  /// The rect in scroll-direction coordinates.
  @inlinable
  package func axialRect(_ rect: Rect) -> AxialRect {
    self == .vertical
      ? AxialRect(along: rect.y, across: rect.x, length: rect.height, breadth: rect.width)
      : AxialRect(along: rect.x, across: rect.y, length: rect.width, breadth: rect.height)
  }

  /// The insets in scroll-direction coordinates.
  @inlinable
  package func axialInsets(_ insets: Insets) -> AxialInsets {
    self == .vertical
      ? AxialInsets(before: insets.top, after: insets.bottom, leading: insets.left, trailing: insets.right)
      : AxialInsets(before: insets.left, after: insets.right, leading: insets.top, trailing: insets.bottom)
  }
}

/// From scroll-direction coordinates to x and y.
extension ScrollAxis {
  /// The size of extents along and across the scroll direction, in points.
  @inlinable
  package func size(length: Double, breadth: Double) -> Size {
    self == .vertical ? Size(width: breadth, height: length) : Size(width: length, height: breadth)
  }

  /// The rect in content coordinates.
  @inlinable @inline(__always)
  package func rect(_ rect: AxialRect) -> Rect {
    self == .vertical
      ? Rect(x: rect.across, y: rect.along, width: rect.breadth, height: rect.length)
      : Rect(x: rect.along, y: rect.across, width: rect.length, height: rect.breadth)
  }
}
