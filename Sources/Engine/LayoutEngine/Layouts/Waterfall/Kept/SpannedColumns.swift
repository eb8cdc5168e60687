import Cancellation

/// The columns of a section that keeps them, where some items take several. All of it is looked at for each change.
struct SpannedColumns {
  /// The first column of each item.
  private(set) var columns = ContiguousArray<UInt16>()
  /// Whether an item had no column that it keeps.
  private(set) var hasNewItems = false

  /// First the items fill the columns that they keep; then the others, in their order, go where they begin highest up.
  ///
  /// - Complexity: O(n c) for n items and c columns.
  init(_ items: ItemSequence, rule: WaterfallRule) {
    columns.reserveCapacity(items.count)
    var ends = WaterfallColumns(
      ends: ContiguousArray(repeating: 0, count: rule.columnCount), areSpanned: true)
    var others: [(chunk: ItemChunk, place: Int, item: Int)] = []
    var pace = Pace()
    items.chunks.forEachLeaf { position in
      let chunk = position.leaf
      for place in 0..<chunk.count {
        guard let column = SpannedColumns.keptColumn(of: place, in: chunk, rule) else {
          others.append((chunk, place, columns.count))
          columns.append(0)
          continue
        }
        columns.append(UInt16(truncatingIfNeeded: column))
        ends.fill(
          column, over: rule.span(of: place, in: chunk), advancing: SpannedColumns.advance(place, chunk, rule)
        )
      }
      return !pace.isOver(after: ItemChunk.pace * rule.columnCount)
    }
    hasNewItems = !others.isEmpty
    for (chunk, place, item) in others where !pace.isOver(after: rule.columnCount) {
      let column = ends.place(
        over: rule.span(of: place, in: chunk), advancing: SpannedColumns.advance(place, chunk, rule))
      columns[item] = UInt16(truncatingIfNeeded: column)
    }
  }

  /// The column that an item keeps; nil if it has none, or if it now takes more columns than there are behind it.
  static func keptColumn(of place: Int, in chunk: ItemChunk, _ rule: WaterfallRule) -> Int? {
    guard !chunk.keptColumns.isEmpty,
      let column = chunk.keptColumns[place].column(of: rule.columnCount),
      column + rule.span(of: place, in: chunk) <= rule.columnCount
    else { return nil }
    return column
  }

  private static func advance(_ place: Int, _ chunk: ItemChunk, _ rule: WaterfallRule) -> Double {
    rule.advance(rule.length(of: place, in: chunk).pixels)
  }
}
