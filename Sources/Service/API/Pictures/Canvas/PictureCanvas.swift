import LayoutEngine

/// The parts of a picture: the heading above, the rulers at the top and the left, and the stage with the content.
struct PictureCanvas {
  let frame: PictureFrame
  let heading: PictureHeading
  let rulers: Rulers
  /// The frame of the content with a small margin, so that outlines at its edge are whole.
  let stage: Rect
  /// The bounds of the whole picture.
  let bounds: Rect

  /// The margins around the canvas and around the frame, in pixels.
  static let margin = 20.0
  static let air = 6.0
  /// The least width of a canvas, in pixels: narrow content still needs a title.
  static let leastWidth = 400.0

  init(frame: PictureFrame, title: String, facts: [String], legend: [LegendEntry]) {
    let unit = frame.unit
    stage = frame.rect.outset(PictureCanvas.air * unit)
    rulers = Rulers(frame: frame, stage: stage)
    let width = max(PictureCanvas.leastWidth, rulers.gutter + stage.width / unit)
    heading = PictureHeading(title: title, facts: facts, legend: legend, width: width)
    let left = PictureCanvas.margin + rulers.gutter
    let top = PictureCanvas.margin + heading.height + Rulers.height
    bounds = Rect(
      x: stage.x - left * unit, y: stage.y - top * unit,
      width: (width + 2 * PictureCanvas.margin) * unit,
      height: (top + PictureCanvas.margin) * unit + stage.height)
    self.frame = frame
  }
}

extension PictureCanvas {
  /// Opens the document, with its size on the screen, its name for screen readers and its colours.
  func open(to writer: inout MarkupWriter) {
    writer.openPicture(bounds, unit: frame.unit, heading, css: Stylesheet.css)
  }

  func writeHeading(to writer: inout MarkupWriter) {
    let origin = Point(
      x: bounds.x + PictureCanvas.margin * frame.unit, y: bounds.y + PictureCanvas.margin * frame.unit)
    heading.write(at: origin, unit: frame.unit, to: &writer)
  }

  /// Opens the part of the document that shows the content. A nested document clips without an id, which another
  /// picture in the same page could have as well.
  func openStage(to writer: inout MarkupWriter) {
    writer.raw("<svg")
    writer.rect(stage)
    writer.viewBox(stage)
    writer.attribute("font-size", 11 * frame.unit)
    writer.attribute("stroke-width", frame.unit)
    writer.raw(">\n")
  }

  func closeStage(to writer: inout MarkupWriter) {
    writer.raw("</svg>\n")
  }

  func writeRulers(to writer: inout MarkupWriter) {
    rulers.write(to: &writer)
  }

  func close(to writer: inout MarkupWriter) {
    writer.raw("</svg>\n")
  }
}
