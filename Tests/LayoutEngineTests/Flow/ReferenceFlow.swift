@testable import LayoutEngine

/// Flow the slow, obvious way: every item in an array, one line after the other.
struct ReferenceFlow {
  let layout: FlowLayout
  let container: Container

  private struct Box {
    var breadth: Double
    var length: Double
    var isEstimated: Bool
    var item: Int
    var appearance: Appearance
  }

  private var isVertical: Bool { layout.scrollDirection == .vertical }

  private var stack: ReferenceStack {
    ReferenceStack(
      container: container, isVertical: isVertical, pinsHeaders: layout.sectionHeadersPinToVisibleBounds,
      pinsFooters: layout.sectionFootersPinToVisibleBounds)
  }

  func solve(_ sections: [Sample.Section], visible: Rect?) -> ReferenceStack.Answer {
    stack.solve(sections.map(solve), visible: visible)
  }

  /// How many items of a section are wider than its lines.
  func overWide(_ section: Sample.Section) -> Int {
    let metrics = metrics(of: section)
    return boxes(of: section, metrics).count { $0.breadth > room(metrics) * (1 + 1e-9) }
  }

  private func solve(_ section: Sample.Section) -> ReferenceStack.Section {
    let metrics = metrics(of: section)
    let inset = metrics.sectionInset
    let header = metrics.headerReferenceSize
    let footer = metrics.footerReferenceSize
    var solved = ReferenceStack.Section()
    solved.header = stack.strip(
      section.header, otherwise: .init(length: isVertical ? header.height : header.width))
    solved.footer = stack.strip(
      section.footer, otherwise: .init(length: isVertical ? footer.height : footer.width))
    solved.before = isVertical ? inset.top : inset.left
    solved.after = isVertical ? inset.bottom : inset.right

    let lines = lines(of: boxes(of: section, metrics), metrics)
    let fullLine = fullLine(of: section, metrics)
    var along = 0.0
    for (index, line) in lines.enumerated() {
      let length = line.map { stack.pixel($0.length) }.max()!
      solved.cells += place(
        line, at: along, length, fullLine: fullLine, isLast: index == lines.count - 1, metrics)
      solved.length = along + length
      along += max(0, length + metrics.minimumLineSpacing)
    }
    return solved
  }

  private func metrics(of section: Sample.Section) -> FlowMetrics {
    var metrics = layout.metrics
    guard let own = section.metrics.metrics(FlowMetrics.self) else { return metrics }
    if let value = own.$minimumLineSpacing { metrics.minimumLineSpacing = value }
    if let value = own.$minimumInteritemSpacing { metrics.minimumInteritemSpacing = value }
    if let value = own.$itemSize { metrics.itemSize = value }
    if let value = own.$sectionInset { metrics.sectionInset = value }
    if let value = own.$headerReferenceSize { metrics.headerReferenceSize = value }
    if let value = own.$footerReferenceSize { metrics.footerReferenceSize = value }
    return metrics
  }

  /// The margin at either side of a section, outside its insets.
  private var margin: Double {
    layout.sectionInsetReference != .fromLayoutMargins ? 0 : stack.breadth < 414 ? 16 : 20
  }

  private func room(_ metrics: FlowMetrics) -> Double {
    let inset = metrics.sectionInset
    let sides = isVertical ? inset.left + inset.right : inset.top + inset.bottom
    return max(0, stack.breadth - sides - 2 * margin)
  }

  private func estimate(_ metrics: FlowMetrics) -> Size? {
    switch layout.estimatedItemSize {
    case .none: nil
    case .size(let size): size.width == 0 && size.height == 0 ? nil : size
    case .automatic: metrics.itemSize
    }
  }

