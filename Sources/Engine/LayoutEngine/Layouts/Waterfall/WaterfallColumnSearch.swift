/// Finds places in one column after the other, where item i stands in column i mod c.
///
/// Keeps the chunk it looked at last: neighbours in a row are neighbours in number.
struct WaterfallColumnSearch {
  private let tree: SummaryTree<WaterfallChunk>
  private let columnCount: Int
  private var position: SummaryTree<WaterfallChunk>.Position
  private var column = 0
  /// How many items the column has.
  private(set) var rowCount = 0

  /// Nil without items.
  init?(_ tree: SummaryTree<WaterfallChunk>, columnCount: Int) {
    guard let position = tree.leaf(beyond: 0, by: { Double($0.items) }) else { return nil }
    self.tree = tree
    self.columnCount = columnCount
    self.position = position
  }

  mutating func enter(_ column: Int) {
    self.column = column
    rowCount = (tree.totals.items - column + columnCount - 1) / columnCount
  }

  func item(ofRow row: Int) -> Int { row * columnCount + column }

  /// Where an item of the column begins, in pixels from the body's start.
  ///
  /// - Complexity: O(1) beside the item asked for before, O(log n) for n items elsewhere.
  mutating func offset(ofRow row: Int) -> Double {
    withChunk(of: item(ofRow: row)) { $1.leaf.offsets[$0] }
  }

  /// Calls `body` with an item's place in its chunk, and the chunk.
  mutating func withChunk<Result>(
    of item: Int, _ body: (Int, SummaryTree<WaterfallChunk>.Position) -> Result
  ) -> Result {
    let place = item - position.before.items
    if position.leaf.offsets.indices.contains(place) { return body(place, position) }
    position = tree.leaf(beyond: Double(item), by: { Double($0.items) })!
    return body(item - position.before.items, position)
  }

  /// The first row that begins beyond `bound`; `rowCount` if none does.
  ///
  /// - Complexity: O(log d) steps for a row d rows away from `guess`.
  mutating func firstRow(beyond bound: Double, near guess: Int) -> Int {
    var low = 0
    var high = rowCount
    var step = 1
    var row = min(guess, rowCount - 1)
    // Strides that double, toward the row that is sought, until it lies between two of them.
    while low < high, row >= low, row < high {
      if offset(ofRow: row) > bound {
        high = row
        row -= step
      } else {
        low = row + 1
        row += step
      }
      step *= 2
    }
    while low < high {
      let middle = (low + high) / 2
      if offset(ofRow: middle) > bound { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
