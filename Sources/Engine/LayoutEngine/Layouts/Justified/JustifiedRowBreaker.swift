/// Breaks the items of a section into rows in one pass, by justified-layout's rule.
///
/// A row stays open while its aspect ratios fill less than its room at the highest height the tolerance
/// allows. The item that ends this closes the row, or, where the row comes nearer the target without it,
/// begins the next. Sums are carried along, in the order of the items.
struct JustifiedRowBreaker {
  let rule: JustifiedRowRule
  var open = JustifiedOpenRow()
  private(set) var rowCount = 0
  /// Whether the open row may be given to one item.
  private(set) var isBreakout: Bool
  /// Of the last row that was closed, unrounded and snapped.
  private var lastHeight = 0.0
  private var lastSnappedHeight = 0.0
  /// Whether items that do not fill the next row are as high as the last one.
  private var widowsFollow = false
  /// The chunk that is being filled.
  private var filled = JustifiedRowTotals.zero
  private var itemStarts: ContiguousArray<Int> = [0]
  private var offsets = PrefixSums()
  private var chunks: ContiguousArray<JustifiedRowChunk> = []

  init(rule: JustifiedRowRule) {
    self.rule = rule
    isBreakout = rule.isBreakout(0)
  }

  /// Whether the section has its most rows: further items are not placed.
  var isDone: Bool { rowCount >= rule.maximumRows }

  var rowsLeft: Int { rule.maximumRows - rowCount }

  /// Takes items one after the other, by their aspect ratios.
  ///
  /// - Complexity: O(n).
  mutating func take(_ aspects: some Sequence<Double>) {
    guard !isDone else { return }
    var open = open
    for aspect in aspects {
      let widened = open.adding(aspect)
      if rule.isOpen(widened), !isBreakout {
        open = widened
        continue
      }
      self.open = open
      take(aspect)
      if isDone { return }
      open = self.open
    }
    self.open = open
  }

  /// Takes one item.
  @inline(never)
  mutating func take(_ aspect: Double) {
    let widened = open.adding(aspect)
    if isBreakout, open.items == 0, rule.breaksOut(aspect) {
      close(widened)
    } else if rule.isOpen(widened) {
      open = widened
    } else if rule.takes(widened, insteadOf: open) {
      close(widened)
    } else {
      close(open)
      // An item in an empty row is never turned away, so this goes no deeper.
      if !isDone { take(aspect) }
    }
  }

  /// Takes an item that has a row for itself; the row before ends, and its items fill it.
  mutating func takeWholeRow(_ aspect: Double) {
    if open.items > 0 { close(open) }
    guard !isDone else { return }
    close(JustifiedOpenRow().adding(aspect))
    widowsFollow = false
  }

  /// Rows of items alike, in one chunk.
  mutating func append(_ cycle: JustifiedRowCycle, lastHeight: Double) {
    closeChunk()
    chunks.append(JustifiedRowChunk(cycle))
    noteRows(cycle.rowCount, lastHeight: lastHeight)
  }

  /// The rows, their extent up to the end of the last, and the height at which items stand in a last row that they do
  /// not fill.
  consuming func finish() -> (rows: SummaryTree<JustifiedRowChunk>, length: Double, widowHeight: Double?) {
    var widowHeight: Double?
    if open.items > 0, rule.showsWidows, !isDone {
      // Their widths are no more than the room: in justified-layout a widow may be wider than its row.
      widowHeight = min(widowsFollow ? lastHeight : rule.targetHeight, rule.room / open.aspects)
      closeRow(items: open.items, height: rule.height(natural: widowHeight!))
    }
    closeChunk()
    let rows = SummaryTree(chunks)
    guard rowCount > 0 else { return (rows, rule.lengthWithoutRows, nil) }
    return (rows, rows.totals.length.value - rule.advance(lastSnappedHeight) + lastSnappedHeight, widowHeight)
  }
}

extension JustifiedRowBreaker {
  /// Ends a row that its items fill; the next one is empty.
  private mutating func close(_ row: JustifiedOpenRow) {
    closeRow(items: row.items, height: rule.height(natural: rule.naturalHeight(row)))
    open = JustifiedOpenRow()
  }

  private mutating func closeRow(items: Int, height: Double) {
    noteRows(1, lastHeight: height)
    filled.items += items
    filled.length = filled.length.adding(rule.advance(lastSnappedHeight))
    itemStarts.append(filled.items)
    offsets.append(sum: filled.length)
    if offsets.count >= JustifiedRowChunk.capacity { closeChunk() }
  }

  private mutating func noteRows(_ count: Int, lastHeight: Double) {
    rowCount += count
    widowsFollow = !rule.isBreakout(rowCount - 1)
    isBreakout = rule.isBreakout(rowCount)
    self.lastHeight = lastHeight
    lastSnappedHeight = rule.grid.nearest(lastHeight)
  }

  private mutating func closeChunk() {
    guard offsets.count > 0 else { return }
    chunks.append(JustifiedRowChunk(itemStarts: itemStarts, offsets: offsets))
    filled = .zero
    itemStarts = [0]
    offsets = PrefixSums()
    itemStarts.reserveCapacity(JustifiedRowChunk.capacity + 1)
    offsets.reserveCapacity(JustifiedRowChunk.capacity)
  }
}
