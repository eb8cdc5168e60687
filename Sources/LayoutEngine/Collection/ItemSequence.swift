/// The items of a section: chunks of columns and runs, in order.
public struct ItemSequence: Sendable {
  let chunks: SummaryTree<ItemChunk>

  init(_ chunks: ContiguousArray<ItemChunk>) {
    self.chunks = SummaryTree(chunks)
  }

  /// `count` items of which nothing else is said.
  ///
  /// - Complexity: O(1) in time and memory.
  public init(count: Int) {
    self.init(count == 0 ? [] : [ItemChunk(run: count)])
  }

  /// - Complexity: O(1).
  public var count: Int { chunks.totals.items }

  /// The id of an item that has one.
  ///
  /// - Complexity: O(log n) for n items.
  public func id(at item: Int) -> String? {
    guard let (chunk, place) = find(item), !chunk.ids.isEmpty else { return nil }
    return chunk.ids[place]
  }

  /// The chunk that holds an item, and the item's place in it.
  func find(_ item: Int) -> (chunk: ItemChunk, place: Int)? {
    guard item >= 0, item < count,
      let position = chunks.leaf(beyond: Double(item), by: { Double($0.items) })
    else { return nil }
    return (position.leaf, item - position.before.items)
  }

  /// Visits the pieces of chunks that hold the items of `range`, in order.
  ///
  /// - Complexity: O(log n + c) for n items and c chunks met.
  func forEachPiece(of range: Range<Int>, _ visit: (ItemChunk, _ places: Range<Int>, _ first: Int) -> Void) {
    guard !range.isEmpty,
      let start = chunks.leaf(beyond: Double(range.lowerBound), by: { Double($0.items) })
    else { return }
    chunks.forEachLeaf(from: start.index) { position in
      let first = position.before.items
      let piece = range.clamped(to: first..<first + position.leaf.count)
      if !piece.isEmpty {
        visit(position.leaf, piece.lowerBound - first..<piece.upperBound - first, piece.lowerBound)
      }
      return first + position.leaf.count < range.upperBound
    }
  }
}
