import LayoutEngine

extension ElementPainter {
  func drawLabel(
    of record: ElementList.Record, in frame: Rect, _ style: ElementStyle, to writer: inout MarkupWriter
  ) {
    let label = ElementLabel(
      names(of: record), size: { Numerals.size(frame.width, frame.height) }, width: frame.width / unit,
      height: frame.height / unit, reserved: record.isPinned ? PinMark.room : 0)
    guard let label else { return }
    switch label.placement {
    case .centered: drawCentered(label, in: frame, style, to: &writer)
    case .row: drawRow(label, in: frame, style, isPinned: record.isPinned, to: &writer)
    case .upward: drawUpward(label, in: frame, style, to: &writer)
    }
  }

  private func drawCentered(
    _ label: ElementLabel, in frame: Rect, _ style: ElementStyle, to writer: inout MarkupWriter
  ) {
    let lift = label.showsSize ? 6.0 : 0
    openText(style, "middle", label.fontSize, x: frame.midX, to: &writer)
    writer.attribute("y", baseline(label.fontSize, around: frame.midY - lift * unit))
    writer.raw(">")
    writer.text(label.name)
    writer.raw("</text>")
    guard label.showsSize else { return }
    openText(style, "middle size", ElementLabel.sizeFont, x: frame.midX, to: &writer)
    writer.attribute("y", baseline(ElementLabel.sizeFont, around: frame.midY + 7 * unit))
    closeSize(of: frame, to: &writer)
  }

  private func drawRow(
    _ label: ElementLabel, in frame: Rect, _ style: ElementStyle, isPinned: Bool,
    to writer: inout MarkupWriter
  ) {
    openText(style, "", label.fontSize, x: frame.x + ElementLabel.rowPadding * unit, to: &writer)
    writer.attribute("y", baseline(label.fontSize, around: frame.midY))
    writer.raw(">")
    writer.text(label.name)
    writer.raw("</text>")
    guard label.showsSize else { return }
    let inset = ElementLabel.rowPadding + (isPinned ? PinMark.room : 0)
    openText(style, "end size", ElementLabel.sizeFont, x: frame.maxX - inset * unit, to: &writer)
    writer.attribute("y", baseline(ElementLabel.sizeFont, around: frame.midY))
    closeSize(of: frame, to: &writer)
  }

  private func drawUpward(
    _ label: ElementLabel, in frame: Rect, _ style: ElementStyle, to writer: inout MarkupWriter
  ) {
    openText(style, "middle", label.fontSize, x: 0, to: &writer)
    writer.attribute("y", baseline(label.fontSize, around: 0))
    writer.raw(" transform=\"translate(")
    writer.number(frame.midX)
    writer.raw(" ")
    writer.number(frame.midY)
    writer.raw(") rotate(-90)\">")
    writer.text(label.name)
    writer.raw("</text>")
  }

  private func openText(
    _ style: ElementStyle, _ names: String, _ fontSize: Double, x: Double, to writer: inout MarkupWriter
  ) {
    writer.raw("<text class=\"")
    writer.raw(style.rawValue)
    if !names.isEmpty {
      writer.raw(" ")
      writer.raw(names)
    }
    writer.raw("\"")
    // The stage sets the size that most labels have.
    if fontSize != 11 { writer.attribute("font-size", fontSize * unit) }
    writer.attribute("x", x)
  }

  private func closeSize(of frame: Rect, to writer: inout MarkupWriter) {
    writer.raw(">")
    writer.raw(Numerals.size(frame.width, frame.height))
    writer.raw("</text>")
  }

  /// Returns the baseline of text whose capitals are centred; not every renderer supports `dominant-baseline`.
  private func baseline(_ fontSize: Double, around y: Double) -> Double { y + 0.36 * fontSize * unit }
}
