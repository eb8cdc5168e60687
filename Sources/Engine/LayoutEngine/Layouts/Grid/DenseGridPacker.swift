/// Places items that span columns and lines, each into the first hole that holds it (`grid-auto-flow: row dense` of
/// CSS).
///
/// Lines are rows of bits from the first that is not full on. Cells are only ever taken, so that the place
/// found for a span is where the search for its like begins.
struct DenseGridPacker {
  /// A span and the first line that may hold it.
  private struct Known {
    var span = GridSpan(columns: 0, rows: 0)
    var line = 0
  }

  private var taken: GridOccupancy
  private var known = ContiguousArray(repeating: Known(), count: 64)
  /// How many more words of bits may be looked at.
  private var budget = 1 << 24
  /// What every item adds to it.
  private static let allowance = 256
  /// Places the items that come when looking for holes has cost too much.
  private var fallback: SparseGridPacker?

  init(columns: Int) {
    taken = GridOccupancy(columns: columns)
  }

  /// - Complexity: O(1) amortised for n items where few spans are unlike, O(c) at worst for c columns: once
  ///   16 million words and 256 an item are spent on looking for holes, items are packed sparse.
  mutating func place(_ span: GridSpan) -> GridPlace {
    if fallback != nil { return fallback!.place(span) }
    let slot = (span.columns &* 31 &+ span.rows) & 63
    var line = known[slot].span == span ? max(known[slot].line, taken.firstLine) : taken.firstLine
    budget += DenseGridPacker.allowance
    while true {
      budget -= taken.words(in: span.rows)
      guard budget > 0 else { return giveUp(span) }
      if let column = taken.firstColumn(of: span, in: line) {
        known[slot] = Known(span: span, line: line)
        taken.take(span, line: line, column: column)
        return GridPlace(line: line, rows: span.rows, column: column)
      }
      line += 1
    }
  }

  private mutating func giveUp(_ span: GridSpan) -> GridPlace {
    var packer = SparseGridPacker(columns: taken.columns, from: taken.endLine)
    taken = GridOccupancy(columns: 1)
    let place = packer.place(span)
    fallback = packer
    return place
  }
}
