import LayoutEngine

extension Rect {
  /// Returns the common part of both rects; a rect without extent if they do not meet.
  func intersection(_ other: Rect) -> Rect {
    let left = max(x, other.x)
    let top = max(y, other.y)
    return Rect(
      x: left, y: top, width: max(0, min(maxX, other.maxX) - left),
      height: max(0, min(maxY, other.maxY) - top))
  }

  func outset(_ distance: Double) -> Rect {
    Rect(x: x - distance, y: y - distance, width: width + 2 * distance, height: height + 2 * distance)
  }

  var midX: Double { x + width / 2 }
  var midY: Double { y + height / 2 }
}
