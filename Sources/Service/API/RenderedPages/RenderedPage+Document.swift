import JSON
import LayoutEngine
import SelfSizing
import Wire

extension RenderedPage {
  /// Returns the style sheet, or the document with it.
  ///
  /// - Parameter format: `css`, or `html`.
  /// - Throws: `answerTooLarge`, `deadlineExceeded`.
  /// - Complexity: O(n) for n elements and views in all layouts.
  func encoded(as format: ResponseFormat, _ budget: EncodingBudget) throws(Problem) -> EncodedResponse {
    var sheet = MarkupWriter(capacity: 4096 + elements.count * 64 * renditions.count)
    if format == .html { sheet.raw(RenderedStylesheet.page) }
    try writeStylesheet(to: &sheet, budget)
    let count = sheet.count
    let css = sheet.finish()
    try budget.check(row: 0, written: count)
    guard format == .html else { return EncodedResponse(bytes: css) }
    let source = WebPolicy.source(css.withUnsafeBytes { Array($0) })
    var writer = MarkupWriter(capacity: 4096 + count + elements.count * 128)
    try write(css, to: &writer, budget)
    try budget.check(row: 0, written: writer.count)
    return EncodedResponse(
      bytes: writer.finish(),
      headers: [
        (
          "Content-Security-Policy",
          "default-src 'none'; style-src \(source); base-uri 'none'; form-action 'none'"
        )
      ])
  }

  private func write(
    _ css: ByteBuffer, to writer: inout MarkupWriter, _ budget: EncodingBudget
  ) throws(Problem) {
    writer.raw("<!DOCTYPE html>\n<html>\n<head>\n<meta charset=\"utf-8\">\n")
    writer.raw("<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\n<title>")
    writer.htmlText(title)
    writer.raw("</title>\n<style>")
    writer.raw(css)
    writer.raw("</style>\n</head>\n<body>\n<main class=\"tessera\">\n<div class=\"tessera-content\">\n")
    var outline = RenderedOutline()
    for (row, element) in elements.enumerated() {
      outline.move(to: element.path, labelledBy: label(ofSectionAt: row), &writer)
      write(element, row, to: &writer)
      try budget.check(row: row, written: writer.count)
    }
    outline.close(&writer)
    writer.raw("</div>\n</main>\n</body>\n</html>\n")
  }

  /// The id of the header that names the section of an element; nil if the element is no header with content.
  private func label(ofSectionAt row: Int) -> String? {
    elements[row].path.kind == .header && content(of: row) != nil ? elements[row].name : nil
  }

  /// The content of an element, as the first layout that has it measured it: its texts are the same in all.
  private func content(of row: Int) -> RenderedCell? {
    renditions[elements[row].firstLayout].cells[row]
  }

  private func write(_ element: Element, _ row: Int, to writer: inout MarkupWriter) {
    let cell = content(of: row)
    let path = element.path
    let isCell = path.kind == .cell
    writer.raw(isCell ? "<li class=\"tessera-element\"" : "<div class=\"tessera-element")
    if !isCell { writer.raw(path.kind.category == .decoration ? " tessera-decoration\"" : "\"") }
    writer.htmlAttribute("id", element.name)
    if !isCell { writer.htmlAttribute("data-kind", path.kind.name) }
    if let cell { writer.htmlAttribute("data-template", cell.template) }
    if isCell {
      writePosition(of: path.indexPath, to: &writer)
    } else if cell == nil {
      writer.raw(" aria-hidden=\"true\"")
    } else if path.kind == .header || path.kind == .tableHeader {
      writer.raw(" role=\"heading\" aria-level=\"\(path.kind == .header ? 2 : 1)\"")
    }
    writer.raw(">")
    if let cell { write(cell, of: element, to: &writer) }
    writer.raw(isCell ? "</li>\n" : "</div>\n")
  }

  /// Writes the position of an item among those of its section, of which a page may have only some.
  private func writePosition(of path: IndexPath, to writer: inout MarkupWriter) {
    guard sections.count > path.section else { return }
    writer.raw(" aria-posinset=\"\(path.item + 1)\" aria-setsize=\"\(sections[path.section].items.count)\"")
  }

  private func write(_ cell: RenderedCell, of element: Element, to writer: inout MarkupWriter) {
    // A heading has no paragraphs.
    let tag = element.path.kind == .cell ? "p" : "span"
    for (place, view) in cell.views.enumerated() where view.isShown {
      writer.raw(view.text == nil ? "<span class=\"tessera-view" : "<\(tag) class=\"tessera-view")
      switch view.kind {
      case .text: writer.raw(" tessera-text\"")
      case .image: writer.raw(" tessera-picture\" aria-hidden=\"true\"")
      case .box, .view, .stack, .flex, .guide: writer.raw("\" aria-hidden=\"true\"")
      }
      writer.htmlAttribute("id", RenderedNames.name(ofView: place, in: element.name))
      writer.htmlAttribute("data-view", view.name)
      if let language = view.text?.paragraph.language { writer.htmlAttribute("lang", language) }
      writer.raw(">")
      if let text = view.text { write(text, to: &writer) }
      writer.raw(view.text == nil ? "</span>" : "</\(tag)>")
    }
  }
}

extension RenderedPage {
  /// Writes a text, with an element for each of its runs.
  private func write(_ text: RenderedCell.Text, to writer: inout MarkupWriter) {
    guard !text.runs.isEmpty else { return writer.htmlText(text.text) }
    for (place, run) in text.runs.enumerated() {
      writer.raw("<span data-run=\"\(place)\">")
      writer.htmlText(run.text)
      writer.raw("</span>")
    }
  }
}

/// The sections and lists that are open while a document is written.
private struct RenderedOutline {
  private var section: Int?
  private var isInList = false

  /// Closes the sections and lists without the element, and opens those that contain it.
  mutating func move(to path: ElementPath, labelledBy label: String?, _ writer: inout MarkupWriter) {
    let section = RenderedOrder.part(of: path.kind) == 1 ? path.indexPath.section : nil
    if section != self.section {
      close(&writer)
      if section != nil {
        writer.raw("<section")
        if let label { writer.htmlAttribute("aria-labelledby", label) }
        writer.raw(">\n")
      }
      self.section = section
    }
    let isCell = path.kind == .cell
    if isCell != isInList { writer.raw(isCell ? "<ul class=\"tessera-list\" role=\"list\">\n" : "</ul>\n") }
    isInList = isCell
  }

  mutating func close(_ writer: inout MarkupWriter) {
    if isInList { writer.raw("</ul>\n") }
    if section != nil { writer.raw("</section>\n") }
    isInList = false
    section = nil
  }
}
