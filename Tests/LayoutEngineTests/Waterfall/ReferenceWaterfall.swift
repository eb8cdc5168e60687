@testable import LayoutEngine

/// A waterfall the slow, obvious way: every column an array of items, every item looked at on its own.
struct ReferenceWaterfall {
  let layout: WaterfallLayout
  let container: Container

  /// One item in its column, in pixels from the section's first item.
  private struct Cell {
    var item: Int
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
    let columns = pack(items, in: metrics.columnCount, width, metrics.minimumInteritemSpacing)
    for (number, column) in columns.enumerated() {
      for cell in column {
        solved.cells.append(
          ReferenceStack.Element(
            kind: "cell", item: cell.item, along: cell.top / pixelsPerPoint,
            across: inset.left + (width + metrics.minimumColumnSpacing) * Double(number),
            length: cell.height / pixelsPerPoint, breadth: width, isEstimated: cell.isEstimated,
            appearance: items[cell.item].appearance))
      }
    }
    solved.cells.sort { $0.item < $1.item }
    solved.length =
      solved.cells.map { $0.along + $0.length }.max() ?? -max(0, metrics.minimumInteritemSpacing)
    return solved
  }

  private func pack(_ items: [Item], in count: Int, _ width: Double, _ spacing: Double) -> [[Cell]] {
    var columns = [[Cell]](repeating: [], count: count)
    var ends = [Double](repeating: 0, count: count)
    for (index, item) in items.enumerated() {
      let column: Int
      if layout.itemRenderDirection == .rightToLeft {
        column = count - 1 - index % count
      } else if layout.itemRenderDirection == .leftToRight || layout.columnAssignment == .sticky {
        column = index % count
      } else {
        column = ends.firstIndex(of: ends.min()!)!
      }
      let (height, isEstimated) = height(of: item, width)
      columns[column].append(
        Cell(item: index, top: ends[column], height: height, isEstimated: isEstimated))
      ends[column] += max(0, height + spacing * pixelsPerPoint)
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
    return (width * pixelsPerPoint, true)
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
