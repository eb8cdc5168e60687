import LayoutEngine
import Text

extension CellPainter {
  /// Draws the lines of a view's text and their baselines.
  ///
  /// Each line states its measured width, so that a viewer with another font draws it as wide.
  ///
  /// - Returns: the rects that the lines cover.
  mutating func drawLines(of view: MeasuredCell.View, to writer: inout MarkupWriter) -> [Rect] {
    guard let text = view.text, let lines = view.lines else { return [] }
    let drawn = lines.prefix(linesLeft).filter { !$0.text.isEmpty && $0.width > 0 }
    linesLeft -= min(linesLeft, lines.count)
    guard !drawn.isEmpty else { return [] }
    // A line that is wider than its view is clipped at the sides of the view, as on a screen.
    let isClipped = drawn.contains { $0.width > view.frame.width + Self.tolerance }
    if isClipped {
      writer.raw("<svg")
      writer.rect(view.frame)
      writer.viewBox(view.frame)
      writer.raw(">")
    }
    if labelsCells {
      writer.raw("<path class=\"baseline\"")
      writer.attribute("stroke-width", 0.75 * unit)
      writer.raw(" d=\"")
      for line in drawn { writeBaseline(of: line, in: view.frame, to: &writer) }
      writer.raw("\"/>\n")
    }
    writer.raw("<g class=\"lines\" xml:space=\"preserve\"")
    writeFont(text, to: &writer)
    writer.raw(">\n")
    for line in drawn { write(line, in: view.frame, to: &writer) }
    writer.raw(isClipped ? "</g></svg>\n" : "</g>\n")
    return drawn.map { line in
      let x = isAtRight(line) ? view.frame.maxX - line.width : view.frame.x
      let ink = Rect(
        x: x, y: view.frame.y + line.baseline - text.size * 0.8, width: line.width, height: text.size * 1.02)
      return isClipped ? ink.intersection(view.frame) : ink
    }
  }

  /// The width by which a line may exceed its view without being clipped, in points.
  private static let tolerance = 0.5

  /// Returns whether a line begins at the right: in an interface from right to left, and if its text runs from
  /// right to left.
  private func isAtRight(_ line: TextLine) -> Bool { isRightToLeft || line.isRightToLeft }

  private func writeBaseline(of line: TextLine, in frame: Rect, to writer: inout MarkupWriter) {
    writer.raw("M")
    writer.number(isAtRight(line) ? frame.maxX - line.width : frame.x)
    writer.raw(" ")
    writer.number(frame.y + line.baseline)
    writer.raw("h")
    writer.number(line.width)
  }

  private func writeFont(_ text: TextAttributes, to writer: inout MarkupWriter) {
    writer.attribute("font-size", text.size)
    if text.weight != 400 { writer.attribute("font-weight", text.weight) }
    if text.isItalic { writer.raw(" font-style=\"italic\"") }
    if text.letterSpacing != 0 { writer.attribute("letter-spacing", text.letterSpacing) }
    let families = text.families.filter(\.isPlainName)
    guard !families.isEmpty else { return }
    let quoted = families.map { "'\($0)'" }.joined(separator: ",")
    writer.attribute("font-family", quoted + ",Inter,sans-serif")
  }

  private func write(_ line: TextLine, in frame: Rect, to writer: inout MarkupWriter) {
    writer.raw("<text")
    if line.isRightToLeft {
      writer.raw(" class=\"rtl\"")
    } else if isRightToLeft {
      writer.raw(" class=\"end\"")
    }
    writer.attribute("x", isAtRight(line) ? frame.maxX : frame.x)
    writer.attribute("y", frame.y + line.baseline)
    writer.attribute("textLength", line.width)
    writer.raw(" lengthAdjust=\"spacingAndGlyphs\">")
    writer.text(line.text)
    writer.raw("</text>\n")
  }
}

extension String {
  /// Whether the name has no character with a meaning in CSS or XML.
  fileprivate var isPlainName: Bool {
    utf8.count <= 100 && !isEmpty
      && unicodeScalars.allSatisfy {
        $0 == " " || $0 == "-" || $0.properties.isAlphabetic
          || ("0"..."9").contains($0)
      }
  }
}
