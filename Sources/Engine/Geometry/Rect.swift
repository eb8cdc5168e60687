/// A position in points: x grows to the right, y downward.
@frozen
public struct Point: Hashable, Sendable {
  /// The distance to the right of the origin.
  public var x: Double
  /// The distance below the origin.
  public var y: Double

  /// The point at (x, y), in points.
  @inlinable
  public init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }

  /// The origin of the coordinates.
  @inlinable
  public static var zero: Point { Point(x: 0, y: 0) }
}

/// A width and a height, in points.
@frozen
public struct Size: Hashable, Sendable {
  /// The extent from left to right.
  public var width: Double
  /// The extent from top to bottom.
  public var height: Double

  /// The size of a width and a height, in points.
  @inlinable
  public init(width: Double, height: Double) {
    self.width = width
    self.height = height
  }

  /// The size without extents.
  @inlinable
  public static var zero: Size { Size(width: 0, height: 0) }
}

/// Distances from the four edges of a rect inward, in points. Negative distances reach outward.
@frozen
public struct Insets: Hashable, Sendable {
  /// The distance from the top edge.
  public var top: Double
  /// The distance from the left edge.
  public var left: Double
  /// The distance from the bottom edge.
  public var bottom: Double
  /// The distance from the right edge.
  public var right: Double

  /// The insets from each edge, in points; 0 where none is given.
  @inlinable
  public init(top: Double = 0, left: Double = 0, bottom: Double = 0, right: Double = 0) {
    self.top = top
    self.left = left
    self.bottom = bottom
    self.right = right
  }

  /// The insets that are 0 on each side.
  @inlinable
  public static var zero: Insets { Insets() }
}

/// A rectangle in points: x grows to the right, y downward.
///
/// Edges are half-open: a rect holds its left and top edges, and neither its right nor its bottom edge.
@frozen
public struct Rect: Hashable, Sendable {
  /// The left edge.
  public var x: Double
  /// The top edge.
  public var y: Double
  /// The extent from left to right.
  public var width: Double
  /// The extent from top to bottom.
  public var height: Double

  /// The rect whose top left corner is (x, y), in points.
  @inlinable
  public init(x: Double, y: Double, width: Double, height: Double) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  /// The rect of a size in points whose top left corner is `origin`.
  @inlinable
  public init(origin: Point, size: Size) {
    self.init(x: origin.x, y: origin.y, width: size.width, height: size.height)
  }

  /// The rect without extents at the origin of the coordinates.
  @inlinable
  public static var zero: Rect { Rect(x: 0, y: 0, width: 0, height: 0) }

  /// The right edge.
  @inlinable
  public var maxX: Double { x + width }

  /// The bottom edge.
  @inlinable
  public var maxY: Double { y + height }

  /// The top left corner.
  @inlinable
  public var origin: Point { Point(x: x, y: y) }

  /// The width and the height.
  @inlinable
  public var size: Size { Size(width: width, height: height) }

  /// The point in the middle.
  @inlinable
  public var center: Point { Point(x: x + width / 2, y: y + height / 2) }
}

extension Rect {
  /// Whether the interiors meet; rects that only touch at an edge do not.
  ///
  /// A rect without extent meets another when it lies strictly inside it.
  @inlinable @inline(__always)
  public func intersects(_ other: Rect) -> Bool {
    x < other.maxX && maxX > other.x && y < other.maxY && maxY > other.y
  }

  /// The rect less the insets; an extent never falls below zero.
  @inlinable
  public func inset(by insets: Insets) -> Rect {
    Rect(
      x: x + insets.left, y: y + insets.top,
      width: max(0, width - insets.left - insets.right),
      height: max(0, height - insets.top - insets.bottom))
  }

  /// The smallest rect that holds both.
  @inlinable
  public func union(_ other: Rect) -> Rect {
    let left = min(x, other.x)
    let top = min(y, other.y)
    return Rect(x: left, y: top, width: max(maxX, other.maxX) - left, height: max(maxY, other.maxY) - top)
  }

  /// The rect moved by `offset.x` to the right and `offset.y` downward.
  @inlinable
  public func moved(by offset: Point) -> Rect {
    Rect(x: x + offset.x, y: y + offset.y, width: width, height: height)
  }
}

/// Points inside and outside.
extension Rect {
  /// Whether a point is inside. Edges are half-open: of two rects that touch, one contains a point between them.
  @inlinable
  public func contains(_ point: Point) -> Bool {
    point.x >= x && point.x < maxX && point.y >= y && point.y < maxY
  }

  /// The rect's point that is nearest to another.
  @inlinable
  public func nearest(to point: Point) -> Point {
    Point(x: min(max(point.x, x), maxX), y: min(max(point.y, y), maxY))
  }

  /// The distance from the rect to a point, in points; 0 inside and at the edges.
  @inlinable
  public func distance(to point: Point) -> Double {
    let x = max(self.x - point.x, point.x - maxX, 0)
    let y = max(self.y - point.y, point.y - maxY, 0)
    return x == 0 ? y : y == 0 ? x : (x * x + y * y).squareRoot()
  }
}
