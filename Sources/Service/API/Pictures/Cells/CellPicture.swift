import JSON
import LayoutEngine
import SelfSizing
import Wire

/// A picture of measured cells for people, as an SVG document: each cell has its outline, its views, their
/// baselines and the lines of their texts.
///
/// The user units of the document are points, and the views of a cell are relative to its top left, so that the
/// source shows their frames. Only the first `cellLimit` cells and `lineLimit` lines are drawn, and the picture
/// says so.
struct CellPicture {
  static let cellLimit = 500
  static let lineLimit = 20_000

  /// The cells to draw.
  var cells: [MeasuredCell]
  /// The number of cells in the request.
  var count: Int
  var room: FittingRoom
  var environment: CellEnvironment
  var warnings: [ContentWarning] = []

  /// Returns the document, in UTF-8.
  ///
  /// - Throws: `answerTooLarge`, `deadlineExceeded`.
  /// - Complexity: O(v · (v + l)) for cells of v views and l lines.
  func svg(_ budget: EncodingBudget) throws(Problem) -> ByteBuffer {
    let sheet = CellSheet(cells)
    let heading = PictureHeading(
      title: title, facts: facts, legend: legend,
      width: max(PictureCanvas.leastWidth, sheet.width / sheet.unit),
      emptiness: "no cells")
    let bounds = sheet.bounds(under: heading)
    let margin = PictureCanvas.margin * sheet.unit

    var writer = MarkupWriter(capacity: 8_192 + cells.count * 1024)
    writer.openPicture(bounds, unit: sheet.unit, heading, css: CellStylesheet.css)
    heading.write(at: Point(x: bounds.x + margin, y: bounds.y + margin), unit: sheet.unit, to: &writer)
    writer.raw("<g class=\"cells\"")
    writer.attribute("stroke-width", sheet.unit)
    writer.raw(">\n")
    var painter = CellPainter(
      unit: sheet.unit, isRightToLeft: environment.direction == .rightToLeft, linesLeft: Self.lineLimit)
    for (row, (cell, slot)) in zip(cells, sheet.slots).enumerated() {
      painter.draw(cell, in: slot, to: &writer)
      try budget.check(row: row, written: writer.count)
    }
    writer.raw("</g>\n</svg>\n")
    return writer.finish()
  }
}

extension CellPicture {
  /// The names of the templates and the number of cells.
  private var title: String {
    var names: [String] = []
    for cell in cells where !names.contains(cell.template) && names.count <= Self.namedTemplates {
      names.append(cell.template)
    }
    names = names.map { FittedText($0, room: Self.nameRoom)?.words ?? "…" }
    if names.count > Self.namedTemplates { names[Self.namedTemplates] = "…" }
    let cellCount = count == 1 ? "1 cell" : "\(Numerals.count(count)) cells"
    return names.isEmpty ? cellCount : "\(names.joined(separator: ", ")) · \(cellCount)"
  }

  private static let namedTemplates = 4
  private static let nameRoom = 24.0

  /// The facts below the title: the size that the cells were measured in, and settings other than the defaults.
  private var facts: [String] {
    var facts: [String] = []
    switch (room.width, room.height) {
    case (let width?, let height?): facts.append("\(Numerals.size(width, height)) pt")
    case (let width?, nil): facts.append("\(Numerals.length(width)) pt wide, as high as their content")
    case (nil, let height?): facts.append("\(Numerals.length(height)) pt high, as wide as their content")
    case (nil, nil): facts.append("as large as their content")
    }
    if environment.category != .large { facts.append("text size \(environment.category.rawValue)") }
    if environment.direction == .rightToLeft { facts.append("right to left") }
    facts += limitFacts
    for code in ContentWarning.Code.allCases where warnings.contains(where: { $0.code == code }) {
      facts.append("warning: \(code.rawValue)")
    }
    return facts
  }

  private var limitFacts: [String] {
    var facts: [String] = []
    if cells.count < count {
      facts.append("the first \(Numerals.count(cells.count)) of \(Numerals.count(count)) cells drawn")
    }
    let lines = cells.reduce(0) { $0 + $1.views.reduce(0) { $0 + ($1.lines?.count ?? 0) } }
    if lines > Self.lineLimit {
      facts.append("the first \(Numerals.count(Self.lineLimit)) of \(Numerals.count(lines)) lines drawn")
    }
    return facts
  }

  /// One entry for each style that occurs in the cells.
  private var legend: [LegendEntry] {
    var counts: [CellViewStyle: Int] = [:]
    var hasLines = false
    for cell in cells {
      for view in cell.views {
        if let style = CellViewStyle(view) { counts[style, default: 0] += 1 }
        hasLines = hasLines || !(view.lines ?? []).isEmpty
      }
    }
    var entries = CellViewStyle.allCases.compactMap { style in
      counts[style].map { LegendEntry(swatch: .view(style), name: style.plural, count: $0) }
    }
    if hasLines { entries.append(LegendEntry(swatch: .baseline, name: "baselines", count: nil)) }
    return entries
  }
}
