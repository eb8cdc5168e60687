/// Rounds lengths to device pixels, or leaves them as they are where the container names no scale.
///
/// Sizes snap first, positions accumulate from snapped sizes, and origins snap last, once, in content coordinates.
/// UIKit does the same, as measurements show: seven items of 144.29 in 1024 points at scale 1 with 2 points between them
/// are 144 wide and the fourth begins at 440, not at 439.
///
/// At two pixels per point, lengths are multiples of half a point:
///
/// ```swift
/// let grid = PixelGrid(scale: 2)
/// let nearest = grid.nearest(10.3)  // 10.5
/// let least = grid.floor(10.3)  // 10.0
/// let most = grid.ceiling(10.3)  // 10.5
/// let pixel = grid.hairline  // 0.5
/// ```
@frozen
public struct PixelGrid: Hashable, Sendable {
  /// Pixels per point; 0 stands for no grid.
  @usableFromInline package let scale: Double
  /// The length of a pixel if a power of two of them makes a point, otherwise 0: products with it are then exactly the
  /// quotients by `scale`, and take a fraction of the time.
  @usableFromInline let exactPixel: Double

  /// The grid of a screen.
  ///
  /// - Parameter scale: pixels per point, above 0; nil for a grid that rounds nothing.
  @inlinable
  public init(scale: Double?) {
    self.scale = scale ?? 0
    exactPixel = self.scale.significandWidth == 0 ? 1 / self.scale : 0
  }

  /// The scales that a container may have, in pixels per point: a pixel is no larger than a finger's width and no
  /// smaller than what sums of coordinates can tell apart.
  @inlinable
  public static var scales: ClosedRange<Double> { 0.01...1000 }

  /// Whether the grid rounds at all.
  @inlinable
  public var isActive: Bool { scale > 0 }

  /// The length of one pixel, in points; one point without a grid.
  @inlinable
  public var hairline: Double { isActive ? 1 / scale : 1 }
}

/// Rounding.
extension PixelGrid {
  /// The multiple of a pixel that is nearest to a length in points: halves away from zero, never a negative zero.
  @inlinable @inline(__always)
  public func nearest(_ length: Double) -> Double {
    scale == 0 ? length : points(PixelGrid.rounded(length * scale))
  }

  /// The size with both extents rounded to the nearest pixel.
  @inlinable @inline(__always)
  public func nearest(_ size: Size) -> Size {
    Size(width: nearest(size.width), height: nearest(size.height))
  }

  /// The largest multiple of a pixel that is not above a length in points, give or take rounding noise.
  @inlinable @inline(__always)
  public func floor(_ length: Double) -> Double {
    guard scale != 0 else { return length }
    let pixels = length * scale + 1e-9
    let nearest = PixelGrid.rounded(pixels)
    return points(nearest > pixels ? nearest - 1 : nearest)
  }

  /// The smallest multiple of a pixel that is not below a length in points, give or take rounding noise.
  @inlinable
  public func ceiling(_ length: Double) -> Double {
    scale == 0 ? length : 0 - floor(-length)
  }

  /// Pixels of an active grid in points.
  @inlinable @inline(__always)
  func points(_ pixels: Double) -> Double { exactPixel == 0 ? pixels / scale : pixels * exactPixel }

  /// `rounded()` in a few instructions without a branch, and never a negative zero.
  @inlinable @inline(__always)
  static func rounded(_ pixels: Double) -> Double {
    let magnitude = abs(pixels)
    // Adding and subtracting 2^52 rounds to the nearest whole number, halves to the even one: those that it rounded
    // down go on by one.
    let even = magnitude + 0x1p52 - 0x1p52
    let nearest = even + (magnitude - even == 0.5 ? 1 : 0)
    return magnitude < 0x1p52 ? Double(signOf: pixels, magnitudeOf: nearest) + 0 : pixels
  }
}

/// Lengths counted in pixels: sums of whole pixels are exact, sums of thirds of a point are not.
extension PixelGrid {
  /// Pixels per point; without a grid a pixel is a point.
  @inlinable @inline(__always)
  package var pixelsPerPoint: Double { isActive ? scale : 1 }

  /// The whole pixels in a length that is not negative; without a grid, the length.
  ///
  /// Unlike `floor` it makes no allowance for rounding noise, because layouts that count in pixels make none.
  @inlinable @inline(__always)
  package func wholePixels(in length: Double) -> Double {
    let pixels = length * pixelsPerPoint
    return isActive && pixels < 0x1p52 ? Double(Int64(pixels)) : pixels
  }

  /// Whether multiples of a pixel add up without rounding as long as sums stay below a length: true where a power of
  /// two of pixels makes a point.
  @inlinable
  package func addsExactly(upTo length: Double) -> Bool {
    scale.significandWidth == 0 && length * scale < Double.largestExactInteger
  }
}
