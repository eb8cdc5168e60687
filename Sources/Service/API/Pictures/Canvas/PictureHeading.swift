import LayoutEngine

/// Title, facts and legend. They are above the content, where a reader of a long picture finds them.
///
/// Lengths are pixels of the viewer's screen, from the top left of the heading.
struct PictureHeading {
  let fullTitle: String
  let title: FittedText?
  let titleFont: Double
  let facts: [String]
  /// The facts, broken into lines.
  let factLines: [String]
  let legend: [LegendEntry]
  let legendPlaces: [Point]
  let height: Double
  /// The text in place of counts if there are none.
  let emptiness: String

  /// The default text in place of counts.
  static let emptiness = "no elements"

  private static let titleFonts = [16.0, 14.5, 13]
  private static let factFont = 11.0
  private static let nameFont = 11.5
  private static let titleHeight = 24.0
  private static let factHeight = 17.0
  private static let legendHeight = 22.0
  private static let swatchWidth = 20.0
  /// Looks wider than it is, because the estimated width of the entry before it is generous.
  private static let gap = 10.0

  init(
    title: String, facts: [String], legend: [LegendEntry], width: Double,
    emptiness: String = PictureHeading.emptiness
  ) {
    fullTitle = title
    self.emptiness = emptiness
    // Bold letters are wider than the estimate.
    let room = width / 1.08
    let words = TextWidth.ems(of: title.prefix(200))
    titleFont = PictureHeading.titleFonts.first { words * $0 <= room } ?? 13
    self.title = FittedText(title, room: room / titleFont)
    self.facts = facts
    self.legend = legend
    factLines = PictureHeading.lines(of: facts, room: width / PictureHeading.factFont)
    let legendLines = PictureHeading.places(
      of: legend.map(PictureHeading.width),
      top: PictureHeading.titleHeight + Double(factLines.count) * PictureHeading.factHeight + 6,
      lineHeight: PictureHeading.legendHeight, width: width)
    legendPlaces = legendLines.places
    height = legendLines.end + 8
  }

  /// A description of the picture in one sentence, for screen readers.
  var summary: String {
    let counts = legend.filter { $0.count != nil }.map(PictureHeading.words)
    return (facts + (counts.isEmpty ? [emptiness] : counts)).joined(separator: ", ")
  }

  /// Joins facts to lines of at most `room` ems.
  private static func lines(of facts: [String], room: Double) -> [String] {
    var lines: [String] = []
    for fact in facts {
      let longer = lines.last.map { "\($0) · \(fact)" }
      if let longer, TextWidth.ems(of: longer) <= room {
        lines[lines.count - 1] = longer
      } else {
        lines.append(fact)
      }
    }
    return lines
  }

  /// Places boxes of these widths in lines, as a paragraph does with words.
  private static func places(
    of widths: [Double], top: Double, lineHeight: Double, width: Double
  ) -> (places: [Point], end: Double) {
    var next = Point(x: 0, y: top)
    var places: [Point] = []
    for box in widths {
      if next.x > 0, next.x + box > width { next = Point(x: 0, y: next.y + lineHeight) }
      places.append(next)
      next.x += box + gap
    }
    return (places, widths.isEmpty ? top : next.y + lineHeight)
  }

  private static func width(of entry: LegendEntry) -> Double {
    swatchWidth + TextWidth.ems(of: words(of: entry)) * nameFont
  }

  private static func words(of entry: LegendEntry) -> String {
    entry.count.map { "\(entry.name) \(Numerals.count($0))" } ?? entry.name
  }
}

extension PictureHeading {
  func write(at origin: Point, unit: Double, to writer: inout MarkupWriter) {
    writer.raw("<g transform=\"translate(")
    writer.number(origin.x)
    writer.raw(" ")
    writer.number(origin.y)
    writer.raw(")")
    if unit != 1 {
      writer.raw(" scale(")
      writer.decimal(unit, places: 6)
      writer.raw(")")
    }
    writer.raw("\">\n")
    writeTitle(to: &writer)
    writeFacts(to: &writer)
    writeLegend(to: &writer)
    writer.raw("</g>\n")
  }

  private func writeTitle(to writer: inout MarkupWriter) {
    guard let title else { return }
    writer.raw("<text class=\"title\" y=\"14\"")
    writer.attribute("font-size", titleFont)
    writer.raw(">")
    writer.text(title)
    writer.raw("</text>\n")
  }

  private func writeFacts(to writer: inout MarkupWriter) {
    for (number, line) in factLines.enumerated() {
      writer.raw("<text class=\"fact\"")
      writer.attribute("y", PictureHeading.titleHeight + Double(number) * PictureHeading.factHeight + 12)
      writer.attribute("font-size", PictureHeading.factFont)
      writer.raw(">")
      writer.text(line)
      writer.raw("</text>\n")
    }
  }

  private func writeLegend(to writer: inout MarkupWriter) {
    for (entry, place) in zip(legend, legendPlaces) {
      entry.swatch.write(at: place, to: &writer)
      writer.raw("<text class=\"name\"")
      writer.attribute("x", place.x + PictureHeading.swatchWidth)
      writer.attribute("y", place.y + 14)
      writer.attribute("font-size", PictureHeading.nameFont)
      writer.raw(">")
      writer.text(entry.name)
      if let count = entry.count {
        writer.raw(" <tspan class=\"fact\">")
        writer.raw(Numerals.count(count))
        writer.raw("</tspan>")
      }
      writer.raw("</text>\n")
    }
  }
}

extension MarkupWriter {
  /// Opens a picture, with its size on the screen, its name for screen readers and its colours.
  ///
  /// - Parameters:
  ///   - bounds: the bounds of the whole picture, in its user units.
  ///   - unit: user units for each pixel of the viewer's screen.
  mutating func openPicture(_ bounds: Rect, unit: Double, _ heading: PictureHeading, css: String) {
    raw("<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"tessera\" role=\"img\"")
    attribute("width", (bounds.width / unit).rounded(.up))
    attribute("height", (bounds.height / unit).rounded(.up))
    viewBox(bounds)
    raw(">\n<title>")
    text(heading.fullTitle)
    raw("</title>\n<desc>")
    text(heading.summary)
    raw("</desc>\n<style>\n")
    raw(css)
    raw("</style>\n<rect class=\"page\"")
    rect(bounds)
    raw("/>\n")
  }
}
