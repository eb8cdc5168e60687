@testable import LayoutEngine

/// A grid the slow, obvious way: a table of cells, taken or not, and lines measured from the top.
struct ReferenceGrid {
  let layout: GridLayout
  let container: Container

  private var isVertical: Bool { layout.scrollDirection == .vertical }
  private var stack: ReferenceStack { ReferenceStack(container: container, isVertical: isVertical) }

  func solve(_ sections: [Sample.Section], visible: Rect?) -> ReferenceStack.Answer {
    stack.solve(sections.map(solve), visible: visible)
  }

  private struct Cell {
    var line = 0
    var column = 0
    var lines = 1
    var columns = 1
    var need = 0.0
    var isEstimated = false
  }

  private func solve(_ section: Sample.Section) -> ReferenceStack.Section {
    let metrics = metrics(of: section)
    let inset = metrics.sectionInset
    let (leading, trailing) = isVertical ? (inset.left, inset.right) : (inset.top, inset.bottom)
    var solved = ReferenceStack.Section()
    solved.header = stack.strip(section.header, otherwise: .init(length: metrics.headerHeight))
    solved.footer = stack.strip(section.footer, otherwise: .init(length: metrics.footerHeight))
    (solved.before, solved.after) = isVertical ? (inset.top, inset.bottom) : (inset.left, inset.right)

    let room = max(0, stack.breadth - leading - trailing)
    let columns = columnCount(metrics, room)
    let gap = columns > 1 ? min(metrics.columnSpacing, room / Double(columns - 1)) : 0
    let width = max(0, room - gap * Double(columns - 1)) / Double(columns)
    let spacing = max(0, metrics.rowSpacing)

    var cells = section.items.map { item in
      var cell = Cell()
      cell.columns = min(columns, item.span?.columns ?? 1)
      cell.lines = item.span?.rows ?? 1
      measure(&cell, item, width, gap, spacing, metrics)
      return cell
    }
    pack(&cells, columns, metrics.packing)
    let lengths = lengths(of: cells, width, spacing, metrics)
    var starts = [0.0]
    for length in lengths { starts.append(starts.last! + length + spacing) }

    for (index, cell) in cells.enumerated() {
      let along = starts[cell.line]
      var length = lengths[cell.line..<cell.line + cell.lines].reduce(0, +) + spacing * Double(cell.lines - 1)
      if cell.lines > 1, let scale = container.scale {
        length = (length * scale + 1e-7).rounded(.down) / scale
      }
      let start = leading + Double(cell.column) * (width + gap)
      let end = start + Double(cell.columns) * width + Double(cell.columns - 1) * gap
      let (across, breadth) = snapped(start, end)
      solved.cells.append(
        ReferenceStack.Element(
          kind: "cell", item: index, along: along, across: across, length: length, breadth: breadth,
          isEstimated: cell.isEstimated,
          appearance: section.items[index].appearance))
    }
    solved.length = lengths.reduce(0, +) + spacing * Double(max(0, lengths.count - 1))
    return solved
  }

  /// Both edges on a pixel, as seen from the side that text begins at.
  private func snapped(_ start: Double, _ end: Double) -> (across: Double, breadth: Double) {
    func snap(_ edge: Double) -> Double { stack.pixel(edge + 1e-8) }
    guard isVertical, container.direction == .rightToLeft else {
      return (snap(start), snap(end) - snap(start))
    }
    let right = snap(stack.breadth - start)
    let left = snap(stack.breadth - end)
    return (stack.breadth - right, right - left)
  }

  private func columnCount(_ metrics: GridMetrics, _ room: Double) -> Int {
    guard case .minimumWidth(let width) = metrics.columns else {
      guard case .count(let count) = metrics.columns else { return 1 }
      return count
    }
    // Columns are added while they fit.
    var count = 1
    while count < 1000,
      Double(count + 1) * width + Double(count) * metrics.columnSpacing <= room + 1e-9
    {
      count += 1
    }
    return count
  }

