import LayoutEngine

extension ElementPainter {
  /// Draws an element in perspective: the outline of its rect as a path, and its label by the nearest transform in
  /// the plane.
  ///
  /// - Returns: whether all of the element is in front of the eye; otherwise nothing is drawn.
  func drawProjected(
    _ record: ElementList.Record, _ projection: Projection, to writer: inout MarkupWriter
  ) -> Bool {
    guard projection.bounds(of: record.frame) != nil else { return false }
    let style = styles[Int(record.kind)]
    writer.raw("<path class=\"")
    writer.raw(style.rawValue)
    writer.raw(record.isEstimated ? " estimated\"" : "\"")
    writeOutline(of: record.frame, projection, to: &writer)
    if record.isEstimated { writeDashes(4, 3, to: &writer) }
    closeShape(of: record, "path", to: &writer)
    guard labelsElements, style != .decoration, let affine = projection.nearestAffine(of: record.frame) else {
      return true
    }
    writer.raw("<g")
    let frame = writeTransform(affine, of: record.frame, to: &writer)
    writer.raw(">")
    drawLabel(of: record, in: frame, style, to: &writer)
    writer.raw("</g>")
    return true
  }

  func drawProjectedGhost(
    _ record: ElementList.Record, _ projection: Projection, to writer: inout MarkupWriter
  ) {
    guard projection.bounds(of: record.frame) != nil else { return }
    writer.raw("<path class=\"ghost\"")
    writeOutline(of: record.frame, projection, to: &writer)
    writeDashes(1, 3, to: &writer)
    closeShape(of: record, "path", to: &writer)
    writer.raw("\n")
  }

  /// Writes the outline of a projected rect, with the rounded corners of other elements.
  private func writeOutline(of frame: Rect, _ projection: Projection, to writer: inout MarkupWriter) {
    let (x, y) = (frame.width / 2, frame.height / 2)
    let radius = min(ElementPainter.radius * unit, min(frame.width, frame.height) / 5)
    writer.raw(" d=\"")
    // For each corner: the start of the rounding, the corner, the end of the rounding.
    for (cornerX, cornerY, isAfterTop) in [(x, -y, true), (x, y, false), (-x, y, true), (-x, -y, false)] {
      let inX = cornerX - (cornerX < 0 ? -radius : radius)
      let inY = cornerY - (cornerY < 0 ? -radius : radius)
      let begin = isAfterTop ? projection.seen(inX, cornerY) : projection.seen(cornerX, inY)
      let end = isAfterTop ? projection.seen(cornerX, inY) : projection.seen(inX, cornerY)
      guard let begin, let end, let corner = projection.seen(cornerX, cornerY) else { continue }
      writer.raw(cornerX == x && cornerY == -y ? "M" : "L")
      writePoint(begin, to: &writer)
      writer.raw("Q")
      writePoint(corner, to: &writer)
      writer.raw(" ")
      writePoint(end, to: &writer)
    }
    writer.raw("z\"")
  }

  private func writePoint(_ point: Point, to writer: inout MarkupWriter) {
    writer.number(point.x)
    writer.raw(" ")
    writer.number(point.y)
  }
}
