/// Some consecutive items of a waterfall section: where each begins, and in which column.
final class WaterfallChunk: Sendable {
  /// A piece of a run has the whole run here, whose items are all alike.
  let items: ItemChunk
  /// Where items begin, in pixels from the body's start.
  let offsets: ContiguousArray<Double>
  /// Empty where items take the columns in turn: then an item's number says its column.
  let columns: ContiguousArray<UInt16>
  let totals: WaterfallTotals

  /// - Parameter extent: from the least offset to the greatest end, in pixels.
  init(
    _ items: ItemChunk, offsets: ContiguousArray<Double>, columns: ContiguousArray<UInt16>,
    extent: ClosedRange<Double>
  ) {
    self.items = items
    self.offsets = offsets
    self.columns = columns
    totals = WaterfallTotals(items: offsets.count, start: extent.lowerBound, end: extent.upperBound)
  }
}

extension WaterfallChunk: Summarized {}

/// A number of items and the extent that they lie in, in pixels, as a tree adds them up.
struct WaterfallTotals: Summary {
  var items: Int
  var start: Double
  var end: Double

  static let zero = WaterfallTotals(items: 0, start: .infinity, end: -.infinity)

  static func + (a: WaterfallTotals, b: WaterfallTotals) -> WaterfallTotals {
    WaterfallTotals(items: a.items + b.items, start: min(a.start, b.start), end: max(a.end, b.end))
  }

  func meets(_ range: ClosedRange<Double>) -> Bool {
    start <= range.upperBound && end >= range.lowerBound
  }
}
