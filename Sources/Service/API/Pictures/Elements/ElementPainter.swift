import LayoutEngine

/// Draws elements in the style of their kinds, with marks for pinned, estimated and hidden ones.
struct ElementPainter {
  let elements: ElementList
  /// The style of each kind, in the order of the list's kinds.
  let styles: [ElementStyle]
  let kindNames: [String]
  /// The length of a pixel of the viewer's screen, in points.
  let unit: Double
  let visibleRect: Rect?
  let id: (IndexPath) -> String?
  /// Whether every element has its name and frame, which a viewer shows below the pointer.
  let namesElements: Bool
  /// Whether elements have labels and marks.
  var labelsElements = true

  /// The largest thickness of a hairline, in pixels.
  private static let hairline = 2.0
  static let radius = 4.0

  func draw(_ record: ElementList.Record, to writer: inout MarkupWriter) {
    if elements.isGhost(record) { return labelsElements ? drawGhost(record, to: &writer) : () }
    let appearance = elements.appearance(of: record)
    let style = AppearanceStyle(of: appearance)
    guard style.needsGroup else {
      drawShape(of: record, in: record.frame, to: &writer)
      writer.raw("\n")
      return
    }
    writer.raw("<g")
    style.writeGroup(to: &writer)
    let projection = Projection(of: record.frame, appearance)
    if let affine = projection.affine {
      let frame = writeTransform(affine, of: record.frame, to: &writer)
      writer.raw(">")
      drawShape(of: record, in: frame, to: &writer)
    } else {
      writer.raw(">")
      // An element that reaches behind the eye has no outline: its frame shows its position.
      if !drawProjected(record, projection, to: &writer), labelsElements {
        drawGhostBox(record, in: record.frame, to: &writer)
      }
    }
    writer.raw("</g>\n")
  }
}

extension ElementPainter {
  /// Writes the transform about the centre of `frame`, and returns the frame relative to that centre.
  ///
  /// The centre becomes the origin: otherwise the rounded factors of a rotation, multiplied by a coordinate of a
  /// million points, would move the element.
  func writeTransform(_ transform: AffineTransform, of frame: Rect, to writer: inout MarkupWriter)
    -> Rect
  {
    if transform == .identity { return frame }
    writer.raw(" transform=\"matrix(")
    for factor in [transform.a, transform.b, transform.c, transform.d] {
      writer.decimal(factor, places: 6)
      writer.raw(" ")
    }
    writer.number(frame.midX + transform.tx)
    writer.raw(" ")
    writer.number(frame.midY + transform.ty)
    writer.raw(")\"")
    return Rect(x: -frame.width / 2, y: -frame.height / 2, width: frame.width, height: frame.height)
  }

  private func drawShape(of record: ElementList.Record, in frame: Rect, to writer: inout MarkupWriter) {
    let style = styles[Int(record.kind)]
    let short = min(frame.width, frame.height)
    if style == .decoration, short <= ElementPainter.hairline * unit {
      return drawHairline(record, in: frame, to: &writer)
    }
    guard short > 0 else { return drawLine(record, in: frame, style, to: &writer) }
    guard labelsElements else { return drawBox(record, in: frame, style, to: &writer) }
    if record.isPinned { drawDrop(of: frame, to: &writer) }
    drawBox(record, in: frame, style, to: &writer)
    if let edge = style.barEdge { drawBar(at: edge, of: frame, style, to: &writer) }
    // Decorations lie behind or between other elements, which would cover a part of their labels.
    if style != .decoration { drawLabel(of: record, in: frame, style, to: &writer) }
    if record.isPinned { drawPin(in: frame, to: &writer) }
  }

  private func drawBox(
    _ record: ElementList.Record, in frame: Rect, _ style: ElementStyle, to writer: inout MarkupWriter
  ) {
    writer.raw("<rect class=\"")
    writer.raw(style.rawValue)
    writer.raw(record.isEstimated ? " estimated\"" : "\"")
    writer.rect(frame)
    writer.attribute("rx", min(ElementPainter.radius * unit, min(frame.width, frame.height) / 5))
    if record.isEstimated {
      writeDashes(4, 3, to: &writer)
    } else if style == .decoration {
      writeDashes(1, 2, to: &writer)
    }
    closeShape(of: record, "rect", to: &writer)
  }

