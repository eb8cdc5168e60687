@testable import LayoutEngine

/// A waterfall the slow, obvious way: every column an array of items, every item looked at on its own.
struct ReferenceWaterfall {
  let layout: WaterfallLayout
  let container: Container
  /// The columns that the items of each section keep, counted from where the layout begins; nil for one without.
  var kept: [[Int?]] = []

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
    stack.solve(sections.enumerated().map { solve($1, $0) }, visible: visible)
  }

  /// The columns of the items of a section that keeps them: first the items that have a column fill it, then each of
  /// the others takes the shortest.
  func columns(of section: Sample.Section, _ index: Int) -> [Int] {
    let metrics = metrics(of: section)
    return columns(of: section.items, kept: keptColumns(of: section, index), columnWidth(metrics), metrics)
  }

  private func keptColumns(of section: Sample.Section, _ index: Int) -> [Int?] {
    kept.indices.contains(index) ? kept[index] : Array(repeating: nil, count: section.items.count)
  }

  private func columns(
    of items: [Item], kept: [Int?], _ width: Double, _ metrics: WaterfallMetrics
  ) -> [Int] {
    let count = metrics.columnCount
    var ends = [Double](repeating: 0, count: count)
    var columns = [Int](repeating: 0, count: items.count)
    for isTurnOfOthers in [false, true] {
      for (index, item) in items.enumerated() {
        let span = min(item.span?.columns ?? 1, count)
        func top(_ column: Int) -> Double { ends[column..<column + span].max()! }
        let own = kept[index].flatMap { $0 + span <= count ? $0 : nil }
        guard (own == nil) == isTurnOfOthers else { continue }
        let column = own ?? (0...count - span).min { top($0) < top($1) }!
        let (height, _) = height(of: item, breadth(over: span, width, metrics))
        let end = top(column) + max(0, height + metrics.minimumInteritemSpacing * pixelsPerPoint)
        for column in column..<column + span { ends[column] = end }
        columns[index] = column
      }
    }
    return columns
  }

  private func solve(_ section: Sample.Section, _ index: Int) -> ReferenceStack.Section {
    let items = section.items
    let metrics = metrics(of: section)
    let inset = metrics.sectionInset
    var solved = ReferenceStack.Section()
    solved.header = strip(section.header, metrics.headerHeight, metrics.headerInset)
    solved.footer = strip(section.footer, metrics.footerHeight, metrics.footerInset)
    solved.before = inset.top
    solved.after = inset.bottom

    let width = columnWidth(metrics)
    let chosen =
      layout.columnAssignment == .kept
      ? self.columns(of: items, kept: keptColumns(of: section, index), width, metrics) : nil
    let columns = pack(items, in: metrics.columnCount, width, metrics, keeping: chosen)
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

  /// The width of one column.
  private func columnWidth(_ metrics: WaterfallMetrics) -> Double {
    let (inset, count) = (metrics.sectionInset, Double(metrics.columnCount))
    let room = stack.breadth - inset.left - inset.right - (count - 1) * metrics.minimumColumnSpacing
    return floored(max(0, room / count)) / pixelsPerPoint
  }

  /// The width of an item over some columns.
  private func breadth(over span: Int, _ width: Double, _ metrics: WaterfallMetrics) -> Double {
    guard span > 1 else { return width }
    let own = max(0, Double(span) * width + Double(span - 1) * metrics.minimumColumnSpacing)
    return container.scale.map { (own * $0 + 1e-9).rounded(.down) / $0 } ?? own
  }

  /// The items of each column that is their leftmost.
  private func pack(
    _ items: [Item], in count: Int, _ width: Double, _ metrics: WaterfallMetrics, keeping chosen: [Int]?
  ) -> [[Cell]] {
    var columns = [[Cell]](repeating: [], count: count)
    var ends = [Double](repeating: 0, count: count)
    var turn = 0
    for (index, item) in items.enumerated() {
      let span = min(item.span?.columns ?? 1, count)
      func top(_ column: Int) -> Double { ends[column..<column + span].max()! }
      var column: Int
      if let chosen {
        column =
          layout.itemRenderDirection == .rightToLeft ? count - chosen[index] - span : chosen[index]
      } else if layout.itemRenderDirection == .shortestFirst, layout.columnAssignment == .balanced {
        column = (0...count - span).min { top($0) < top($1) }!
      } else {
        if turn + span > count { turn = 0 }
        column = layout.itemRenderDirection == .rightToLeft ? count - turn - span : turn
        turn = (turn + span) % count
      }
      let own = breadth(over: span, width, metrics)
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
