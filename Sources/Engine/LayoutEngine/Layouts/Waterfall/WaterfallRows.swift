/// A section whose items all say nothing of their size, however many: equal estimates in rows, by arithmetic alone.
///
/// Equal items fill the columns evenly, so that the shortest column is the one whose turn it is. Items without
/// an advance are the exception: they never fill the first column, and the shortest is always that one.
struct WaterfallRows: Sendable {
  let items: ItemSequence
  private let rule: WaterfallRule
  /// Items in a row.
  private let breadth: Int
  /// From the start of one row to the start of the next, in pixels.
  private let pitch: Double

  init(_ items: ItemSequence, rule: WaterfallRule) {
    self.items = items
    self.rule = rule
    pitch = rule.advance(rule.unsized)
    breadth = rule.order.seeksShortest && pitch == 0 ? 1 : rule.columnCount
  }

  /// Up to the end of the last row, in pixels.
  var end: Double { offset(of: items.count - 1) + rule.unsized }

  /// Where an item begins, in pixels from the body's start.
  func offset(of item: Int) -> Double { Double(item / breadth) * pitch }

  func column(of item: Int) -> Int { item % breadth }

  /// The items in rows that may meet `range`, which is in pixels.
  ///
  /// - Complexity: O(1).
  func items(meeting range: ClosedRange<Double>) -> Range<Int> {
    guard range.upperBound >= 0, range.lowerBound <= end else { return 0..<0 }
    let first = row(at: range.lowerBound - rule.unsized)
    let last = row(at: range.upperBound)
    return first * breadth..<min(items.count, (last + 1) * breadth)
  }

  /// The row that begins last at or before `place`; the first or the last where there is none such.
  private func row(at place: Double) -> Int {
    let last = (items.count - 1) / breadth
    if place <= 0 { return 0 }
    return place < Double(last) * pitch ? Int(clamping: place / pitch) : last
  }
}
