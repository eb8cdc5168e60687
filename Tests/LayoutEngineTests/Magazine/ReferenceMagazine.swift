@testable import LayoutEngine

/// A magazine the slow, obvious way: the items dealt out into rows, rows stacked from the top of the content.
struct ReferenceMagazine {
  typealias Element = ReferenceStack.Element

  let layout: MagazineLayout
  let container: Container

  private var breadth: Double {
    max(0, container.size.width - container.insets.left - container.insets.right)
  }

  private func pixel(_ value: Double) -> Double { ReferenceStack.pixel(value, container.scale) }

  func solve(_ sections: [Sample.Section], visible: Rect?) -> ReferenceStack.Answer {
    let window = visible.map { visible in
      let top = visible.y + container.insets.top
      return (
        top: top, bottom: top + max(0, visible.height - container.insets.top - container.insets.bottom)
      )
    }
    var elements: [Element] = []
    var top = 0.0
    for (index, section) in sections.enumerated() {
      elements += solve(section, index, window, &top)
    }
    let size = Size(width: breadth, height: top)
    return ReferenceStack.Answer(
      contentSize: size, elements: elements,
      frames: elements.map { element in
        let x = element.across
        return Rect(
          x: container.direction == .leftToRight ? x : breadth - x - element.breadth, y: element.along,
          width: element.breadth, height: element.length)
      })
  }

  /// The elements of a section that begins at `top`, which moves to its end.
  private func solve(
    _ section: Sample.Section, _ index: Int, _ window: (top: Double, bottom: Double)?, _ top: inout Double
  ) -> [Element] {
    let metrics = metrics(of: section)
    let insets = metrics.sectionInsets
    let start = top
    var header = strip("header", section.header, metrics)
    var footer = strip("footer", section.footer, metrics)
    var y = start + insets.top
    header.along = y
    y += header.length
    var cells: [Element] = []
    if !section.items.isEmpty {
      y += metrics.itemInsets.top
      cells = self.cells(of: section.items, metrics, &y)
      y += metrics.itemInsets.bottom
    }
    footer.along = y
    top = max(start, y + footer.length + insets.bottom)

    if section.header?.pinsToVisibleBounds == true { header.pins = .start }
    if section.footer?.pinsToVisibleBounds == true { footer.pins = .end }
    if let window { pin(&header, &footer, section, window) }
    var elements = [header].filter { $0.length > 0 } + cells + [footer].filter { $0.length > 0 }
    if section.hasBackground {
      elements.append(
        Element(
          kind: "background", along: start + insets.top, across: insets.left,
          length: pixel(max(0, top - start - insets.top - insets.bottom)), breadth: header.breadth,
          appearance: Appearance(zIndex: -1)))
    }
    for place in elements.indices { elements[place].section = index }
    return elements
  }

  private func pin(
    _ header: inout Element, _ footer: inout Element, _ section: Sample.Section,
    _ window: (top: Double, bottom: Double)
  ) {
    let (headerTop, footerTop) = (header.along, footer.along)
    if section.header?.pinsToVisibleBounds == true, header.length > 0 {
      header.along = max(headerTop, min(window.top, footerTop - header.length))
      header.markPinned(from: headerTop)
    }
    if section.footer?.pinsToVisibleBounds == true, footer.length > 0 {
      footer.along = min(footerTop, max(window.bottom - footer.length, header.along + header.length))
      footer.markPinned(from: footerTop)
    }
  }

  private func strip(_ kind: String, _ view: Supplementary?, _ metrics: MagazineMetrics) -> Element {
    let insets = metrics.sectionInsets
    var length = pixel(view?.size?.height ?? view?.estimatedSize?.height ?? 0)
    let isOpen = view?.size == nil && view?.content != nil
    if isOpen, length == 0 { length = pixel(44) }
    return Element(
      kind: kind, along: 0, across: insets.left, length: length,
      breadth: pixel(max(0, breadth - insets.left - insets.right)),
      isEstimated: isOpen || view?.size == nil && view?.estimatedSize != nil)
  }
}

