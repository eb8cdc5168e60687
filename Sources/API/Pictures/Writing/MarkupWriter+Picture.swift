import LayoutEngine

extension MarkupWriter {
  /// Opens a picture that stands alone: its size on the screen, its name for those who do not see it, its colours.
  ///
  /// - Parameters:
  ///   - bounds: all of the picture, in its user units.
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
