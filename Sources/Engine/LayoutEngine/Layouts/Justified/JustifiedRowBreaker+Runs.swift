/// Items alike, in closed form: their rows are alike too, but for breakouts at their cadence.
extension JustifiedRowBreaker {
  /// Takes `count` items of one aspect ratio.
  ///
  /// - Complexity: O(1) in the number of items; O(r) for r items in a row, or O(1) where they are many.
  mutating func take(_ count: Int, of aspect: Double) {
    var left = finishOpenRow(with: count, of: aspect)
    guard left > 0, !isDone else { return }
    let row = fullRow(of: aspect, atMost: left)
    if rule.breakoutCadence > 0, rule.breaksOut(aspect) {
      left = takeCycles(left, of: aspect, row)
      guard left > 0, !isDone else { return }
    }
    left -= takeRows(rowsOf(row, in: left), of: row)
    if !isDone { widen(&open, with: left, of: aspect, whileBelow: .infinity) }
  }

  /// Fills the open row until it is closed, and returns how many of `count` items remain.
  private mutating func finishOpenRow(with count: Int, of aspect: Double) -> Int {
    guard count > 0, open.items > 0, !isDone else { return count }
    let rows = rowCount
    var left = count - widen(&open, with: count, of: aspect, whileBelow: rule.minimumAspect)
    while left > 0, rowCount == rows {
      take(aspect)
      left -= 1
    }
    guard rowCount > rows, open.items > 0 else { return left }
    // The row was closed without this item: it is the first of the rows that are all alike.
    open = JustifiedOpenRow()
    return left + 1
  }

  /// Takes the items up to the last breakout, in whole cycles of rows from one to the next.
  private mutating func takeCycles(_ count: Int, of aspect: Double, _ row: EqualRow?) -> Int {
    let cadence = rule.breakoutCadence
    let ahead = cadence - 1 - rowCount % cadence
    let rows = min(ahead, rowsOf(row, in: count))
    var left = count - takeRows(rows, of: row)
    guard rows == ahead, left > 0, !isDone else { return left }
    take(aspect)
    left -= 1
    let cycles = min(left / itemsPerCycle(row), rowsLeft / cadence)
    guard cycles > 0 else { return left }
    let height = rule.height(natural: rule.naturalHeight(JustifiedOpenRow().adding(aspect)))
    let cycle = JustifiedRowCycle(
      count: cycles, rows: cadence - 1, itemsPerRow: row?.items ?? 0,
      pitch: row.map { pitch($0.height) } ?? 0,
      breakoutPitch: pitch(height))
    append(cycle, lastHeight: height)
    return left - cycles * itemsPerCycle(row)
  }

  /// Items in the rows from one breakout to the next; more than there ever are, if such rows are none.
  private func itemsPerCycle(_ row: EqualRow?) -> Int {
    if rule.breakoutCadence == 1 { return 1 }
    guard let row else { return .max }
    let (items, overflow) = row.items.multipliedReportingOverflow(by: rule.breakoutCadence - 1)
    return overflow || items == .max ? .max : items + 1
  }

  /// Takes rows that are all alike, as far as `maxRows` lets it, and returns the number of their items.
  private mutating func takeRows(_ count: Int, of row: EqualRow?) -> Int {
    let rows = min(count, rowsLeft)
    guard let row, rows > 0 else { return 0 }
    let cycle = JustifiedRowCycle(
      count: 1, rows: rows, itemsPerRow: row.items, pitch: pitch(row.height), breakoutPitch: nil)
    append(cycle, lastHeight: row.height)
    return rows * row.items
  }

  private func pitch(_ height: Double) -> Double { rule.advance(rule.grid.nearest(height)) }

  /// One of many rows of items alike.
  private struct EqualRow {
    var items: Int
    /// Within the limits, unrounded.
    var height: Double
    /// Whether it takes one more item, which the row turns away, to close it.
    var needsNext: Bool
  }

  /// The row that items alike fill; nil where `count` of them do not.
  private func fullRow(of aspect: Double, atMost count: Int) -> EqualRow? {
    var row = JustifiedOpenRow()
    guard widen(&row, with: count, of: aspect, whileBelow: rule.minimumAspect) < count else { return nil }
    let widened = row.adding(aspect)
    let takesNext = rule.takes(widened, insteadOf: row)
    if takesNext { row = widened }
    return EqualRow(
      items: row.items, height: rule.height(natural: rule.naturalHeight(row)), needsNext: !takesNext)
  }

  private func rowsOf(_ row: EqualRow?, in count: Int) -> Int {
    guard let row else { return 0 }
    return (row.needsNext ? count - 1 : count) / row.items
  }

  /// Adds up to `count` items while their sum stays below a limit and the row can have more, and returns their number.
  ///
  /// Added one by one, as items that differ are, so that both come to the same sum; where a row holds very
  /// many, all but the last few at once.
  @discardableResult
  private func widen(
    _ row: inout JustifiedOpenRow, with count: Int, of aspect: Double, whileBelow limit: Double
  ) -> Int {
    let many = 65_536.0
    var left = count
    let most = rule.maximumPerRow - 1
    let fitting = min(Double(count), Double(most - row.items), (limit - row.aspects) / aspect)
    if fitting > many {
      let jump = Int(clamping: fitting - 2)
      row.items += jump
      row.aspects += Double(jump) * aspect
      left -= jump
    }
    while left > 0, row.items < most, row.aspects + aspect < limit {
      row = row.adding(aspect)
      left -= 1
    }
    return count - left
  }
}
