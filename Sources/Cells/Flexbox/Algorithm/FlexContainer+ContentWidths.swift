/// The content widths of a container (CSS Flexbox §9.9).
extension FlexContainer {
  /// The widths that the items need, without the container's padding.
  mutating func contentWidths() -> ContentWidths {
    guard !solver.boxes[node].items.isEmpty else { return ContentWidths(least: 0, most: 0) }
    if !isColumn { return rowWidths() }
    return isMultiLine ? wrappingColumnWidths() : columnWidths()
  }

  private mutating func rowWidths() -> ContentWidths {
    makeItems()
    removeCollapsedItems()
    var widths = ContentWidths(least: 0, most: 0)
    for index in items {
      let item = solver.items[index]
      let own = solver.contribution(item.node, contributionRoom(item))
      widths.most += contribution(of: item, own.most) + item.mainMargins
      if isMultiLine {
        widths.least = max(widths.least, own.least + item.mainMargins)
      } else {
        widths.least += contribution(of: item, own.least) + item.mainMargins
      }
    }
    let gaps = itemGap * Double(max(0, items.count - 1))
    widths.most += gaps
    if !isMultiLine { widths.least += gaps }
    return positive(widths)
  }

  /// The contribution of an item: its base size where the item cannot grow or shrink to the width of its contents.
  private func contribution(of item: FlexItem, _ width: Double) -> Double {
    let base = item.base + item.mainPadding
    let cannotMove = width > base && item.grow == 0 || width < base && item.shrink == 0
    return cannotMove && !item.isContentBased ? item.hypothetical + item.mainPadding : width
  }

  private func columnWidths() -> ContentWidths {
    var widths = ContentWidths(least: 0, most: 0)
    for number in solver.boxes[node].items {
      let child = solver.children[number]
      let margins = solver.margins(child, percentWidth: nil).horizontal
      let own = solver.contribution(child, Room(height: height, percentHeight: height))
      widths.least = max(widths.least, own.least + margins)
      widths.most = max(widths.most, own.most + margins)
    }
    return positive(widths)
  }

  /// The columns side by side, each as wide as the widest of its items.
  private mutating func wrappingColumnWidths() -> ContentWidths {
    makeItems(isMeasuringColumns: true)
    makeLines()
    var widths = ContentWidths(least: 0, most: lineGap * Double(lines.count - 1))
    for line in lines { widths.most += solver.lines[line].crossSize }
    for number in solver.boxes[node].items {
      let child = solver.children[number]
      let margins = solver.margins(child, percentWidth: nil).horizontal
      let own = solver.contribution(child, Room(height: height, percentHeight: height))
      widths.least = max(widths.least, own.least + margins)
    }
    return positive(widths)
  }

  /// Negative margins make neither a width negative nor the minimum larger than the maximum.
  private func positive(_ widths: ContentWidths) -> ContentWidths {
    let least = max(0, widths.least)
    return ContentWidths(least: least, most: max(least, widths.most))
  }
}
