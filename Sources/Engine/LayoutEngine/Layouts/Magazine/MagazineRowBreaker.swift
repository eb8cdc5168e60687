/// Breaks the items of a section into rows: a row ends where it is full, and where the width mode changes.
struct MagazineRowBreaker {
  private let rule: MagazineRowRule
  private var rows = LineBuilder()
  /// The row that is being filled: its mode, its places, its items and the places that these take.
  private var rowCode = MagazineSizeMode.default.rowCode
  private var places: MagazineRowRule.Places
  private var rowItems = 0
  private var takenPlaces = 0
  private var rowHeight = 0.0

  init(rule: MagazineRowRule) {
    self.rule = rule
    places = rule.places(of: .default)
  }

  /// Takes the items of a chunk.
  ///
  /// - Complexity: O(n), O(1) for a run.
  mutating func take(_ chunk: ItemChunk) {
    if chunk.isRunOfDefaultModes {
      take(run: chunk.count)
    } else {
      takeEach(of: chunk)
    }
  }

  private mutating func takeEach(of chunk: ItemChunk) {
    var (items, taken, highest) = (rowItems, takenPlaces, rowHeight)
    for place in 0..<chunk.count {
      let mode = chunk.sizeMode(of: place)
      if taken + mode.shares > places.count || mode.rowCode != rowCode {
        (rowItems, rowHeight) = (items, highest)
        openRow(of: mode)
        (items, taken, highest) = (0, 0, 0)
      }
      let height = rule.height(of: mode, at: place, in: chunk, breadth: places.breadth(of: mode))
      items += 1
      taken += mode.shares
      // Items that stretch count with their own height: the highest item of a row decides, whatever its mode.
      highest = max(highest, height.points)
    }
    (rowItems, takenPlaces, rowHeight) = (items, taken, highest)
  }

  /// Takes `count` items of the default mode, each a row of its own.
  private mutating func take(run count: Int) {
    openRow(of: .default)
    let height = rule.grid.nearest(rule.expectedHeight)
    // The last row stays open: the section ends where it ends, without spacing.
    if count > 1 { rows.append(run: count - 1, itemsPerLine: 1, pitch: rule.advance(height)) }
    (rowItems, takenPlaces, rowHeight) = (1, 1, height)
  }

  /// The rows, and their extent along the scroll direction, up to the end of the last.
  consuming func finish() -> (rows: SummaryTree<LineChunk>, length: Double) {
    guard rowItems > 0 else { return (SummaryTree([]), 0) }
    let last = rowHeight
    closeRow()
    let rows = rows.finish()
    return (rows, rows.totals.length.value - rule.advance(last) + last)
  }

  private mutating func openRow(of mode: MagazineSizeMode) {
    closeRow()
    if mode.rowCode != rowCode {
      rowCode = mode.rowCode
      places = rule.places(of: mode)
    }
  }

  private mutating func closeRow() {
    if rowItems > 0 { rows.append(items: rowItems, advance: rule.advance(rowHeight)) }
    rowItems = 0
    rowHeight = 0
  }
}