  private func boxes(of section: Sample.Section, _ metrics: FlowMetrics) -> [Box] {
    section.items.enumerated().map { index, item in
      var size = estimate(metrics) ?? metrics.itemSize
      var isEstimated = estimate(metrics) != nil || item.content != nil
      if let own = item.size {
        size = own
        isEstimated = false
      } else if let ratio = item.aspectRatio {
        let base = metrics.itemSize
        size =
          isVertical
          ? Size(width: base.width, height: base.width / ratio)
          : Size(width: base.height * ratio, height: base.height)
        isEstimated = item.content != nil
      } else if let own = item.estimatedSize {
        size = own
        isEstimated = true
      }
      return Box(
        breadth: isVertical ? size.width : size.height, length: isVertical ? size.height : size.width,
        isEstimated: isEstimated, item: index, appearance: item.appearance)
    }
  }

  private func lines(of boxes: [Box], _ metrics: FlowMetrics) -> [[Box]] {
    var lines: [[Box]] = []
    for box in boxes {
      if let line = lines.last {
        let taken = line.reduce(0) { $0 + $1.breadth + metrics.minimumInteritemSpacing }
        if taken + box.breadth <= room(metrics) * (1 + 1e-9) {
          lines[lines.count - 1].append(box)
          continue
        }
      }
      lines.append([box])
    }
    return lines
  }

  /// The line that items of the section's one size fill; nil where sizes are the items' own.
  private func fullLine(of section: Sample.Section, _ metrics: FlowMetrics) -> [Box]? {
    let isUniform = section.items.allSatisfy {
      $0.size == nil && $0.aspectRatio == nil && $0.estimatedSize == nil && $0.content == nil
    }
    guard isUniform, estimate(metrics) == nil else { return nil }
    let breadth = isVertical ? metrics.itemSize.width : metrics.itemSize.height
    let box = Box(breadth: breadth, length: 0, isEstimated: false, item: 0, appearance: .plain)
    let isEndless = breadth + metrics.minimumInteritemSpacing <= 0 && breadth <= room(metrics)
    let most = isEndless ? section.items.count : 2000
    return lines(of: Array(repeating: box, count: max(1, most)), metrics)[0]
  }

  private func place(
    _ line: [Box], at along: Double, _ length: Double, fullLine: [Box]?, isLast: Bool, _ metrics: FlowMetrics
  ) -> [ReferenceStack.Element] {
    let room = room(metrics)
    let minimum = metrics.minimumInteritemSpacing
    let nearest = { (box: Box) in stack.pixel(box.breadth) }
    let judged = fullLine ?? line
    let overflows =
      judged.count > 1
      && judged.map(nearest).reduce(0, +) + Double(judged.count - 1) * minimum > room * (1 + 1e-9)
    let snap = overflows ? { (box: Box) in floor(box.breadth) } : nearest

    let isStretched = layout.itemAlignment == .justified && !(isLast && fullLine == nil)
    let model = isStretched && isLast ? fullLine! : line
    let gaps = Double(model.count - 1)
    let slack = room - model.map(snap).reduce(0, +) - gaps * minimum
    var start = 0.0
    var spacing = minimum
    if isStretched {
      if gaps > 0 { spacing += slack / gaps } else { start = max(0, slack / 2) }
    } else if layout.itemAlignment == .center {
      start = max(0, slack / 2)
    } else if layout.itemAlignment == .trailing {
      start = max(0, slack)
    }

    let inset = metrics.sectionInset
    var across = margin + (isVertical ? inset.left : inset.top) + start
    return line.map { box in
      let own = stack.pixel(box.length)
      let shift =
        switch layout.lineAlignment {
        case .center: (length - own) / 2
        case .top: 0.0
        case .bottom: length - own
        }
      defer { across += snap(box) + spacing }
      return ReferenceStack.Element(
        kind: "cell", item: box.item, along: along + shift, across: across, length: own, breadth: snap(box),
        isEstimated: box.isEstimated, appearance: box.appearance)
    }
  }

  private func floor(_ value: Double) -> Double {
    guard let scale = container.scale else { return value }
    return (value * scale + 1e-9).rounded(.down) / scale
  }
}
