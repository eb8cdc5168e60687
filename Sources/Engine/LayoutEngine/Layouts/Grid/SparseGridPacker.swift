/// Places items that span columns and lines, each behind the one before (`grid-auto-flow: row` of CSS).
///
/// The cursor never goes back, so that of each column only one number matters: up to where it is taken.
struct SparseGridPacker {
  /// For each column the first line from which on it is free.
  private var free: ContiguousArray<Int>
  /// The first line and column that the next item may take.
  private var line: Int
  private var column = 0

  init(columns: Int, from line: Int = 0) {
    free = ContiguousArray(repeating: line, count: columns)
    self.line = line
  }

  /// - Complexity: O(k) amortised for an item of k columns where most lines end in one place; O(c) for c
  ///   columns at worst.
  @inline(__always)
  mutating func place(_ span: GridSpan) -> GridPlace {
    let start = run(of: span.columns) ?? startFurtherDown(span.columns)
    column = start + span.columns
    for taken in start..<column { free[taken] = line + span.rows }
    return GridPlace(line: line, rows: span.rows, column: start)
  }

  /// Where so many columns begin that are free in the line, from the cursor on.
  @inline(__always)
  private func run(of columns: Int) -> Int? {
    var start = column
    var next = column
    while next - start < columns {
      guard start + columns <= free.count else { return nil }
      if free[next] > line { start = next + 1 }
      next += 1
    }
    return start
  }

  /// Moves the cursor to the first line below that has so many columns free.
  @inline(never)
  private mutating func startFurtherDown(_ columns: Int) -> Int {
    column = 0
    line += 1
    while true {
      if let start = run(of: columns) { return start }
      // Between here and where the next column becomes free nothing changes. Every item ends in one line, so that there
      // are no more such steps than items.
      line = free.reduce(Int.max) { $1 > line ? min($0, $1) : $0 }
    }
  }
}
