/// Rounds lengths to device pixels, or leaves them alone where the container names no scale.
///
/// Sizes snap first, positions accumulate from snapped sizes, and origins snap last, once, in content
/// coordinates. That is what was measured of UIKit: seven items of 144.29 in 1024 points at scale 1 with
/// 2 points between them are 144 wide and the fourth begins at 440, not at 439.
public struct PixelGrid: Hashable, Sendable {
  /// Pixels per point; 0 stands for no grid.
  let scale: Double

  public init(scale: Double?) {
    self.scale = scale ?? 0
  }

  public var isActive: Bool { scale > 0 }

  /// The length of one pixel, or one point without a grid.
  public var hairline: Double { isActive ? 1 / scale : 1 }

  /// The nearest multiple of a pixel, halves away from zero; never a negative zero.
  @inline(__always)
  public func nearest(_ length: Double) -> Double {
    scale == 0 ? length : PixelGrid.rounded(length * scale) / scale
  }

  /// The largest multiple of a pixel that is not above the length, give or take rounding noise.
  @inline(__always)
  public func floor(_ length: Double) -> Double {
    guard scale != 0 else { return length }
    let pixels = length * scale + 1e-9
    let nearest = PixelGrid.rounded(pixels)
    return (nearest > pixels ? nearest - 1 : nearest) / scale
  }

  /// The smallest multiple of a pixel that is not below the length, give or take rounding noise.
  public func ceiling(_ length: Double) -> Double {
    scale == 0 ? length : 0 - floor(-length)
  }

  /// `rounded()` through an integer, without the call into the mathematics library that it would be.
  @inline(__always)
  private static func rounded(_ pixels: Double) -> Double {
    guard abs(pixels) < 0x1p52 else { return pixels }
    // Not quite a half: a half itself still comes out as the next whole number, what is below it does not.
    return Double(Int64(pixels + Double(signOf: pixels, magnitudeOf: 0.5.nextDown)))
  }

  /// Whether multiples of a pixel add up without rounding as long as sums stay below a length: where a power of two of
  /// pixels makes a point.
  func addsExactly(upTo length: Double) -> Bool {
    scale.significandWidth == 0 && length * scale < 0x1p53
  }

  @inline(__always)
  public func nearest(_ size: Size) -> Size {
    Size(width: nearest(size.width), height: nearest(size.height))
  }
}