  /// Draws a decoration as thin as a hairline: its exact rect, with an outline that makes it visible.
  private func drawHairline(_ record: ElementList.Record, in frame: Rect, to writer: inout MarkupWriter) {
    writer.raw("<rect class=\"hairline\"")
    writer.rect(frame)
    writer.attribute("stroke-width", 0.3 * unit)
    closeShape(of: record, "rect", to: &writer)
  }

  /// Draws an element without width or height as a path: SVG draws nothing of such a rect.
  private func drawLine(
    _ record: ElementList.Record, in frame: Rect, _ style: ElementStyle, to writer: inout MarkupWriter
  ) {
    writer.raw("<path class=\"")
    writer.raw(style.rawValue)
    writer.raw("\" stroke-linecap=\"round\"")
    writer.attribute("stroke-width", 2 * unit)
    writer.raw(" d=\"M")
    writer.number(frame.x)
    writer.raw(" ")
    writer.number(frame.y)
    writer.raw("h")
    writer.number(frame.width)
    writer.raw("v")
    writer.number(frame.height)
    writer.raw("\"")
    closeShape(of: record, "path", to: &writer)
  }

  private func drawGhost(_ record: ElementList.Record, to writer: inout MarkupWriter) {
    let projection = Projection(of: record.frame, elements.appearance(of: record))
    guard let affine = projection.affine else {
      return drawProjectedGhost(record, projection, to: &writer)
    }
    writer.raw("<g")
    let frame = writeTransform(affine, of: record.frame, to: &writer)
    writer.raw(">")
    drawGhostBox(record, in: frame, to: &writer)
    writer.raw("</g>\n")
  }

  private func drawGhostBox(
    _ record: ElementList.Record, in frame: Rect, to writer: inout MarkupWriter
  ) {
    writer.raw("<rect class=\"ghost\"")
    writer.rect(frame)
    writer.attribute("rx", min(ElementPainter.radius * unit, min(frame.width, frame.height) / 5))
    writeDashes(1, 3, to: &writer)
    closeShape(of: record, "rect", to: &writer)
  }

  func writeDashes(_ on: Double, _ off: Double, to writer: inout MarkupWriter) {
    writer.raw(" stroke-dasharray=\"")
    writer.number(on * unit)
    writer.raw(" ")
    writer.number(off * unit)
    writer.raw("\"")
  }
}

extension ElementPainter {
  private func drawDrop(of frame: Rect, to writer: inout MarkupWriter) {
    writer.raw("<rect class=\"drop\"")
    writer.rect(PinMark.drop(of: frame, in: visibleRect, unit: unit))
    writer.attribute("rx", ElementPainter.radius * unit)
    writer.raw("/>")
  }

  private func drawPin(in frame: Rect, to writer: inout MarkupWriter) {
    guard min(frame.width, frame.height) >= PinMark.room * unit else { return }
    let isWide = frame.width >= frame.height
    let place = Point(
      x: isWide ? frame.maxX - 16 * unit : frame.midX - 5 * unit,
      y: isWide ? frame.midY - 6 * unit : frame.y + 6 * unit)
    PinMark.writeGlyph(at: place, unit: unit, to: &writer)
  }

  /// Draws the bar at the first or the last edge of a strip, along its longer side.
  private func drawBar(
    at edge: ElementStyle.BarEdge, of frame: Rect, _ style: ElementStyle, to writer: inout MarkupWriter
  ) {
    let depth = min(3 * unit, min(frame.width, frame.height) / 4)
    var bar = frame
    if frame.width >= frame.height {
      bar.height = depth
      if edge == .trailing { bar.y = frame.maxY - depth }
    } else {
      bar.width = depth
      if edge == .trailing { bar.x = frame.maxX - depth }
    }
    writer.raw("<rect class=\"bar ")
    writer.raw(style.rawValue)
    writer.raw("\"")
    writer.rect(bar)
    writer.attribute("rx", depth / 2)
    writer.raw("/>")
  }
}
