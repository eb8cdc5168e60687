import LayoutEngine

extension MarkupWriter {
  /// Writes the four attributes of a rect.
  mutating func rect(_ rect: Rect) {
    attribute("x", rect.x)
    attribute("y", rect.y)
    attribute("width", rect.width)
    attribute("height", rect.height)
  }

  /// Writes the attribute that opens a view box onto a rect.
  mutating func viewBox(_ rect: Rect) {
    raw(" viewBox=\"")
    number(rect.x)
    raw(" ")
    number(rect.y)
    raw(" ")
    number(rect.width)
    raw(" ")
    number(rect.height)
    raw("\"")
  }
}
