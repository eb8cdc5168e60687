@testable import LayoutEngine

/// A justified layout the slow, obvious way: photographs are offered to rows one by one, and every row adds
/// up its ratios anew each time it is asked.
struct ReferenceJustified {
  let layout: JustifiedLayout
  let container: Container

  private struct Row {
    var ratios: [Double] = []
    var items: [Int] = []
    var isBreakout = false
    /// Nil while the row takes more; the height its widths come from, and the height it has.
    var natural: Double?
    var height = 0.0
    var isWidow = false
    /// Whether its one item has asked for the row.
    var isWhole = false
  }

  func solve(_ sections: [Sample.Section], visible: Rect?) -> ReferenceStack.Answer {
    let stack = ReferenceStack(container: container, isVertical: true)
    return stack.solve(sections.map { solve($0, stack) }, visible: visible)
  }

  private func solve(_ section: Sample.Section, _ stack: ReferenceStack) -> ReferenceStack.Section {
    var metrics = layout.metrics
    if let own = section.metrics.metrics(JustifiedMetrics.self) { metrics = metrics.overridden(by: own) }
    let padding = metrics.containerPadding
    var solved = ReferenceStack.Section()
    solved.header = stack.strip(section.header, otherwise: .init())
    solved.footer = stack.strip(section.footer, otherwise: .init())
    solved.before = padding.top
    solved.after = padding.bottom

    let width = max(0, stack.breadth - padding.left - padding.right)
    let photos = section.items.map { ratio(of: $0, metrics) }
    let whole = section.items.map { ($0.span?.columns ?? 1) >= 1000 }
    let rows = rows(of: photos.map(\.ratio), whole, width, metrics)
    var along = 0.0
    for row in rows {
      let height = stack.pixel(row.height)
      for (item, (left, width)) in zip(row.items, places(row, width, metrics)) {
        let start = stack.pixel(left)
        let isUnrounded = container.scale == nil
        solved.cells.append(
          ReferenceStack.Element(
            kind: "cell", item: item, along: along, across: start, length: height,
            breadth: isUnrounded ? width : max(0, stack.pixel(left + width) - start),
            isEstimated: photos[item].isEstimated, appearance: section.items[item].appearance))
      }
      solved.length = along + height
      along += max(0, height + metrics.verticalSpacing)
    }
    if rows.isEmpty {
      solved.length = -min(max(0, metrics.verticalSpacing), max(0, padding.top + padding.bottom))
    }
    return solved
  }

  private func ratio(of item: Item, _ metrics: JustifiedMetrics) -> (ratio: Double, isEstimated: Bool) {
    if metrics.forceAspectRatio > 0 { return (metrics.forceAspectRatio, false) }
    if let size = item.size, size.width > 0, size.height > 0 { return (size.width / size.height, false) }
    if let ratio = item.aspectRatio { return (ratio, false) }
    if let size = item.estimatedSize, size.width > 0, size.height > 0 {
      return (size.width / size.height, true)
    }
    return (1, false)
  }

  // MARK: Rows

  private func rows(
    of ratios: [Double], _ whole: [Bool], _ width: Double, _ metrics: JustifiedMetrics
  ) -> [Row] {
    var rows: [Row] = []
    func empty() -> Row {
      let cadence = metrics.fullWidthBreakoutRowCadence
      return Row(isBreakout: cadence > 0 && (rows.count + 1) % cadence == 0)
    }
    var current = empty()
    for (item, ratio) in ratios.enumerated() {
      if whole[item] {
        let spacing = Double(current.items.count - 1) * metrics.horizontalSpacing
        var rest = [current].filter { !$0.items.isEmpty }
        if !rest.isEmpty { complete(&rest[0], (width - spacing) / current.ratios.reduce(0, +), metrics) }
        var own = Row(ratios: [ratio], items: [item], isWhole: true)
        complete(&own, width / ratio, metrics)
        for row in rest + [own] {
          rows.append(row)
          if rows.count == metrics.maxRows { return rows }
        }
        current = empty()
        continue
      }
      var isTaken = false
      while !isTaken {
        isTaken = offer(item, ratio, to: &current, width, metrics)
        guard current.natural != nil else { continue }
        rows.append(current)
        if rows.count == metrics.maxRows { return rows }
        current = empty()
      }
    }
    guard !current.items.isEmpty, metrics.showWidows else { return rows }
    let previous = rows.last.map { $0.isBreakout || $0.isWhole ? metrics.targetRowHeight : $0.height }
    let most = width / current.ratios.reduce(0, +)
    complete(&current, min(previous ?? metrics.targetRowHeight, most), metrics)
    current.isWidow = true
    return rows + [current]
  }

