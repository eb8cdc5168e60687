import Cancellation

/// The solved cells of a magazine's section: its items and where their rows break.
///
/// No item's frame is stored. A row is found by bisection, and its items are placed when they are asked for.
struct MagazineSection: Sendable {
  let items: ItemSequence
  private var sharedRule: Shared<MagazineRowRule>
  let rows: SummaryTree<LineChunk>
  /// Up to the end of the last row.
  let length: Double

  var rule: MagazineRowRule { sharedRule.value }

  /// - Complexity: O(n) for n items that differ, O(1) for each run of items alike.
  init(_ items: ItemSequence, rule: MagazineRowRule) {
    self.items = items
    sharedRule = Shared(rule)
    var breaker = MagazineRowBreaker(rule: rule)
    var pace = Pace()
    items.chunks.forEachLeaf {
      breaker.take($0.leaf)
      return !pace.isOver(after: ItemChunk.pace)
    }
    (rows, length) = breaker.finish()
  }
}

extension MagazineSection: SectionBody {
  mutating func share(with other: MagazineSection) { sharedRule = sharedRule.sharing(other.sharedRule) }

  var overlap: Double { max(0, -rule.verticalSpacing) }

  /// Where spacing is broader than the room, items without breadth stand beyond it, as many as share a row.
  var sideReach: Double { abs(rule.horizontalSpacing) * Double(min(items.count, Int(Int32.max))) }

  var warning: BodyWarning? { nil }

  /// A cell is as broad as its place in the row, and as high as its content.
  func fittingRoom(of element: LayoutAttributes, along axis: ScrollAxis, in breadth: Double) -> FittingRoom {
    FittingRoom(acrossOf: element.frame, along: axis)
  }

  /// - Complexity: O(log n + f) for n items, of which f stand in the rows that are met.
  func addCells(meeting range: ClosedRange<Double>, to collector: inout ElementCollector) {
    let lowerBound = range.lowerBound - overlap
    guard let first = rows.leaf(beyond: lowerBound, by: { $0.length.value }) else { return }
    if range.upperBound == .infinity { collector.reserve(items.count) }
    guard var cursor = ItemCursor(items, at: first.before.items) else { return }
    rows.forEachLeaf(from: first.index) { position in
      let start = position.before.length
      for index in position.leaf.line(beyond: lowerBound - start.value)..<position.leaf.lineCount {
        let along = (start + position.leaf.offset(of: index)).value
        guard along <= range.upperBound, !collector.isStopped else { return false }
        place(row(index, at: position), at: along, only: nil, &cursor, &collector)
      }
      return true
    }
  }

  /// - Complexity: O(log n + r) for n items, of which r stand in the item's row.
  func addCell(_ item: Int, to collector: inout ElementCollector) {
    guard var cursor = ItemCursor(items, at: item),
      let position = rows.leaf(beyond: Double(item), by: { Double($0.items) })
    else { return }
    let index = position.leaf.line(of: item - position.before.items)
    let along = (position.before.length + position.leaf.offset(of: index)).value
    place(row(index, at: position), at: along, only: item, &cursor, &collector)
  }
}

extension MagazineSection {
  /// The items of a row, counted from the section's first.
  @inline(__always)
  private func row(_ index: Int, at position: SummaryTree<LineChunk>.Position) -> Range<Int> {
    let items = position.leaf.items(of: index)
    return position.before.items + items.lowerBound..<position.before.items + items.upperBound
  }

  /// Places the items of one row, or one of them.
  @inline(__always)
  private func place(
    _ row: Range<Int>, at along: Double, only: Int?, _ cursor: inout ItemCursor,
    _ collector: inout ElementCollector
  ) {
    cursor.move(to: row.lowerBound)
    let places = rule.places(of: cursor.chunk.sizeMode(of: row.lowerBound - cursor.first))
    // Rows of thirds alone have items of two places.
    var taken = 0
    if let only {
      taken = places.count == 3 ? shares(of: row.lowerBound..<only, cursor) : only - row.lowerBound
    }
    var rowHeight: Double?
    for item in only.map({ $0..<$0 + 1 }) ?? row {
      cursor.move(to: item)
      let place = item - cursor.first
      let mode = cursor.chunk.sizeMode(of: place)
      let breadth = places.breadth(of: mode)
      var height = rule.height(of: mode, at: place, in: cursor.chunk, breadth: breadth)
      if mode.height == .dynamicAndStretchToTallestItemInRow, row.count > 1 {
        if rowHeight == nil { rowHeight = self.height(of: row, places, cursor) }
        height.points = rowHeight!
      }
      collector.addCell(
        item,
        AxialRect(
          along: along, across: places.start + Double(taken) * places.pitch, length: height.points,
          breadth: breadth),
        isEstimated: height.isEstimated,
        appearance: cursor.chunk.appearances.isEmpty ? nil : cursor.chunk.appearances[place])
      taken += mode.shares
    }
  }

  /// How many places of their row some items take.
  private func shares(of items: Range<Int>, _ cursor: ItemCursor) -> Int {
    var cursor = cursor
    return items.reduce(0) { taken, item in
      cursor.move(to: item)
      return taken + cursor.chunk.sizeMode(of: item - cursor.first).shares
    }
  }

  /// The height of a row: that of its highest item.
  private func height(of row: Range<Int>, _ places: MagazineRowRule.Places, _ cursor: ItemCursor) -> Double {
    var cursor = cursor
    return row.reduce(0) { highest, item in
      cursor.move(to: item)
      let place = item - cursor.first
      let mode = cursor.chunk.sizeMode(of: place)
      return max(
        highest, rule.height(of: mode, at: place, in: cursor.chunk, breadth: places.breadth(of: mode)).points)
    }
  }
}
