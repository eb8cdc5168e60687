/// Lines and their sizes, without collapsed items (CSS Flexbox §4.4).
extension FlexContainer {
  /// Collects the items into lines and sizes these. Collapsed items are removed, after they have shown how large their lines
  /// would be across with them.
  mutating func makeLines() {
    breakLines()
    sizeLines()
    guard items.contains(where: { solver.items[$0].isCollapsed }) else { return }
    collapseItems()
    sizeLines()
  }

  private func sizeLines() {
    let mainSize = innerMainSize()
    for line in lines {
      flex(line, to: mainSize)
      measureCrossSizes(of: line)
    }
  }

  /// Collects the other items into lines anew. A collapsed item is in the line of the item before it.
  private mutating func collapseItems() {
    var struts: [(precedingItems: Int, size: Double)] = []
    var precedingItems = 0
    for line in lines {
      for index in solver.lines[line].items {
        if solver.items[index].isCollapsed {
          struts.append((precedingItems, solver.lines[line].crossSize))
        } else {
          precedingItems += 1
        }
      }
    }
    removeCollapsedItems()
    breakLines()
    if lines.isEmpty { lines = solver.lines.append(repeating: FlexLine(items: items), count: 1) }
    var line = lines.lowerBound
    for strut in struts {
      while solver.lines[line].items.upperBound - items.lowerBound < strut.precedingItems { line += 1 }
      solver.lines[line].strut = max(solver.lines[line].strut, strut.size)
    }
  }

  /// Removes the collapsed items.
  mutating func removeCollapsedItems() {
    var end = items.lowerBound
    for index in items where !solver.items[index].isCollapsed {
      solver.items[end] = solver.items[index]
      end += 1
    }
    items = items.lowerBound..<end
  }

  /// The inner main size that the items of each line share.
  private func innerMainSize() -> Double {
    isColumn
      ? innerHeight(contents: lines.lazy.map { solver.lines[$0].hypotheticalSize }.max() ?? 0) : width ?? 0
  }
}
