import JSON
import LayoutEngine
import SelfSizing
import Wire

extension RenderedPage {
  /// Writes the style sheet of the page: the typography of its texts, and the frames of its elements by their ids. Several
  /// layouts are in container queries that exclude each other.
  ///
  /// - Throws: `answerTooLarge`, `deadlineExceeded`.
  /// - Complexity: O(n) for n elements and views in all layouts.
  func writeStylesheet(to writer: inout MarkupWriter, _ budget: EncodingBudget) throws(Problem) {
    writer.raw(RenderedStylesheet.base)
    let cells = renditions.lazy.flatMap(\.cells).compactMap { $0 }
    let rules = TextRules(cells, of: templates, in: environment)
    rules.write(to: &writer)
    writer.borders(of: cells, templates, environment)
    for (index, rendition) in renditions.enumerated() {
      if renditions.count > 1 {
        writer.raw("@container \(RenderedStylesheet.containerName) ")
        writer.raw(query(of: index))
        writer.raw("{\n")
      }
      try write(rendition, rules, to: &writer, budget)
      if renditions.count > 1 { writer.raw("}\n") }
    }
  }

  /// The query for the widths of the container that a layout is for: from its own up to the next one; the first is also for
  /// smaller ones, and the last for larger ones.
  private func query(of index: Int) -> String {
    let width = Self.pixels(renditions[index].width)
    let next = index + 1 < renditions.count ? Self.pixels(renditions[index + 1].width) : nil
    switch (index, next) {
    case (0, let next?): return "(width<\(next))"
    case (_, let next?): return "(\(width)<=width<\(next))"
    default: return "(width>=\(width))"
    }
  }

  private static func pixels(_ width: Double) -> String { "\(Int(exactly: width) ?? 0)px" }

  private func write(
    _ rendition: Rendition, _ rules: TextRules, to writer: inout MarkupWriter, _ budget: EncodingBudget
  ) throws(Problem) {
    writer.raw(".tessera-content{")
    writer.css("width", rendition.size.width)
    writer.css("height", rendition.size.height)
    writer.raw("}\n")
    for (row, element) in elements.enumerated() {
      writer.raw("#")
      writer.cssName(element.name)
      if let attributes = rendition.attributes[row] {
        writer.raw("{")
        writer.frame(attributes.frame)
        writer.appearance(attributes.appearance)
        writer.raw("}\n")
      } else {
        writer.raw("{display:none}\n")
      }
      if let cell = rendition.cells[row] { writer.views(of: cell, in: element.name, rules) }
      try budget.check(row: row, written: writer.count)
    }
  }
}

extension RenderedCell.View {
  /// The width of the view in a page, in points: a browser rounds lengths down to 1/64 of a pixel, and a text that is as
  /// wide as its view would not fit into it.
  fileprivate var pageWidth: Double {
    guard let text else { return frame.width }
    return max((frame.width * 64).rounded(.up) / 64, text.leastWidth + padding.left + padding.right)
  }

  /// How much of the view's lower end a page cuts off, in points: a text with a limit of lines may be higher than these,
  /// and none behind its ellipsis shall be seen.
  fileprivate var hiddenEnd: Double {
    guard let text, text.attributes.lineLimit > 0, border.bottom == 0 else { return 0 }
    return max(0, frame.height - text.height - padding.top - padding.bottom)
  }
}

extension MarkupWriter {
  /// Writes the rules of a cell's views.
  mutating func views(of cell: RenderedCell, in element: String, _ rules: TextRules) {
    for (place, view) in cell.views.enumerated() where view.isShown {
      raw("#")
      cssName(RenderedNames.name(ofView: place, in: element))
      raw("{")
      css("left", view.frame.x)
      css("top", view.frame.y)
      raw("width:")
      decimal(view.pageWidth, places: 6)
      raw("px;")
      // A browser rounds the heights of fonts and of borders to pixels of the device.
      css("height", view.frame.height)
      if view.hiddenEnd > RenderedCell.tolerance {
        raw("clip-path:inset(0 0 ")
        decimal(view.hiddenEnd, places: 6)
        raw("px);")
      }
      if view.padding != .zero {
        css("padding-top", view.padding.top - view.border.top)
        css("padding-right", view.padding.right - view.border.right)
        css("padding-bottom", view.padding.bottom - view.border.bottom)
        css("padding-left", view.padding.left - view.border.left)
      }
      border(view.border)
      if let text = view.text {
        rules.writeDifference(text, of: cell, view: place, to: &self)
        // The rule of the template knows neither the heights of runs nor the padding.
        if text.isCut, !text.runs.isEmpty || view.padding != .zero {
          css("max-height", text.height + view.padding.top + view.padding.bottom)
        }
        if text.fillsOneLine { raw("white-space:pre;") }
        var style = text.paragraph
        // Lines end anywhere, whatever the strictness.
        if text.attributes.lineBreakMode == .charWrapping { style.lineBreakStrictness = .normal }
        paragraph(style)
      }
      raw("}\n")
      for (run, part) in (view.text?.runs ?? []).enumerated() {
        raw("#")
        cssName(RenderedNames.name(ofView: place, in: element))
        raw(">[data-run=\"\(run)\"]{")
        self.run(part)
        raw("}\n")
      }
    }
  }

  /// Writes the rules of the borders of cells, in the order of their templates. They are drawn in front of the views, whose
  /// frames count from the edges of the cell.
  mutating func borders(
    of cells: some Sequence<RenderedCell>, _ templates: TemplateSet, _ environment: CellEnvironment
  ) {
    for name in Set(cells.lazy.map(\.template)).sorted() {
      let template = templates[name]?.adapted(to: environment.category)
      guard let widths = template?.borderWidths(environment), widths != .zero else { continue }
      raw("[data-template=")
      cssString(name)
      raw("]::before{content:\"\";position:absolute;box-sizing:border-box;inset:0;pointer-events:none;")
      border(widths)
      raw("}\n")
    }
  }

  private mutating func border(_ widths: Insets) {
    guard widths != .zero else { return }
    raw("border-style:solid;")
    css("border-top-width", widths.top)
    css("border-right-width", widths.right)
    css("border-bottom-width", widths.bottom)
    css("border-left-width", widths.left)
  }

  fileprivate mutating func frame(_ frame: Rect) {
    css("left", frame.x)
    css("top", frame.y)
    css("width", frame.width)
    css("height", frame.height)
  }

  fileprivate mutating func appearance(_ appearance: Appearance) {
    if appearance == .plain { return }
    for (property, parts) in AppearanceStyle(of: appearance).declarations {
      raw(property)
      raw(":")
      // The last of several transforms of CSS comes first.
      for part in parts.reversed() {
        raw(part.style.before)
        for (place, number) in part.numbers.enumerated() {
          if place > 0 { raw(",") }
          decimal(number, places: 6)
        }
        raw(part.style.after)
      }
      raw(";")
    }
  }
}
