/// Places the items of a section line by line, from their sizes and the rule of the lines.
struct FlowLinePlacer {
  private let line: FlowLineRule
  private let sizing: FlowSizing
  private let itemCount: Int
  private var cursor: ItemCursor
  /// The sizes of the cursor's chunk if they are all that decides how its items are placed; otherwise empty.
  private var plainSizes: ContiguousArray<Size> = []
  private var scratch = FlowLineScratch()
  /// The query's space is like this one.
  private let likeness: QuerySpace.Likeness

  /// A placer for lines from that of an item on; nil if there is no such item.
  init?(_ section: FlowSection, from item: Int, for collector: borrowing ElementCollector) {
    guard let cursor = ItemCursor(section.items, at: item) else { return nil }
    line = section.line
    sizing = section.sizing
    itemCount = section.items.count
    self.cursor = cursor
    likeness = collector.querySpace.likeness
    enterChunk()
  }

  private mutating func enterChunk() {
    let chunk = cursor.chunk
    plainSizes = chunk.isFullySized && chunk.appearances.isEmpty ? chunk.sizes : []
  }

  /// Adds the cells of a line, which begins at a place along the scroll direction.
  ///
  /// - Parameter items: at or behind those of the line before.
  /// - Complexity: O(k) for k items.
  @inline(__always)
  mutating func addLine(of items: Range<Int>, at along: Double, to collector: inout ElementCollector) {
    if items.lowerBound >= cursor.end {
      cursor.move(to: items.lowerBound)
      enterChunk()
    }
    if !plainSizes.isEmpty, items.upperBound <= cursor.end {
      switch likeness {
      case .plain: addPlainLine(of: items, at: along, in: PlainSpace(), to: &collector)
      case .snapped: addPlainLine(of: items, at: along, in: SnappedSpace(grid: line.grid), to: &collector)
      case .none: addPlainLine(of: items, at: along, in: collector.querySpace, to: &collector)
      }
    } else {
      addAnyLine(of: items, at: along, only: nil, to: &collector)
    }
  }

  /// Adds one cell of a line.
  ///
  /// - Complexity: O(k) for k items of the line.
  mutating func addCell(
    _ item: Int, of items: Range<Int>, at along: Double, to collector: inout ElementCollector
  ) {
    addAnyLine(of: items, at: along, only: item, to: &collector)
  }
}

extension FlowLinePlacer {
  /// Adds the cells of a line whose items are all in the cursor's chunk, and have sizes and nothing else.
  @inline(__always)
  private func addPlainLine(
    of items: Range<Int>, at along: Double, in space: some CellSpace, to collector: inout ElementCollector
  ) {
    let grid = space.grid
    let sizes = plainSizes.span.extracting(items.lowerBound - cursor.first..<items.upperBound - cursor.first)
    var breadths = LineBreadths()
    var lineLength = 0.0
    for place in sizes.indices {
      let size = space.axialSize(sizes[place])
      breadths.add(grid.nearest(size.breadth))
      lineLength = max(lineLength, grid.nearest(size.length))
    }
    let isFloored = line.floorsBreadths(breadths)
    if isFloored {
      breadths = LineBreadths()
      for place in sizes.indices { breadths.add(grid.floor(space.axialSize(sizes[place]).breadth)) }
    }
    let spread = line.spread(breadths, isLast: items.upperBound == itemCount)
    var across = line.leadingInset + spread.start
    collector.addPlainCells(items, in: space) { item in
      let size = space.axialSize(sizes[item - items.lowerBound])
      let breadth = isFloored ? grid.floor(size.breadth) : grid.nearest(size.breadth)
      let length = grid.nearest(size.length)
      let rect = AxialRect(
        along: along + line.offset(of: length, in: lineLength), across: across, length: length,
        breadth: breadth)
      across += breadth + spread.spacing
      return (rect, false)
    }
  }

  /// Adds the cells of a line, or one of them.
  @inline(never)
  private mutating func addAnyLine(
    of items: Range<Int>, at along: Double, only: Int?, to collector: inout ElementCollector
  ) {
    scratch.measure(items, of: &cursor, by: sizing, on: line.grid)
    enterChunk()
    if line.floorsBreadths(scratch.breadths) { scratch.floorBreadths(on: line.grid) }
    let spread = line.spread(scratch.breadths, isLast: items.upperBound == itemCount)
    let isPlain = scratch.appearances.isEmpty
    var across = line.leadingInset + spread.start
    for offset in 0..<scratch.entries.count {
      let entry = scratch.entries[offset]
      if only == nil || only == items.lowerBound + offset {
        collector.addCell(
          items.lowerBound + offset,
          AxialRect(
            along: along + line.offset(of: entry.length, in: scratch.lineLength), across: across,
            length: entry.length, breadth: entry.snappedBreadth),
          isEstimated: entry.isEstimated, appearance: isPlain ? nil : scratch.appearances[offset])
      }
      across += entry.snappedBreadth + spread.spacing
    }
  }
}
