/// The items of a section: chunks of columns and runs, in order.
public struct ItemSequence: Sendable {
  let chunks: SummaryTree<ItemChunk>

  init(_ chunks: ContiguousArray<ItemChunk>) {
    self.chunks = SummaryTree(chunks)
  }

  init(_ chunks: SummaryTree<ItemChunk>) {
    self.chunks = chunks
  }

  /// `count` items of which nothing else is said.
  ///
  /// - Complexity: O(1) in time and memory.
  public init(count: Int) {
    self.init(count == 0 ? [] : [ItemChunk(run: count)])
  }

  /// - Complexity: O(1).
  public var count: Int { chunks.totals.items }

  /// What is said of any of the items.
  ///
  /// - Complexity: O(1).
  var traits: ItemTraits { chunks.totals.traits }

  /// What was said of an item; nil where there is none.
  ///
  /// - Complexity: O(log n) for n items.
  public func item(at index: Int) -> Item? {
    find(index).map { $0.chunk.item(at: $0.place) }
  }

  /// The id of an item that has one.
  ///
  /// - Complexity: O(log n) for n items.
  public func id(at item: Int) -> String? {
    guard let (chunk, place) = find(item), !chunk.ids.isEmpty else { return nil }
    return chunk.ids[place]
  }

  /// How many times `forEachColumns` visits some of the items.
  ///
  /// - Complexity: O(1).
  public var columnsCount: Int { chunks.leafCount }

  /// Visits all items in order, some at a time: up to `ItemColumns.limit`, or any number of counted ones.
  ///
  /// - Complexity: O(n) for n items that are not counted.
  public func forEachColumns(_ visit: (ItemColumns) -> Void) {
    chunks.walk { visit(ItemColumns($0)) }
  }

  /// The chunk that holds an item, and the item's place in it.
  func find(_ item: Int) -> (chunk: ItemChunk, place: Int)? {
    guard item >= 0, item < count,
      let position = chunks.leaf(beyond: Double(item), by: { Double($0.items) })
    else { return nil }
    return (position.leaf, item - position.before.items)
  }
}
