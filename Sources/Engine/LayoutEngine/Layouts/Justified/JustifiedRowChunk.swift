/// Some consecutive rows of a justified section, or rows of items alike that repeat.
final class JustifiedRowChunk: Sendable {
  static let capacity = 256

  let rowCount: Int
  /// For row i its first item, counted from the chunk's first; one more entry than rows. Empty in a cycle.
  private let itemStarts: ContiguousArray<Int>
  /// Where each row begins, from the chunk's start, and where the last ends, the spacing behind each included. Empty in a
  /// cycle.
  private let offsets: PrefixSums
  private let cycle: JustifiedRowCycle?

  init(itemStarts: ContiguousArray<Int>, offsets: PrefixSums) {
    rowCount = itemStarts.count - 1
    self.itemStarts = itemStarts
    self.offsets = offsets
    cycle = nil
  }

  init(_ cycle: JustifiedRowCycle) {
    rowCount = cycle.rowCount
    itemStarts = []
    offsets = .none
    self.cycle = cycle
  }

  /// The items of a row, counted from the chunk's first.
  func items(of row: Int) -> Range<Int> { cycle?.items(of: row) ?? itemStarts[row]..<itemStarts[row + 1] }

  /// Where a row begins, from the chunk's start.
  func offset(of row: Int) -> LengthSum { cycle?.offset(of: row) ?? offsets[row] }

  /// The first row that reaches beyond `place`, or the last.
  ///
  /// - Complexity: O(log n) for n rows; O(1) in a cycle.
  func row(beyond place: Double) -> Int {
    cycle?.row(beyond: place) ?? min(rowCount - 1, offsets.count(beyond: place) - 1).clampedToZero
  }

  /// The row that holds an item, counted from the chunk's first.
  ///
  /// - Complexity: O(log n) for n rows; O(1) in a cycle.
  func row(of item: Int) -> Int {
    cycle?.row(of: item) ?? (itemStarts.bisect { $0 > item } - 1).clampedToZero
  }
}

extension JustifiedRowChunk: Summarized {
  var totals: JustifiedRowTotals {
    cycle?.totals ?? JustifiedRowTotals(items: itemStarts[rowCount], length: offsets[rowCount])
  }
}

/// Items in rows and heights of rows with the spacing behind each, as a tree adds them up.
struct JustifiedRowTotals: Summary {
  var items: Int
  var length: LengthSum

  static let zero = JustifiedRowTotals(items: 0, length: .zero)

  static func + (a: JustifiedRowTotals, b: JustifiedRowTotals) -> JustifiedRowTotals {
    JustifiedRowTotals(items: a.items + b.items, length: a.length + b.length)
  }
}
