/// The items of a section, in order, as chunks with columns and runs.
///
/// A builder makes a sequence of described items:
///
/// ```swift
/// var builder = ItemSequenceBuilder()
/// builder.append(Item(id: "cover", size: Size(width: 320, height: 200)))
/// builder.append(Item(id: "text"))
/// let article = builder.finish()
/// let length = article.count  // 2
/// let first = article.id(at: 0)  // "cover"
///
/// // Items about which nothing is known are only counted.
/// let photos = ItemSequence(count: 1_000_000)
/// ```
public struct ItemSequence: Sendable {
  let chunks: SummaryTree<ItemChunk>

  init(_ chunks: ContiguousArray<ItemChunk>) {
    self.chunks = SummaryTree(chunks)
  }

  init(_ chunks: SummaryTree<ItemChunk>) {
    self.chunks = chunks
  }

  /// A run of `count` items.
  ///
  /// - Complexity: O(1) in time and memory.
  public init(count: Int) {
    self.init(count == 0 ? [] : [ItemChunk(run: count)])
  }

  /// The number of items.
  ///
  /// - Complexity: O(1).
  public var count: Int { chunks.totals.items }

  /// The traits of all items together.
  ///
  /// - Complexity: O(1).
  var traits: ItemTraits { chunks.totals.traits }

  /// The description of an item; nil if there is no such item.
  ///
  /// - Complexity: O(log n) for n items.
  public func item(at index: Int) -> Item? {
    find(index).map { $0.chunk.columns.item(at: $0.place) }
  }

  /// The id of an item; nil if it has none or does not exist.
  ///
  /// - Complexity: O(log n) for n items.
  public func id(at item: Int) -> String? {
    guard let (chunk, place) = find(item), !chunk.ids.isEmpty else { return nil }
    return chunk.ids[place]
  }

  /// The number of visits that `forEachColumns` makes.
  ///
  /// - Complexity: O(1).
  package var columnsCount: Int { chunks.leafCount }

  /// Visits all items in order, several at a time: up to `ItemColumns.limit` with columns, or a run of any length.
  ///
  /// - Complexity: O(k) for k visits: columns are not copied.
  package func forEachColumns(_ visit: (ItemColumns) -> Void) {
    chunks.walk { visit($0.columns) }
  }

  /// The chunk that holds an item, and the item's index in the chunk; nil if there is no such item.
  func find(_ item: Int) -> (chunk: ItemChunk, place: Int)? {
    guard item >= 0, item < count,
      let position = chunks.leaf(beyond: Double(item), by: { Double($0.items) })
    else { return nil }
    return (position.leaf, item - position.before.items)
  }
}
