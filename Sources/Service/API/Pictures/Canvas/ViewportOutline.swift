import LayoutEngine

/// The visible rect, drawn as a device's screen; the content around it fades.
struct ViewportOutline {
  let rect: Rect
  let frame: PictureFrame

  private var radius: Double { min(8 * frame.unit, min(rect.width, rect.height) / 4) }

  func write(to writer: inout MarkupWriter) {
    // One path with a hole: four rects around the hole would show their seams.
    let veil = frame.rect.outset(PictureCanvas.air * frame.unit)
    writer.raw("<path class=\"beyond\" fill-rule=\"evenodd\" d=\"")
    writeOutline(of: veil, radius: 0, to: &writer)
    writeOutline(of: rect, radius: radius, to: &writer)
    writer.raw("\"/>\n<path class=\"visible\"")
    writer.attribute("stroke-width", 2 * frame.unit)
    writer.raw(" d=\"")
    writeOutline(of: rect, radius: radius, to: &writer)
    writer.raw("\"/>\n")
  }

  private func writeOutline(of rect: Rect, radius: Double, to writer: inout MarkupWriter) {
    writer.raw("M")
    writer.number(rect.x + radius)
    writer.raw(" ")
    writer.number(rect.y)
    writeSide("h", rect.width - 2 * radius, turn: (radius, radius), radius, to: &writer)
    writeSide("v", rect.height - 2 * radius, turn: (-radius, radius), radius, to: &writer)
    writeSide("h", 2 * radius - rect.width, turn: (-radius, -radius), radius, to: &writer)
    writeSide("v", 2 * radius - rect.height, turn: (radius, -radius), radius, to: &writer)
    writer.raw("z")
  }

  /// Draws one side and the corner after it.
  private func writeSide(
    _ command: String, _ length: Double, turn: (x: Double, y: Double), _ radius: Double,
    to writer: inout MarkupWriter
  ) {
    writer.raw(command)
    writer.number(length)
    guard radius > 0 else { return }
    writer.raw("a")
    writer.number(radius)
    writer.raw(" ")
    writer.number(radius)
    writer.raw(" 0 0 1 ")
    writer.number(turn.x)
    writer.raw(" ")
    writer.number(turn.y)
  }
}
