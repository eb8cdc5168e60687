import Cancellation

/// Puts one item after the other into its column.
struct WaterfallPacker {
  private let rule: WaterfallRule
  private var columns: WaterfallColumns
  /// Whether some items take several columns.
  private let areSpanned: Bool
  /// The first columns of the items that come, if they have theirs; else empty.
  private var kept: ArraySlice<UInt16>
  private var pace = Pace()
  private var chunks: ContiguousArray<WaterfallChunk> = []
  /// Of the items that are being packed, in pixels; used again for the next.
  private var lengths = ContiguousArray<Double>(repeating: 0, count: ItemChunk.capacity)

  /// - Parameters:
  ///   - itemCount: how many items come.
  ///   - areSpanned: whether some of them take several columns.
  ///   - kept: the first column of each item, if some take several and all have theirs; else empty.
  init(_ rule: WaterfallRule, itemCount: Int, areSpanned: Bool, keeping kept: ContiguousArray<UInt16> = []) {
    self.rule = rule
    self.areSpanned = areSpanned
    self.kept = kept[...]
    columns = WaterfallColumns(rule, itemCount: itemCount, areSpanned: areSpanned)
    chunks.reserveCapacity(itemCount / ItemChunk.capacity + 1)
  }

  /// - Complexity: O(n log c) for n items in c columns, O(n c) where some take several.
  mutating func take(_ chunk: ItemChunk) {
    // Where items take several columns, each of them looks at all.
    let steps = areSpanned ? ItemChunk.pace * rule.columnCount : ItemChunk.pace
    for first in stride(from: 0, to: chunk.count, by: ItemChunk.capacity) {
      take(chunk, first..<min(first + ItemChunk.capacity, chunk.count))
      if pace.isOver(after: steps) { return }
    }
  }

  /// Whether the computation should stop.
  var isStopped: Bool { pace.isStopped }

  consuming func finish() -> SummaryTree<WaterfallChunk> { SummaryTree(chunks) }

  private mutating func take(_ chunk: ItemChunk, _ places: Range<Int>) {
    measure(places, of: chunk)
    var offsets = ContiguousArray<Double>(repeating: 0, count: places.count)
    let hasNumbers = areSpanned || rule.order.seeksShortest
    var numbers = ContiguousArray<UInt16>(repeating: 0, count: hasNumbers ? places.count : 0)
    if areSpanned {
      let spans = ContiguousArray(places.lazy.map { [rule] in rule.span(of: $0, in: chunk) })
      columns.take(
        lengths, over: spans, keeping: kept.prefix(places.count), by: rule, offsets: &offsets,
        columns: &numbers)
      kept = kept.dropFirst(places.count)
    } else {
      columns.take(lengths, by: rule, offsets: &offsets, columns: &numbers)
    }
    chunks.append(WaterfallChunk(chunk, offsets: offsets, columns: numbers, extent: extent(from: offsets)))
  }

  /// The heights first, by themselves: divisions that do not wait for one another overlap.
  private mutating func measure(_ places: Range<Int>, of chunk: ItemChunk) {
    let rule = rule
    var lengths = lengths.mutableSpan
    if chunk.isFullySized, !chunk.hasSpans {
      for place in places {
        lengths[place] = rule.pixels(byAspectOf: chunk.sizes[place], across: rule.breadth)
      }
    } else {
      for place in places { lengths[place - places.lowerBound] = rule.length(of: place, in: chunk).pixels }
    }
  }

  private func extent(from offsets: ContiguousArray<Double>) -> ClosedRange<Double> {
    var start = Double.infinity
    var end = -Double.infinity
    for place in offsets.indices {
      start = min(start, offsets[place])
      end = max(end, offsets[place] + lengths[place])
    }
    return ClosedRange(ordered: start, end)
  }
}
