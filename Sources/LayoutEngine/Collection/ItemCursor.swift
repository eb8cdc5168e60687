/// Walks forward over the items of a section chunk by chunk, so that a pass over lines searches for each
/// chunk once, not for each line.
struct ItemCursor {
  private let items: ItemSequence
  private(set) var chunk: ItemChunk
  /// The first item of the chunk.
  private(set) var first: Int
  private(set) var end: Int

  /// A cursor on the chunk that holds `item`; nil where there is no such item.
  init?(_ items: ItemSequence, at item: Int) {
    guard let (chunk, place) = items.find(item) else { return nil }
    self.items = items
    self.chunk = chunk
    first = item - place
    end = first + chunk.count
  }

  /// Moves to the chunk that holds `item`, which is there.
  ///
  /// - Complexity: O(1) inside a chunk, O(log n) for n items from one chunk to another.
  @inline(__always)
  mutating func move(to item: Int) {
    if item < first || item >= end { search(item) }
  }

  @inline(never)
  private mutating func search(_ item: Int) {
    self = ItemCursor(items, at: item)!
  }
}