extension ReferenceMagazine {
  private func cells(of items: [Item], _ metrics: MagazineMetrics, _ y: inout Double) -> [Element] {
    var cells: [Element] = []
    let rows = rows(of: items)
    for (index, row) in rows.enumerated() {
      let mode = items[row[0]].sizeMode ?? .default
      let (x, share) = share(rowWidth(mode.width), metrics)
      func parts(_ item: Int) -> Int { items[item].sizeMode?.width == .twoThirds ? 2 : 1 }
      func width(_ item: Int) -> Double {
        Double(parts(item)) * share + Double(parts(item) - 1) * metrics.horizontalSpacing
      }
      let heights = row.map { height(of: items[$0], width($0)) }
      let highest = heights.map(\.points).max()!
      for (place, item) in row.enumerated() {
        let stretches = items[item].sizeMode?.height == .dynamicAndStretchToTallestItemInRow
        cells.append(
          Element(
            kind: "cell", item: item, along: y,
            across: x + Double(row[..<place].map(parts).reduce(0, +)) * (share + metrics.horizontalSpacing),
            length: stretches ? highest : heights[place].points, breadth: width(item),
            isEstimated: heights[place].isEstimated, appearance: items[item].appearance))
      }
      y += index == rows.count - 1 ? highest : max(0, highest + metrics.verticalSpacing)
    }
    return cells
  }

  /// Two thirds share rows with thirds.
  private func rowWidth(_ width: MagazineSizeMode.Width) -> MagazineSizeMode.Width {
    width == .twoThirds ? .third : width
  }

  /// The numbers of the items in each row: streaks of one width mode, cut where they fill a row.
  private func rows(of items: [Item]) -> [[Int]] {
    var streaks: [[Int]] = []
    for index in items.indices {
      let width = rowWidth((items[index].sizeMode ?? .default).width)
      if index > 0, rowWidth((items[index - 1].sizeMode ?? .default).width) == width {
        streaks[streaks.count - 1].append(index)
      } else {
        streaks.append([index])
      }
    }
    return streaks.flatMap { streak -> [[Int]] in
      var perRow = 1
      if case .fractional(let divisor) = rowWidth((items[streak[0]].sizeMode ?? .default).width) {
        perRow = divisor
      }
      var rows: [[Int]] = []
      var free = 0
      for item in streak {
        let parts = items[item].sizeMode?.width == .twoThirds ? 2 : 1
        if parts > free {
          rows.append([])
          free = perRow
        }
        rows[rows.count - 1].append(item)
        free -= parts
      }
      return rows
    }
  }

  /// Where a row's first item stands, and how wide its items are.
  private func share(_ mode: MagazineSizeMode.Width, _ metrics: MagazineMetrics) -> (x: Double, width: Double)
  {
    let section = breadth - metrics.sectionInsets.left - metrics.sectionInsets.right
    let left = metrics.sectionInsets.left
    let inside = section - metrics.itemInsets.left - metrics.itemInsets.right
    switch mode {
    case .fullWidth(respectsItemInsets: false):
      return (left, max(0, pixel(section)))
    case .fullWidth(respectsItemInsets: true):
      return (left + metrics.itemInsets.left, max(0, pixel(inside)))
    case .fractional(let divisor):
      let gaps = Double(divisor - 1) * metrics.horizontalSpacing
      return (left + metrics.itemInsets.left, max(0, pixel((inside - gaps) / Double(divisor))))
    case .twoThirds:
      preconditionFailure("rows are shared by thirds")
    }
  }

  private func height(of item: Item, _ width: Double) -> (points: Double, isEstimated: Bool) {
    let mode = item.sizeMode ?? .default
    if mode.height == .static, let points = mode.points { return (pixel(points), false) }
    if let size = item.size { return (pixel(size.height), false) }
    if let ratio = item.aspectRatio {
      return (pixel(width / ratio), mode.height != .static && item.content != nil)
    }
    if mode.height == .static { return (150, false) }
    return (pixel(mode.points ?? item.estimatedSize?.height ?? 150), true)
  }

  private func metrics(of section: Sample.Section) -> MagazineMetrics {
    var metrics = layout.metrics
    guard let own = section.metrics.metrics(MagazineMetrics.self) else { return metrics }
    if let value = own.$verticalSpacing { metrics.verticalSpacing = value }
    if let value = own.$horizontalSpacing { metrics.horizontalSpacing = value }
    if let value = own.$sectionInsets { metrics.sectionInsets = value }
    if let value = own.$itemInsets { metrics.itemInsets = value }
    return metrics
  }
}
