import LayoutEngine

/// The mark of a pinned element: a pin in its corner, and a shadow on the side where content scrolls below it.
enum PinMark {
  /// The width of the pin at the right of a label, in pixels.
  static let room = 16.0
  private static let shadow = 4.0

  /// The shadow's rect, at the side of the element that faces the inside of the visible rect.
  static func drop(of frame: Rect, in visible: Rect?, unit: Double) -> Rect {
    let visible = visible ?? frame
    let depth = shadow * unit
    if frame.width >= frame.height {
      let isAtEnd = abs(frame.maxY - visible.maxY) < abs(frame.y - visible.y)
      return Rect(
        x: frame.x, y: isAtEnd ? frame.y - depth : frame.y, width: frame.width, height: frame.height + depth)
    }
    let isAtEnd = abs(frame.maxX - visible.maxX) < abs(frame.x - visible.x)
    return Rect(
      x: isAtEnd ? frame.x - depth : frame.x, y: frame.y, width: frame.width + depth, height: frame.height)
  }

  /// Draws a pin, 10 pixels wide and 12 high.
  static func writeGlyph(at place: Point, unit: Double, to writer: inout MarkupWriter) {
    writer.raw("<path class=\"pin\" transform=\"translate(")
    writer.number(place.x)
    writer.raw(" ")
    writer.number(place.y)
    writer.raw(")")
    if unit != 1 {
      writer.raw(" scale(")
      writer.decimal(unit, places: 6)
      writer.raw(")")
    }
    writer.raw("\" ")
    writer.raw("d=\"M2.5 0h5v1.4L6.7 2l.3 3.2 1.8 1.5v1.4H5.6L5 12l-.6-3.9H1.2V6.7L3 5.2 3.3 2l-.8-.6z\"/>")
  }
}