  /// Offers an item to a row; returns whether the row took it.
  private func offer(
    _ item: Int, _ ratio: Double, to row: inout Row, _ width: Double, _ metrics: JustifiedMetrics
  ) -> Bool {
    func inner(_ count: Int) -> Double { width - Double(count - 1) * metrics.horizontalSpacing }
    let without = row.ratios.reduce(0, +)
    var longer = row
    longer.ratios.append(ratio)
    longer.items.append(item)
    let with = longer.ratios.reduce(0, +)
    let least = width / metrics.targetRowHeight * (1 - metrics.targetRowHeightTolerance)
    let most = width / metrics.targetRowHeight * (1 + metrics.targetRowHeightTolerance)

    if row.isBreakout, row.items.isEmpty, ratio >= 1 {
      row = longer
      complete(&row, inner(1) / ratio, metrics)
      return true
    }
    if with < least, longer.items.count < metrics.maxPerRow {
      row = longer
      return true
    }
    if with > most, !row.items.isEmpty {
      let missWith = abs(with - inner(longer.items.count) / metrics.targetRowHeight)
      let missWithout = abs(without - inner(row.items.count) / metrics.targetRowHeight)
      if missWith > missWithout {
        complete(&row, inner(row.items.count) / without, metrics)
        return false
      }
    }
    row = longer
    complete(&row, inner(row.items.count) / with, metrics)
    return true
  }

  private func complete(_ row: inout Row, _ natural: Double, _ metrics: JustifiedMetrics) {
    row.natural = natural
    row.height = max(
      metrics.edgeCaseMinRowHeight * metrics.targetRowHeight,
      min(natural, metrics.edgeCaseMaxRowHeight * metrics.targetRowHeight))
  }

  // MARK: Items

  private func places(
    _ row: Row, _ width: Double, _ metrics: JustifiedMetrics
  ) -> [(left: Double, width: Double)] {
    let widths = row.ratios.map { max(0, $0 * row.natural!) }
    var lefts: [Double] = []
    var left = metrics.containerPadding.left
    for width in widths {
      lefts.append(left)
      left += width + metrics.horizontalSpacing
    }
    let used = left - metrics.horizontalSpacing - metrics.containerPadding.left
    guard row.isWidow else { return Array(zip(lefts, widths)) }
    switch metrics.widowLayoutStyle {
    case .left:
      return Array(zip(lefts, widths))
    case .center:
      var shift = (width - used + metrics.horizontalSpacing - metrics.containerPadding.left) / 2
      shift = min(max(0, shift), max(0, width - used))
      return zip(lefts, widths).map { ($0 + shift, $1) }
    case .justify:
      let error = (used - width) / Double(widths.count)
      func given(_ count: Int) -> Double {
        let whole = error == 0 ? 0 : (Double(count) * error + 0.5).rounded(.down)
        return count == widths.count ? max(whole, Double(count) * error) : whole
      }
      return zip(lefts, widths).enumerated().map { index, box in
        (box.0 - given(index), max(0, box.1 - (given(index + 1) - given(index))))
      }
    }
  }
}
