/// Some consecutive items in columns that they keep, and how far they fill each column, as a tree adds them up.
struct KeptTotals: Summary {
  var items = 0
  /// Items whose descriptions do not have their columns yet.
  var newItems = 0
  /// Items that are in no column yet.
  var unplacedItems = 0
  /// In ascending order of columns, without those that have no item.
  var columns: ContiguousArray<KeptExtent> = []

  static let zero = KeptTotals()

  /// - Complexity: O(c) for c columns.
  static func + (a: KeptTotals, b: KeptTotals) -> KeptTotals {
    KeptTotals(
      items: a.items + b.items, newItems: a.newItems + b.newItems,
      unplacedItems: a.unplacedItems + b.unplacedItems, columns: joined(a.columns, b.columns))
  }

  /// The extent of a column; nil if it has no item.
  ///
  /// - Complexity: O(log c) for c columns.
  subscript(column: UInt16) -> KeptExtent? {
    let index = columns.bisect { $0.column >= column }
    return index < columns.count && columns[index].column == column ? columns[index] : nil
  }

  /// Puts an item behind the others of its column; returns where it begins there, in pixels.
  mutating func append(to column: UInt16, length: Double, advance: Double) -> LengthSum {
    let index = columns.bisect { $0.column >= column }
    let item = KeptExtent(column: column, length: LengthSum(advance), end: LengthSum(length))
    guard index < columns.count, columns[index].column == column else {
      columns.insert(item, at: index)
      return .zero
    }
    let start = columns[index].length
    columns[index] = columns[index].followed(by: item)
    return start
  }

  private static func joined(
    _ a: ContiguousArray<KeptExtent>, _ b: ContiguousArray<KeptExtent>
  ) -> ContiguousArray<KeptExtent> {
    if a.isEmpty { return b }
    if b.isEmpty { return a }
    var columns = ContiguousArray<KeptExtent>()
    columns.reserveCapacity(max(a.count, b.count))
    var (i, j) = (0, 0)
    while i < a.count, j < b.count {
      let (first, second) = (a[i], b[j])
      if first.column == second.column {
        columns.append(first.followed(by: second))
      } else {
        columns.append(first.column < second.column ? first : second)
      }
      if first.column <= second.column { i += 1 }
      if second.column <= first.column { j += 1 }
    }
    columns.append(contentsOf: a[i...])
    columns.append(contentsOf: b[j...])
    return columns
  }
}

/// How far some items fill a column, in pixels from where the first of them begins.
struct KeptExtent: Sendable {
  let column: UInt16
  /// To where the next item would begin.
  let length: LengthSum
  /// To the lowest end of an item.
  let end: LengthSum

  /// The extent of these items and others below them in the same column.
  func followed(by next: KeptExtent) -> KeptExtent {
    KeptExtent(
      column: column, length: length + next.length, end: KeptExtent.greater(end, length + next.end))
  }

  private static func greater(_ a: LengthSum, _ b: LengthSum) -> LengthSum {
    if a.coarse != b.coarse { return a.coarse > b.coarse ? a : b }
    return a.fine > b.fine ? a : b
  }
}
