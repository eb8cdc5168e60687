/// Rows that repeat: some alike, then one with a single item, and so on. Numbers in place of any array.
struct JustifiedRowCycle: Sendable {
  /// How often the rows repeat.
  let count: Int
  /// Rows alike in each turn.
  let rows: Int
  let itemsPerRow: Int
  /// From the start of such a row to the start of the next.
  let pitch: Double
  /// The same of the breakout behind them, which has one item; nil where there is none.
  let breakoutPitch: Double?

  private var rowsPerTurn: Int { rows + (breakoutPitch == nil ? 0 : 1) }
  private var itemsPerTurn: Int { rows * itemsPerRow + (breakoutPitch == nil ? 0 : 1) }
  private var turnLength: LengthSum { rows * LengthSum(pitch) + LengthSum(breakoutPitch ?? 0) }

  var rowCount: Int { count * rowsPerTurn }

  var totals: JustifiedRowTotals {
    JustifiedRowTotals(items: count * itemsPerTurn, length: count * turnLength)
  }

  func items(of row: Int) -> Range<Int> {
    let (turn, place) = row.quotientAndRemainder(dividingBy: rowsPerTurn)
    let first = turn * itemsPerTurn + place * itemsPerRow
    return first..<first + (place < rows ? itemsPerRow : 1)
  }

  func offset(of row: Int) -> LengthSum {
    let (turn, place) = row.quotientAndRemainder(dividingBy: rowsPerTurn)
    return turn * turnLength + place * LengthSum(pitch)
  }

  /// The first row that reaches beyond `place`, or one shortly before it, or the last.
  func row(beyond place: Double) -> Int {
    let length = turnLength.value
    guard place > 0, length > 0 else { return 0 }
    let turn = Self.index(place / length, below: count)
    let rest = place - Double(turn) * length
    return turn * rowsPerTurn + (pitch > 0 ? Self.index(rest / pitch, below: rowsPerTurn) : 0)
  }

  func row(of item: Int) -> Int {
    let (turn, place) = item.quotientAndRemainder(dividingBy: itemsPerTurn)
    return turn * rowsPerTurn + (itemsPerRow > 0 ? min(rows, place / itemsPerRow) : 0)
  }

  private static func index(_ quotient: Double, below count: Int) -> Int {
    quotient < Double(count) ? Int(clamping: max(0, quotient)) : count - 1
  }
}
