/// Puts one item after the other into its column.
struct WaterfallPacker {
  private let rule: WaterfallRule
  private var columns: WaterfallColumns
  private var chunks: ContiguousArray<WaterfallChunk> = []
  /// Of the items that are being packed, in pixels; used again for the next.
  private var lengths = ContiguousArray<Double>(repeating: 0, count: ItemChunk.capacity)

  /// - Parameter itemCount: how many items come.
  init(_ rule: WaterfallRule, itemCount: Int) {
    self.rule = rule
    columns = WaterfallColumns(rule, itemCount: itemCount)
    chunks.reserveCapacity(itemCount / ItemChunk.capacity + 1)
  }

  /// - Complexity: O(n log c) for n items in c columns.
  mutating func take(_ chunk: ItemChunk) {
    for first in stride(from: 0, to: chunk.count, by: ItemChunk.capacity) {
      take(chunk, first..<min(first + ItemChunk.capacity, chunk.count))
    }
  }

  consuming func finish() -> SummaryTree<WaterfallChunk> { SummaryTree(chunks) }

  private mutating func take(_ chunk: ItemChunk, _ places: Range<Int>) {
    measure(places, of: chunk)
    var offsets = ContiguousArray<Double>(repeating: 0, count: places.count)
    var numbers = ContiguousArray<UInt16>(repeating: 0, count: rule.order == .shortest ? places.count : 0)
    columns.take(lengths, by: rule, offsets: &offsets, columns: &numbers)
    chunks.append(WaterfallChunk(chunk, offsets: offsets, columns: numbers, extent: extent(from: offsets)))
  }

  /// The heights first, by themselves: divisions that do not wait for one another overlap.
  private mutating func measure(_ places: Range<Int>, of chunk: ItemChunk) {
    let rule = rule
    var lengths = lengths.mutableSpan
    if chunk.isFullySized {
      for place in places { lengths[place] = rule.pixels(byAspectOf: chunk.sizes[place]) }
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
