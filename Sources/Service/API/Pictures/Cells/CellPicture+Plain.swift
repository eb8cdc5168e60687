import JSON
import LayoutEngine
import Wire

extension CellPicture {
  /// Returns the picture without title, legend, captions, baselines and names, in UTF-8: the cells on a transparent
  /// ground.
  ///
  /// - Throws: `answerTooLarge`, `deadlineExceeded`.
  /// - Complexity: O(v + l) for cells of v views and l lines.
  func plainSVG(_ budget: EncodingBudget) throws(Problem) -> ByteBuffer {
    let sheet = CellSheet(cells, hasCaptions: false)
    var writer = MarkupWriter(capacity: 8_192 + cells.count * 1024)
    let height = max(0, sheet.height - CellSheet.lineGap * sheet.unit)
    let bounds = Rect(x: 0, y: 0, width: sheet.width, height: height).outset(sheet.unit)
    writer.openPlainPicture(bounds, unit: sheet.unit, css: CellStylesheet.css)
    writer.raw("<g class=\"cells\"")
    writer.attribute("stroke-width", sheet.unit)
    writer.raw(">\n")
    var painter = CellPainter(
      unit: sheet.unit, isRightToLeft: environment.direction == .rightToLeft, linesLeft: Self.lineLimit,
      labelsCells: false)
    for (row, (cell, slot)) in zip(cells, sheet.slots).enumerated() {
      painter.draw(cell, in: slot, to: &writer)
      try budget.check(row: row, written: writer.count)
    }
    writer.raw("</g>\n</svg>\n")
    return writer.finish()
  }
}
