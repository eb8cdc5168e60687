import LayoutEngine

/// Draws cells: the outline, the views in the style of their kinds, and the texts and names above them.
struct CellPainter {
  /// Points for each pixel of the viewer's screen.
  let unit: Double
  /// Whether the interface runs from right to left, so that texts begin at the right.
  let isRightToLeft: Bool
  /// The number of lines that may still be drawn.
  var linesLeft: Int
  /// Whether cells have captions, baselines and the names of their views.
  var labelsCells = true

  private static let cardRadius = 7.0
  private static let viewRadius = 2.5

  mutating func draw(_ cell: MeasuredCell, in slot: CellSheet.Slot, to writer: inout MarkupWriter) {
    slot.caption?.write(x: slot.origin.x, y: slot.origin.y, unit: unit, to: &writer)
    writer.raw("<g transform=\"translate(")
    writer.number(slot.cell.x)
    writer.raw(" ")
    writer.number(slot.cell.y)
    writer.raw(")\">\n")
    let bounds = Rect(x: 0, y: 0, width: cell.size.width, height: cell.size.height)
    drawOutline(bounds, to: &writer)
    for view in cell.views { drawShape(of: view, to: &writer) }
    // The border of the cell is in front of its views, as in a page.
    drawBorder(cell.border, of: bounds, to: &writer)
    // Lines are written above all shapes, so that a view that covers a text in the cell leaves it readable here.
    var drawn: [Rect] = []
    for view in cell.views { drawn += drawLines(of: view, to: &writer) }
    if labelsCells { drawLabels(of: cell, clearOf: drawn, to: &writer) }
    writer.raw("</g>\n")
  }

  private func drawOutline(_ rect: Rect, to writer: inout MarkupWriter) {
    drawBox(rect, "paper", radius: Self.cardRadius, to: &writer)
    writer.raw("/>\n")
  }

  private func drawShape(of view: MeasuredCell.View, to writer: inout MarkupWriter) {
    guard let style = CellViewStyle(view) else { return }
    let tag = drawBox(view.frame, style.rawValue, radius: Self.viewRadius, to: &writer)
    if labelsCells {
      writer.raw("><title>")
      writeName(of: view, to: &writer)
      writer.raw("</title></\(tag)>")
    } else {
      writer.raw("/>")
    }
    if style == .image { writer.cross(view.frame) }
    writer.raw("\n")
    drawBorder(view.border, of: view.frame, to: &writer)
  }

  /// Draws a border: the space between the edges of a frame and those of the padding within.
  private func drawBorder(_ widths: Insets, of frame: Rect, to writer: inout MarkupWriter) {
    guard widths != .zero else { return }
    // Few pictures have borders: their grey, which is between light and dark, is no rule of the style sheet.
    writer.raw("<path class=\"border\" fill=\"#808a95\" fill-opacity=\".5\" stroke=\"none\"")
    writer.raw(" fill-rule=\"evenodd\" d=\"")
    let inside = Rect(
      x: frame.x + widths.left, y: frame.y + widths.top,
      width: max(0, frame.width - widths.left - widths.right),
      height: max(0, frame.height - widths.top - widths.bottom))
    for rect in [frame, inside] {
      writer.raw("M")
      writer.number(rect.x)
      writer.raw(" ")
      writer.number(rect.y)
      writer.raw("h")
      writer.number(rect.width)
      writer.raw("v")
      writer.number(rect.height)
      writer.raw("H")
      writer.number(rect.x)
      writer.raw("z")
    }
    writer.raw("\"/>\n")
  }

  /// Opens a rect, or a path if the rect has no width or no height: SVG draws nothing of such a rect.
  ///
  /// - Returns: the name of the opened element.
  @discardableResult
  private func drawBox(
    _ rect: Rect, _ name: String, radius: Double, to writer: inout MarkupWriter
  ) -> String {
    let short = min(rect.width, rect.height)
    guard short > 0 else {
      writer.raw("<path")
      writer.attribute("class", name)
      writer.raw(" stroke-linecap=\"round\" d=\"M")
      writer.number(rect.x)
      writer.raw(" ")
      writer.number(rect.y)
      writer.raw("h")
      writer.number(rect.width)
      writer.raw("v")
      writer.number(rect.height)
      writer.raw("\"")
      return "path"
    }
    writer.raw("<rect")
    writer.attribute("class", name)
    writer.rect(rect)
    writer.attribute("rx", min(radius * unit, short / 5))
    return "rect"
  }

  /// Writes the name and the frame, which a viewer shows below the pointer.
  private func writeName(of view: MeasuredCell.View, to writer: inout MarkupWriter) {
    if let name = FittedText(view.name, room: 60) {
      writer.raw("\u{2068}")
      writer.text(name)
      writer.raw("\u{2069} · ")
    }
    writer.raw(Numerals.size(view.frame.width, view.frame.height))
    writer.raw(" at ")
    writer.raw(Numerals.length(view.frame.x))
    writer.raw(", ")
    writer.raw(Numerals.length(view.frame.y))
  }
}

extension MarkupWriter {
  /// Draws the diagonals of an image.
  mutating func cross(_ rect: Rect) {
    guard min(rect.width, rect.height) > 0 else { return }
    raw("<path class=\"cross\" d=\"M")
    for (x, y, next) in [
      (rect.x, rect.y, "L"), (rect.maxX, rect.maxY, "M"), (rect.maxX, rect.y, "L"),
      (rect.x, rect.maxY, "\"/>"),
    ] {
      number(x)
      raw(" ")
      number(y)
      raw(next)
    }
  }
}
