/// How far each column is filled while items are packed, in pixels, and which takes the next one.
struct WaterfallColumns {
  private struct Column {
    var end = 0.0
    var number: UInt16

    @inline(__always)
    func isBefore(_ other: Column) -> Bool {
      end < other.end || end == other.end && number < other.number
    }
  }

  /// Up to here, looking at every column is faster than keeping them in order.
  private static let scanLimit = 8

  /// By number; by height, as a binary heap, where the shortest of many is sought.
  private var columns: ContiguousArray<Column>
  private let order: WaterfallRule.Order
  /// The column whose turn it is.
  private var next = 0

  /// - Parameter itemCount: how many items come: columns behind the first that many stay empty.
  init(_ rule: WaterfallRule, itemCount: Int) {
    order = rule.order
    columns = ContiguousArray(
      (0..<min(rule.columnCount, itemCount)).map { Column(number: UInt16(truncatingIfNeeded: $0)) })
  }

  /// Gives the next item its column and the place where that ended, and fills it by `advance`.
  ///
  /// - Complexity: O(log c) for c columns.
  @inline(__always)
  mutating func take(_ advance: Double) -> (column: UInt16, offset: Double) {
    let index: Int
    switch order {
    case .inTurn, .inTurnFromLast:
      index = next
      next = next + 1 == columns.count ? 0 : next + 1
    case .shortest:
      index = columns.count <= WaterfallColumns.scanLimit ? shortest() : 0
    }
    let column = columns[index]
    columns[index].end = column.end + advance
    if order == .shortest, columns.count > WaterfallColumns.scanLimit { sinkFirst() }
    return (column.number, column.end)
  }

  @inline(__always)
  private func shortest() -> Int {
    var found = 0
    var end = columns[0].end
    for index in 1..<columns.count where columns[index].end < end {
      found = index
      end = columns[index].end
    }
    return found
  }

  /// Restores the heap's order after its first column grew.
  private mutating func sinkFirst() {
    let column = columns[0]
    var place = 0
    while true {
      var child = 2 * place + 1
      guard child < columns.count else { break }
      if child + 1 < columns.count, columns[child + 1].isBefore(columns[child]) { child += 1 }
      guard columns[child].isBefore(column) else { break }
      columns[place] = columns[child]
      place = child
    }
    columns[place] = column
  }
}
