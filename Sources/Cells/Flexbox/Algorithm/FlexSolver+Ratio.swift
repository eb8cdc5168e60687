internal import Geometry

/// A preferred aspect ratio, and the box that it applies to.
struct AspectRatio {
  /// The width divided by the height.
  var value: Double
  /// The padding that the ratio does not include; zero if it applies to the border box.
  var outside: Insets
  /// The padding.
  var padding: Insets

  /// The width of a box of a height.
  func width(height: Double) -> Double {
    max(padding.horizontal, (height - outside.vertical) * value + outside.horizontal)
  }

  /// The height of a box of a width.
  func height(width: Double) -> Double {
    max(padding.vertical, (width - outside.horizontal) / value + outside.vertical)
  }

  /// The limits of the width that follow from those of the height.
  func widths(_ heights: Limits) -> Limits {
    let least = heights.least > 0 ? width(height: heights.least) : 0
    let most = heights.most < .infinity ? width(height: heights.most) : .infinity
    return Limits(least: least, most: max(least, most))
  }

  /// The limits of the height that follow from those of the width.
  func heights(_ widths: Limits) -> Limits {
    let least = widths.least > 0 ? height(width: widths.least) : 0
    let most = widths.most < .infinity ? height(width: widths.most) : .infinity
    return Limits(least: least, most: max(least, most))
  }
}

/// Aspect ratios.
extension FlexSolver {
  /// A ratio of the box that `boxSizing` names.
  func aspectRatio(_ node: Int, _ ratio: Double, percentWidth: Double?) -> AspectRatio {
    let padding = padding(node, percentWidth: percentWidth)
    let outside = nodes[node].style.boxSizing == .borderBox ? Insets.zero : padding
    return AspectRatio(value: ratio, outside: outside, padding: padding)
  }

  /// The limits of the width that follow from the style's limits of the height.
  func transferredWidthLimits(_ node: Int, _ room: Room, _ ratio: Double) -> Limits {
    aspectRatio(node, ratio, percentWidth: room.percentWidth).widths(heightLimits(node, room))
  }
}
