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
    let frame = view.contentFrame
    let drawn = lines.prefix(linesLeft).filter { !$0.text.isEmpty && $0.width > 0 }
    linesLeft -= min(linesLeft, lines.count)
    guard !drawn.isEmpty else { return [] }
    // A line that is wider than its view is clipped at the sides of the view, as on a screen.
    let isClipped = drawn.contains { $0.width > frame.width + Self.tolerance }
    if isClipped {
      writer.raw("<svg")
      writer.rect(frame)
      writer.viewBox(frame)
      writer.raw(">")
    }
    if labelsCells {
      writer.raw("<path class=\"baseline\"")
      writer.attribute("stroke-width", 0.75 * unit)
      writer.raw(" d=\"")
      for line in drawn { writeBaseline(of: line, in: frame, to: &writer) }
      writer.raw("\"/>\n")
    }
    writer.raw("<g class=\"lines\" xml:space=\"preserve\"")
    writeFont(text, to: &writer)
    writer.raw(">\n")
    for line in drawn {
      if line.pieces.isEmpty {
        write(line, in: frame, to: &writer)
      } else {
        for piece in line.pieces { write(piece, of: line, view, to: &writer) }
      }
    }
    writer.raw(isClipped ? "</g></svg>\n" : "</g>\n")
    return drawn.map { line in
      let ink = Rect(
        x: x(of: line, in: frame), y: frame.y + line.baseline - text.size * 0.8, width: line.width,
        height: text.size * 1.02)
      return isClipped ? ink.intersection(frame) : ink
    }
  }

  /// The width by which a line may exceed its view without being clipped, in points.
  private static let tolerance = 0.5

  /// Returns the left edge of a line in the frame of its text.
  private func x(of line: TextLine, in frame: Rect) -> Double {
    if !line.pieces.isEmpty { return frame.x + line.x }
    return isAtRight(line) ? frame.maxX - line.width : frame.x
  }

  /// Returns whether a line begins at the right: in an interface from right to left, and if its text runs from
  /// right to left.
  private func isAtRight(_ line: TextLine) -> Bool { isRightToLeft || line.isRightToLeft }

  private func writeBaseline(of line: TextLine, in frame: Rect, to writer: inout MarkupWriter) {
    writer.raw("M")
    writer.number(x(of: line, in: frame))
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
    writeFamilies(text.families, to: &writer)
  }

  /// Draws a part of a line: a text in the font of its run, or the box of an attachment.
  private func write(
    _ piece: TextLine.Piece, of line: TextLine, _ view: MeasuredCell.View, to writer: inout MarkupWriter
  ) {
    let frame = view.contentFrame
    let baseline = frame.y + line.baseline
    let run = piece.run.flatMap { $0 < view.runs.count ? view.runs[$0] : nil }
    if case .attachment(let attachment) = run {
      let box = Rect(
        x: frame.x + piece.x, y: baseline - attachment.baselineOffset - attachment.height,
        width: attachment.width, height: attachment.height)
      guard min(box.width, box.height) > 0 else { return }
      writer.raw("<rect class=\"image-view\"")
      writer.rect(box)
      writer.attribute("rx", min(Self.attachmentRadius * unit, min(box.width, box.height) / 5))
      writer.raw("/>\n")
      return
    }
    guard piece.width > 0, !piece.text.isEmpty else { return }
    writer.raw("<text")
    if case .text(let attributes) = run { writeFont(attributes, over: view.text, to: &writer) }
    if piece.isRightToLeft { writer.raw(" class=\"rtl\"") }
    writer.attribute("x", frame.x + piece.x + (piece.isRightToLeft ? piece.width : 0))
    writer.attribute("y", baseline)
    writer.attribute("textLength", piece.width)
    writer.raw(" lengthAdjust=\"spacingAndGlyphs\">")
    writer.text(piece.text)
    writer.raw("</text>\n")
  }

  private static let attachmentRadius = 2.5

  /// Writes the font of a run where it differs from that of its text.
  private func writeFont(
    _ run: TextAttributes, over text: TextAttributes?, to writer: inout MarkupWriter
  ) {
    if run.size != text?.size { writer.attribute("font-size", run.size) }
    if run.weight != text?.weight { writer.attribute("font-weight", run.weight) }
    if run.isItalic != text?.isItalic {
      writer.raw(run.isItalic ? " font-style=\"italic\"" : " font-style=\"normal\"")
    }
    if run.letterSpacing != text?.letterSpacing { writer.attribute("letter-spacing", run.letterSpacing) }
    if run.families != text?.families { writeFamilies(run.families, to: &writer) }
  }

  private func writeFamilies(_ families: [String], to writer: inout MarkupWriter) {
    let families = families.filter(\.isPlainName)
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
