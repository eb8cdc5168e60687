/// Lines and their sizes, without collapsed items (CSS Flexbox §4.4).
extension FlexContainer {
  /// Collects the items into lines and sizes these. Collapsed items are removed, after they have shown how large their lines
  /// would be across with them.
  mutating func makeLines() {
    breakLines()
    sizeLines()
    guard items.contains(where: { $0.isCollapsed }) else { return }
    collapseItems()
    sizeLines()
  }

  private mutating func sizeLines() {
    let mainSize = innerMainSize()
    for line in lines.indices {
      flex(line, to: mainSize)
      measureCrossSizes(of: line)
    }
  }

  /// Collects the other items into lines anew. A collapsed item is in the line of the item before it.
  private mutating func collapseItems() {
    var struts: [(precedingItems: Int, size: Double)] = []
    var precedingItems = 0
    for line in lines {
      for index in line.items {
        if items[index].isCollapsed {
          struts.append((precedingItems, line.crossSize))
        } else {
          precedingItems += 1
        }
      }
    }
    items.removeAll { $0.isCollapsed }
    lines = []
    breakLines()
    if lines.isEmpty { lines = [FlexLine(items: 0..<0)] }
    var line = 0
    for strut in struts {
      while lines[line].items.upperBound < strut.precedingItems { line += 1 }
      lines[line].strut = max(lines[line].strut, strut.size)
    }
  }

  /// The inner main size that the items of each line share.
  private func innerMainSize() -> Double {
    isColumn ? innerHeight(contents: lines.lazy.map { $0.hypotheticalSize }.max() ?? 0) : width ?? 0
  }
}
