/// Puts one item after the other into its column.
struct WaterfallPacker {
  private let rule: WaterfallRule
  private var columns: WaterfallColumns
  private var chunks: ContiguousArray<WaterfallChunk> = []

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
    var offsets = ContiguousArray<Double>()
    var numbers = ContiguousArray<UInt16>()
    let keepsNumbers = rule.order == .shortest
    offsets.reserveCapacity(places.count)
    if keepsNumbers { numbers.reserveCapacity(places.count) }
    var start = Double.infinity
    var end = -Double.infinity
    for place in places {
      let length = rule.length(of: place, in: chunk).pixels
      let (column, offset) = columns.take(rule.advance(length))
      offsets.append(offset)
      if keepsNumbers { numbers.append(column) }
      start = min(start, offset)
      end = max(end, offset + length)
    }
    chunks.append(
      WaterfallChunk(chunk, offsets: offsets, columns: numbers, extent: start...end))
  }
}
