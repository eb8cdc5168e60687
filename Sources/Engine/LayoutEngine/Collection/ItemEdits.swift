/// A change to an item sequence, chunk by chunk.
struct ItemEdits: Sendable {
  /// New chunks in place of a range of the old ones.
  struct Splice: Sendable {
    /// The old chunks, by their old indices.
    var range: Range<Int>
    var chunks: ContiguousArray<ItemChunk>
    /// The first item of the old chunks, by its old index.
    var firstItem: Int
    /// The items that are removed or get a new description, by their old indices; the other items of the chunks stay.
    var items: Range<Int>
    /// The number of items in place of those.
    var newCount: Int
  }

  /// From the last to the first.
  var splices: [Splice] = []

  var isEmpty: Bool { splices.isEmpty }

  /// Makes the same change to a tree with one leaf for each chunk.
  ///
  /// - Complexity: O(k (log n + t)) for k splices in a tree of n leaves, where a leaf takes t to make; O(n + k t) if all
  ///   put one chunk in place of another.
  func apply<Leaf: Summarized>(
    to tree: SummaryTree<Leaf>, _ transform: (ItemChunk) -> Leaf
  ) -> SummaryTree<Leaf> {
    if splices.allSatisfy({ $0.range.count == 1 && $0.chunks.count == 1 }) {
      return tree.replacing(splices.map { ($0.range.lowerBound, transform($0.chunks[0])) })
    }
    var tree = tree
    for splice in splices {
      tree = tree.replacing(splice.range, with: ContiguousArray(splice.chunks.lazy.map(transform)))
    }
    return tree
  }
}