  private func measure(
    _ cell: inout Cell, _ item: Item, _ width: Double, _ gap: Double, _ spacing: Double,
    _ metrics: GridMetrics
  ) {
    let breadth = width * Double(cell.columns) + gap * Double(cell.columns - 1)
    if let size = item.size {
      cell.need = isVertical ? size.height : size.width
    } else if let ratio = item.aspectRatio {
      cell.need = isVertical ? breadth / ratio : breadth * ratio
      cell.isEstimated = metrics.lineExtent == .automatic && item.content != nil
    } else {
      cell.isEstimated = metrics.lineExtent == .automatic
      if let size = item.estimatedSize {
        cell.need = isVertical ? size.height : size.width
      } else {
        cell.need = width * Double(cell.lines) + spacing * Double(cell.lines - 1)
      }
    }
    cell.need = stack.pixel(cell.need)
  }

  private func pack(_ cells: inout [Cell], _ columns: Int, _ packing: GridMetrics.Packing) {
    var taken: [[Bool]] = []
    func isFree(_ line: Int, _ column: Int, _ cell: Cell) -> Bool {
      for row in line..<line + cell.lines where row < taken.count {
        for place in column..<column + cell.columns where taken[row][place] { return false }
      }
      return true
    }
    var line = 0
    var column = 0
    for index in cells.indices {
      let cell = cells[index]
      if packing == .dense { (line, column) = (0, 0) }
      while column + cell.columns > columns || !isFree(line, column, cell) {
        column += 1
        if column + cell.columns > columns { (line, column) = (line + 1, 0) }
      }
      (cells[index].line, cells[index].column) = (line, column)
      while taken.count < line + cell.lines { taken.append(Array(repeating: false, count: columns)) }
      for row in line..<line + cell.lines {
        for place in column..<column + cell.columns { taken[row][place] = true }
      }
    }
  }

  private func lengths(
    of cells: [Cell], _ width: Double, _ spacing: Double, _ metrics: GridMetrics
  ) -> [Double] {
    let count = cells.map { $0.line + $0.lines }.max() ?? 0
    switch metrics.lineExtent {
    case .points(let points):
      return Array(repeating: stack.pixel(points), count: count)
    case .aspectRatio(let ratio):
      return Array(repeating: stack.pixel(isVertical ? width / ratio : width * ratio), count: count)
    case .automatic where metrics.rowSizing == .uniform:
      let longest = cells.map { cell in
        up((cell.need - spacing * Double(cell.lines - 1)) / Double(cell.lines))
      }
      return Array(repeating: longest.reduce(0, max), count: count)
    case .automatic:
      var lengths = Array(repeating: 0.0, count: count)
      let byLastLine = Dictionary(grouping: cells) { $0.line + $0.lines - 1 }
      for line in lengths.indices {
        for cell in byLastLine[line] ?? [] {
          let above = lengths[cell.line..<line].reduce(0) { $0 + $1 + spacing }
          lengths[line] = max(lengths[line], up(cell.need - above))
        }
      }
      return lengths
    }
  }

  /// The next pixel, give or take noise.
  private func up(_ length: Double) -> Double {
    guard let scale = container.scale else { return length }
    return (length * scale - 1e-7).rounded(.up) / scale
  }

  private func metrics(of section: Sample.Section) -> GridMetrics {
    var metrics = layout.metrics
    guard let own = section.metrics.metrics(GridMetrics.self) else { return metrics }
    if let value = own.$columns { metrics.columns = value }
    if let value = own.$lineExtent { metrics.lineExtent = value }
    if let value = own.$rowSizing { metrics.rowSizing = value }
    if let value = own.$columnSpacing { metrics.columnSpacing = value }
    if let value = own.$rowSpacing { metrics.rowSpacing = value }
    if let value = own.$sectionInset { metrics.sectionInset = value }
    if let value = own.$headerHeight { metrics.headerHeight = value }
    if let value = own.$footerHeight { metrics.footerHeight = value }
    if let value = own.$packing { metrics.packing = value }
    return metrics
  }
}
