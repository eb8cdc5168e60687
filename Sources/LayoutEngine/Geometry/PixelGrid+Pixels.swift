/// Lengths counted in pixels: sums of whole pixels are exact, those of thirds of a point are not.
extension PixelGrid {
  /// Without a grid a pixel is a point.
  @inline(__always)
  var pixelsPerPoint: Double { isActive ? scale : 1 }

  /// The pixels that fit whole into a length that is not negative; without a grid, the length.
  ///
  /// Unlike `floor` it makes no allowance for rounding noise: that is what layouts do that floor by themselves.
  @inline(__always)
  func wholePixels(in length: Double) -> Double {
    let pixels = length * pixelsPerPoint
    return isActive && pixels < 0x1p52 ? Double(Int64(pixels)) : pixels
  }
}
