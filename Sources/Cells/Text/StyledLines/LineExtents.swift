/// The extents of a line above and below its baseline, in points.
struct LineExtents {
  var above: Double
  var below: Double

  // Rounding may leave less than 0 of a line that has no height.
  var height: Double { max(0, above + below) }
}

extension LineExtents {
  /// Makes the extents of a line of a font in a line height, or in the font's own with its line gap: the letters stand in the
  /// middle of it, like half-leading in CSS.
  ///
  /// - Parameter isRounded: whether the heights are those of a browser, which rounds the space above to whole points.
  init(ascent: Double, descent: Double, lineGap: Double, lineHeight: Double?, isRounded: Bool) {
    let leading = lineHeight.map { $0 - ascent - descent } ?? lineGap
    let half = isRounded ? (leading / 2).rounded(.down) : leading / 2
    above = ascent + half
    below = descent + leading - half
  }

  /// Grows to contain other extents around the same baseline.
  mutating func formUnion(_ other: Self) {
    above = max(above, other.above)
    below = max(below, other.below)
  }
}
