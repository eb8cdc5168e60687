/// Many columns as the leaves of a tree in which the shorter of two goes up, of equals the first.
struct WaterfallTournament {
  /// By column; a power of two of them, of which those that are no columns never win.
  private var ends: ContiguousArray<Double>
  /// The winner below node i, whose children are 2i and 2i + 1; the leaves are not stored.
  private var winners: ContiguousArray<Int32>

  /// - Complexity: O(c) for c columns.
  init(columnCount: Int) { self.init(ContiguousArray(repeating: 0, count: columnCount)) }

  /// Columns that are filled up to `filled`.
  ///
  /// - Complexity: O(c) for c columns.
  init(_ filled: ContiguousArray<Double>) {
    var leafCount = 2
    while leafCount < filled.count { leafCount *= 2 }
    ends = filled
    ends.append(contentsOf: repeatElement(.infinity, count: leafCount - filled.count))
    winners = ContiguousArray(repeating: 0, count: leafCount)
    for node in (1..<leafCount).reversed() { winners[node] = winner(of: node) }
  }

  /// Fills the shortest column and returns it and where it ended.
  ///
  /// - Complexity: O(log c) for c columns.
  mutating func fillShortest(by advance: Double) -> (column: Int, end: Double) {
    let column = Int(winners[1])
    let end = ends[column]
    ends[column] = end + advance
    var node = (ends.count + column) / 2
    while node > 0 {
      winners[node] = winner(of: node)
      node /= 2
    }
    return (column, end)
  }

  @inline(__always)
  private func winner(of node: Int) -> Int32 {
    let leafCount = ends.count
    let first: Int32
    let second: Int32
    if 2 * node >= leafCount {
      first = Int32(truncatingIfNeeded: 2 * node - leafCount)
      second = first + 1
    } else {
      first = winners[2 * node]
      second = winners[2 * node + 1]
    }
    return ends[Int(first)] <= ends[Int(second)] ? first : second
  }
}
