/// Which packed items meet a stretch of the scroll direction; all ranges are in pixels from the body's start.
extension WaterfallSection {
  typealias Tree = SummaryTree<WaterfallChunk>

  /// Adds the items that may meet `range`, where no item begins before the one that comes before it, or where
  /// `range` has no end.
  ///
  /// A chunk is opened if the extent of its items meets the range. As offsets never shrink from item to item, either
  /// one of its items meets the range, or it is the one chunk that begins before the range ends and goes on behind it.
  /// An item that meets the range either begins in it, in consecutive items, or reaches into it from before, at most
  /// one item a column: however tall that item is, the greatest end of its chunk covers it.
  ///
  /// - Complexity: O(c (log n + m) + f) for c columns, n items, m = 256 items a chunk and f found.
  func addSorted(_ tree: Tree, meeting range: ClosedRange<Double>, to collector: inout ElementCollector) {
    tree.forEachLeaf(where: { $0.meets(range) }) { position in
      let chunk = position.leaf
      for place in chunk.offsets.indices {
        let offset = chunk.offsets[place]
        guard offset <= range.upperBound else { return }
        let length = rule.length(of: place, in: chunk.items)
        if offset + length.pixels >= range.lowerBound { add(place, length, of: position, to: &collector) }
      }
    }
  }

  /// Adds the items that may meet `range`, where some take several columns and leave free space above them: later items
  /// may begin higher up.
  ///
  /// - Complexity: O(k (log n + m) + f) for n items, where the extents of k chunks of m = 256 items meet the range, and
  ///   f found.
  func addUnsorted(_ tree: Tree, meeting range: ClosedRange<Double>, to collector: inout ElementCollector) {
    tree.forEachLeaf(where: { $0.meets(range) }) { position in
      let chunk = position.leaf
      for place in chunk.offsets.indices where chunk.offsets[place] <= range.upperBound {
        let length = rule.length(of: place, in: chunk.items)
        if chunk.offsets[place] + length.pixels >= range.lowerBound {
          add(place, length, of: position, to: &collector)
        }
      }
    }
  }

  /// Adds the items that may meet `range`, where items take the columns in turn.
  ///
  /// Columns drift apart: their items in the range may be far apart in number, so that each column is searched
  /// for itself, from the row where the one before was found.
  ///
  /// - Complexity: O(c log² n + f log c) for c columns, n items and f found; O(c + f log c) if the columns are
  ///   about equally filled.
  func addColumns(_ tree: Tree, meeting range: ClosedRange<Double>, to collector: inout ElementCollector) {
    guard var column = WaterfallColumnSearch(tree, columnCount: rule.columnCount) else { return }
    // Spacing below zero makes an item reach beyond the start of the next.
    let lowerBound = range.lowerBound - max(0, -rule.spacing)
    var found = ContiguousArray<Int>()
    var row = 0
    for number in 0..<min(rule.columnCount, tree.totals.items) {
      column.enter(number)
      row = column.firstRow(beyond: lowerBound, near: row)
      // The item before the first that begins beyond the bound is the last that may reach over it.
      var next = max(0, row - 1)
      while next < column.rowCount, column.offset(ofRow: next) <= range.upperBound {
        found.append(column.item(ofRow: next))
        next += 1
      }
    }
    found.sort()
    for item in found {
      column.withChunk(of: item) { add($0, rule.length(of: $0, in: $1.leaf.items), of: $1, to: &collector) }
    }
  }
}
