@testable import LayoutEngine

/// A list the slow, obvious way: one row after the other.
struct ReferenceList {
  let layout: ListLayout
  let container: Container

  private var stack: ReferenceStack {
    var stack = ReferenceStack(container: container, isVertical: true)
    stack.pinsHeaders = layout.style == .plain
    stack.pinsFooters = layout.style == .plain
    stack.tableHeader = stack.pixel(layout.tableHeader?.height ?? 0)
    stack.tableFooter = stack.pixel(layout.tableFooter?.height ?? 0)
    return stack
  }

  func solve(_ sections: [Sample.Section], visible: Rect?) -> ReferenceStack.Answer {
    stack.solve(sections.map(solve), visible: visible)
  }

  private func solve(_ section: Sample.Section) -> ReferenceStack.Section {
    let metrics = metrics(of: section)
    let side = layout.style == .insetGrouped ? (stack.breadth < 414 ? 16.0 : 20) : 0
    var inset = metrics.sectionInset ?? Insets(left: side, right: side)
    if layout.cellLayoutMarginsFollowReadableWidth, stack.breadth > 672 {
      inset.left = max(inset.left, (stack.breadth - 672) / 2)
      inset.right = max(inset.right, (stack.breadth - 672) / 2)
    }
    var solved = ReferenceStack.Section()
    solved.header = strip(
      section.header, metrics.sectionHeaderHeight, metrics.estimatedSectionHeaderHeight)
    solved.footer = strip(
      section.footer, metrics.sectionFooterHeight, metrics.estimatedSectionFooterHeight)
    if layout.style == .insetGrouped {
      (solved.header.leading, solved.header.trailing) = (inset.left, inset.right)
      (solved.footer.leading, solved.footer.trailing) = (inset.left, inset.right)
    }
    if solved.header.length > 0 { solved.header.before = metrics.sectionHeaderTopPadding }
    solved.before = inset.top
    solved.after = inset.bottom

    let width = stack.pixel(max(0, stack.breadth - inset.left - inset.right))
    let rows = section.items
    var along = 0.0
    for (index, row) in rows.enumerated() {
      let indentation = stack.pixel(min(width, Double(row.indentationLevel ?? 0) * metrics.indentationWidth))
      let (height, isEstimated) = height(of: row, width - indentation, metrics)
      solved.cells.append(
        ReferenceStack.Element(
          kind: "cell", item: index, along: along, across: inset.left + indentation, length: height,
          breadth: width - indentation, isEstimated: isEstimated, appearance: row.appearance))
      if let insets = separator(of: row, metrics), layout.style == .plain || index < rows.count - 1 {
        let thickness = min(height, 1 / (container.scale ?? 1))
        solved.decorations.append(
          ReferenceStack.Element(
            kind: "separator", item: index, along: along + height - thickness,
            across: inset.left + insets.left, length: thickness,
            breadth: max(0, stack.pixel(width - insets.left - insets.right))))
      }
      solved.length = along + height
      along += max(0, height + metrics.rowSpacing)
    }
    return solved
  }

  /// The insets of the separator of a row: its own or the section's.
  private func separator(of row: Item, _ metrics: ListMetrics) -> Insets? {
    if metrics.separator == nil || row.separator == .hidden { return nil }
    if case .inset(let own)? = row.separator { return own }
    return metrics.separator
  }

  private func strip(_ view: Supplementary?, _ height: Double, _ estimate: Double) -> ReferenceStack.Strip {
    stack.strip(
      view,
      otherwise: height > 0
        ? .init(length: height) : .init(length: estimate, isEstimated: estimate > 0))
  }

  private func height(of row: Item, _ width: Double, _ metrics: ListMetrics) -> (Double, Bool) {
    if let size = row.size { return (stack.pixel(size.height), false) }
    let shows = row.content != nil
    if let ratio = row.aspectRatio { return (stack.pixel(width / ratio), shows) }
    if let size = row.estimatedSize { return (stack.pixel(size.height), true) }
    let estimate = metrics.estimatedRowHeight
    switch metrics.rowHeight {
    case .points(let height): return (stack.pixel(height), shows)
    case .automatic where estimate == 0: return (44, shows)
    case .automatic: return (stack.pixel(estimate ?? 44), true)
    case nil: return (estimate ?? 0) > 0 ? (stack.pixel(estimate!), true) : (44, shows)
    }
  }

  private func metrics(of section: Sample.Section) -> ListMetrics {
    var metrics = layout.metrics
    guard let own = section.metrics.metrics(ListMetrics.self) else { return metrics }
    if let value = own.rowHeight { metrics.rowHeight = value }
    if let value = own.estimatedRowHeight { metrics.estimatedRowHeight = value }
    if let value = own.$sectionHeaderHeight { metrics.sectionHeaderHeight = value }
    if let value = own.$sectionFooterHeight { metrics.sectionFooterHeight = value }
    if let value = own.$estimatedSectionHeaderHeight { metrics.estimatedSectionHeaderHeight = value }
    if let value = own.$estimatedSectionFooterHeight { metrics.estimatedSectionFooterHeight = value }
    if let value = own.$sectionHeaderTopPadding { metrics.sectionHeaderTopPadding = value }
    if let value = own.$indentationWidth { metrics.indentationWidth = value }
    if let value = own.sectionInset { metrics.sectionInset = value }
    if let value = own.separator { metrics.separator = value }
    if let value = own.$rowSpacing { metrics.rowSpacing = value }
    return metrics
  }
}
