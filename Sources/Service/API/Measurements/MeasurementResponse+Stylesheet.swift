import JSON
import LayoutEngine
import Wire

extension MeasurementResponse {
  /// Returns a style sheet: the typography of the texts by template and view, and the frames of the cells' views by their
  /// ids.
  ///
  /// - Throws: `answerTooLarge`, `deadlineExceeded`.
  /// - Complexity: O(v) for v views.
  func stylesheet(_ budget: EncodingBudget) throws(Problem) -> ByteBuffer {
    var writer = MarkupWriter(capacity: 4096 + pageCells.count * 128)
    writer.raw(RenderedStylesheet.base)
    let rules = TextRules(pageCells, of: request.templates, in: request.environment)
    rules.write(to: &writer)
    writer.borders(of: pageCells, request.templates, request.environment)
    var names = RenderedNames()
    for (row, (cell, size)) in zip(pageCells, sizes).enumerated() {
      let name = names.name(of: .cell(0, row), id: request.ids[row])
      writer.raw("#")
      writer.cssName(name)
      writer.raw("{")
      writer.css("width", size.width)
      writer.css("height", size.height)
      writer.raw("}\n")
      writer.views(of: cell, in: name, rules)
      try budget.check(row: row, written: writer.count)
    }
    try budget.check(row: 0, written: writer.count)
    return writer.finish()
  }
}
