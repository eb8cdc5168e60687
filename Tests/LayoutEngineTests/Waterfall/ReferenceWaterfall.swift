@testable import LayoutEngine

/// A waterfall the slow, obvious way: every column an array of items, every item looked at on its own.
struct ReferenceWaterfall {
  let layout: WaterfallLayout
  let container: Container

  /// One item in its columns, in pixels from the section's first item.
  private struct Cell {
    var item: Int
    var width: Double
    var top: Double
    var height: Double
    var isEstimated: Bool
  }

  private var stack: ReferenceStack {
    var stack = ReferenceStack(container: container, isVertical: true)
    stack.minimumLength = layout.minimumContentHeight
    return stack
  }

  private var pixelsPerPoint: Double { container.scale ?? 1 }

  func solve(_ sections: [Sample.Section], visible: Rect?) -> ReferenceStack.Answer {
    stack.solve(sections.map(solve), visible: visible)
  }

  private func solve(_ section: Sample.Section) -> ReferenceStack.Section {
    let items = section.items
    let metrics = metrics(of: section)
    let inset = metrics.sectionInset
    var solved = ReferenceStack.Section()
    solved.header = strip(section.header, metrics.headerHeight, metrics.headerInset)
    solved.footer = strip(section.footer, metrics.footerHeight, metrics.footerInset)
    solved.before = inset.top
    solved.after = inset.bottom

    let count = Double(metrics.columnCount)
    let room = stack.breadth - inset.left - inset.right - (count - 1) * metrics.minimumColumnSpacing
    let width = floored(max(0, room / count)) / pixelsPerPoint
    let columns = pack(items, in: metrics.columnCount, width, metrics)
    for (number, column) in columns.enumerated() {
      for cell in column {
        solved.cells.append(
          ReferenceStack.Element(
            kind: "cell", item: cell.item, along: cell.top / pixelsPerPoint,
            across: inset.left + (width + metrics.minimumColumnSpacing) * Double(number),
            length: cell.height / pixelsPerPoint, breadth: cell.width, isEstimated: cell.isEstimated,
            appearance: items[cell.item].appearance))
      }
    }
    solved.cells.sort { $0.item < $1.item }
    solved.length =
      solved.cells.map { $0.along + $0.length }.max() ?? -max(0, metrics.minimumInteritemSpacing)
    return solved
  }

  /// The items of each column that is their leftmost.
  private func pack(
    _ items: [Item], in count: Int, _ width: Double, _ metrics: WaterfallMetrics
  ) -> [[Cell]] {
    var columns = [[Cell]](repeating: [], count: count)
    var ends = [Double](repeating: 0, count: count)
    var turn = 0
    for (index, item) in items.enumerated() {
      let span = min(item.span?.columns ?? 1, count)
      func top(_ column: Int) -> Double { ends[column..<column + span].max()! }
      var column: Int
      if layout.itemRenderDirection == .shortestFirst, layout.columnAssignment == .balanced {
        column = (0...count - span).min { top($0) < top($1) }!
      } else {
        if turn + span > count { turn = 0 }
        column = layout.itemRenderDirection == .rightToLeft ? count - turn - span : turn
        turn = (turn + span) % count
      }
      var own = width
      if span > 1 {
        own = max(0, Double(span) * width + Double(span - 1) * metrics.minimumColumnSpacing)
        if let scale = container.scale { own = (own * scale + 1e-9).rounded(.down) / scale }
      }
      let (height, isEstimated) = height(of: item, own)
      let start = top(column)
      columns[column].append(
        Cell(item: index, width: own, top: start, height: height, isEstimated: isEstimated))
      for column in column..<column + span {
        ends[column] = start + max(0, height + metrics.minimumInteritemSpacing * pixelsPerPoint)
      }
    }
    return columns
  }

  private func height(of item: Item, _ width: Double) -> (Double, Bool) {
    func scaled(_ size: Size) -> Double {
      size.width == 0 || size.height == 0 ? 0 : floored(size.height * width / size.width)
    }
    if let size = item.size { return (scaled(size), false) }
    if let ratio = item.aspectRatio { return (floored(width / ratio), item.content != nil) }
    if let size = item.estimatedSize { return (scaled(size), true) }
    let square = width * pixelsPerPoint
    return (container.scale == nil ? square : square.rounded(), true)
  }

  /// A length in whole pixels.
  private func floored(_ points: Double) -> Double {
    container.scale.map { (points * $0).rounded(.down) } ?? points
  }

  private func strip(_ view: Supplementary?, _ height: Double, _ inset: Insets) -> ReferenceStack.Strip {
    var strip = stack.strip(view, otherwise: .init(length: height))
    strip.before = inset.top
    strip.after = strip.length > 0 ? inset.bottom : 0
    strip.leading = inset.left
    strip.trailing = inset.right
    return strip
  }

  private func metrics(of section: Sample.Section) -> WaterfallMetrics {
    var metrics = layout.metrics
    guard let own = section.metrics.metrics(WaterfallMetrics.self) else { return metrics }
    if let value = own.$columnCount { metrics.columnCount = value }
    if let value = own.$minimumColumnSpacing { metrics.minimumColumnSpacing = value }
    if let value = own.$minimumInteritemSpacing { metrics.minimumInteritemSpacing = value }
    if let value = own.$sectionInset { metrics.sectionInset = value }
    if let value = own.$headerHeight { metrics.headerHeight = value }
    if let value = own.$footerHeight { metrics.footerHeight = value }
    if let value = own.$headerInset { metrics.headerInset = value }
    if let value = own.$footerInset { metrics.footerInset = value }
    return metrics
  }
}
