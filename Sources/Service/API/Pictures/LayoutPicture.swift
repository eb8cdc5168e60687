import JSON
import LayoutEngine

/// A picture of a solved layout for people, as an SVG document.
///
/// The user units of the document are points of the content, so that the source shows the rects of elements. Only
/// the first `elementLimit` elements are drawn, and the picture says so: viewers fail on a million rects. Pictures
/// of up to `namedLimit` elements have their names (`<title>`, which a viewer shows below the pointer).
///
/// Hidden and fully transparent elements are drawn as faint dotted ghosts, so that a reader can find them.
struct LayoutPicture {
  static let elementLimit = 20_000
  static let namedLimit = 2_000

  let elements: ElementList
  let contentSize: Size
  let visibleRect: Rect?
  let title: String
  let id: (IndexPath) -> String?

  /// - Parameters:
  ///   - elements: the elements to draw; with a visible rect, those that meet it.
  ///   - visibleRect: in content coordinates; nil shows the whole content.
  ///   - title: a title such as "flow · 3 sections · 1,234 items".
  ///   - id: returns the id of an item; called only for items that are drawn.
  init(
    elements: ElementList, contentSize: Size, visibleRect: Rect?, title: String,
    id: @escaping (IndexPath) -> String?
  ) {
    self.elements = elements
    self.contentSize = contentSize
    self.visibleRect = visibleRect
    self.title = title
    self.id = id
  }

  /// Returns the document, in UTF-8.
  ///
  /// - Complexity: O(n + r log r) for n elements, r of which have a z-index other than 0.
  func svg() -> ByteBuffer {
    let rows = DrawingOrder.rows(of: elements, limit: LayoutPicture.elementLimit)
    let frame = PictureFrame.around(
      elements, rows: rows, contentSize: contentSize, visibleRect: visibleRect)
    let census = ElementCensus(elements)
    let styles = ElementStyle.styles(of: elements.kinds)
    let facts = facts(drawn: rows.count)
    let canvas = PictureCanvas(
      frame: frame, title: title, facts: facts,
      legend: LegendEntry.entries(
        of: elements, census: census, styles: styles, hasViewport: visibleRect != nil))
    let namesElements = rows.count <= LayoutPicture.namedLimit

    var writer = MarkupWriter(capacity: 8_192 + rows.count * (namesElements ? 256 : 144))
    canvas.open(to: &writer)
    canvas.writeHeading(to: &writer)
    canvas.openStage(to: &writer)
    writePaper(to: &writer)
    let painter = ElementPainter(
      elements: elements, styles: styles, kindNames: ElementStyle.names(of: elements.kinds),
      unit: frame.unit, visibleRect: visibleRect, id: id, namesElements: namesElements)
    if elements.count == 0 { writeEmptiness(in: frame, to: &writer) }
    for row in rows { painter.draw(elements.records[Int(row)], to: &writer) }
    if let visibleRect { ViewportOutline(rect: visibleRect, frame: frame).write(to: &writer) }
    canvas.closeStage(to: &writer)
    canvas.writeRulers(to: &writer)
    canvas.close(to: &writer)
    return writer.finish()
  }
}

extension LayoutPicture {
  /// The facts below the title.
  private func facts(drawn: Int) -> [String] {
    var facts = ["content \(Numerals.size(contentSize.width, contentSize.height)) pt"]
    if let visibleRect {
      facts.append("visible \(Numerals.size(visibleRect.width, visibleRect.height))")
      if visibleRect.x > 0 || visibleRect.maxX < contentSize.width {
        facts.append(span("x", visibleRect.x, visibleRect.maxX, of: contentSize.width))
      }
      if visibleRect.y > 0 || visibleRect.maxY < contentSize.height {
        facts.append(span("y", visibleRect.y, visibleRect.maxY, of: contentSize.height))
      }
    }
    if drawn < elements.count {
      facts.append(
        "the first \(Numerals.count(drawn)) of \(Numerals.count(elements.count)) elements drawn")
    }
    return facts
  }

  private func span(_ axis: String, _ start: Double, _ end: Double, of length: Double) -> String {
    "\(axis) \(Numerals.length(start)) … \(Numerals.length(end)) of \(Numerals.length(length))"
  }

  /// Draws the bounds of the content below everything, as a path, which shows content without extent too.
  private func writePaper(to writer: inout MarkupWriter) {
    writer.raw("<path class=\"paper\" stroke-linecap=\"round\" d=\"M0 0h")
    writer.number(contentSize.width)
    writer.raw("v")
    writer.number(contentSize.height)
    writer.raw("H0z\"/>\n")
  }

  private func writeEmptiness(in frame: PictureFrame, to writer: inout MarkupWriter) {
    let words = PictureHeading.emptiness
    guard TextWidth.ems(of: words) * 11 * frame.unit <= frame.rect.width else { return }
    writer.raw("<text class=\"fact middle\"")
    writer.attribute("x", frame.rect.midX)
    writer.attribute("y", frame.rect.midY + 4 * frame.unit)
    writer.raw(">")
    writer.raw(words)
    writer.raw("</text>\n")
  }
}
