import JSON
import LayoutEngine

extension LayoutPicture {
  /// Returns the picture without title, legend, rulers, names and marks, in UTF-8: the visible rect, or the whole content
  /// and all elements that reach out of it, on a transparent ground. Hidden and transparent elements are left out.
  ///
  /// - Complexity: O(n + r log r) for n elements, r of which have a z-index other than 0.
  func plainSVG() -> ByteBuffer {
    let rows = DrawingOrder.rows(of: elements, limit: LayoutPicture.elementLimit)
    let frame =
      visibleRect.map { PictureFrame($0) }
      ?? .around(elements, rows: rows, contentSize: contentSize, visibleRect: nil)
    var writer = MarkupWriter(capacity: 8_192 + rows.count * 112)
    writer.openPlainPicture(frame.rect, unit: frame.unit, css: Stylesheet.css)
    writer.raw("<g")
    writer.attribute("stroke-width", frame.unit)
    writer.raw(">\n")
    let painter = ElementPainter(
      elements: elements, styles: ElementStyle.styles(of: elements.kinds), kindNames: [], unit: frame.unit,
      visibleRect: visibleRect, id: { _ in nil }, namesElements: false, labelsElements: false)
    for row in rows { painter.draw(elements.records[Int(truncatingIfNeeded: row)], to: &writer) }
    writer.raw("</g>\n</svg>\n")
    return writer.finish()
  }
}

extension MarkupWriter {
  /// Opens an SVG document of nothing but its content.
  ///
  /// - Parameters:
  ///   - bounds: the bounds of the picture, in its user units.
  ///   - unit: user units for each pixel of the viewer's screen.
  mutating func openPlainPicture(_ bounds: Rect, unit: Double, css: String) {
    raw("<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"tessera\"")
    attribute("width", (bounds.width / unit).rounded(.up))
    attribute("height", (bounds.height / unit).rounded(.up))
    viewBox(bounds)
    raw(">\n<style>\n")
    raw(css)
    raw("</style>\n")
  }
}
