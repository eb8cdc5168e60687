/// A change to an item sequence, as its chunks see it.
struct ItemEdits: Sendable {
  /// Other chunks in place of a range of those before.
  struct Splice: Sendable {
    /// The chunks that go, by their place before.
    var range: Range<Int>
    var chunks: ContiguousArray<ItemChunk>
    /// The first item of the chunks that go, by its place before.
    var firstItem: Int
    /// The items that go or are described anew, by their place before; what else the chunks hold stays.
    var items: Range<Int>
    /// How many items there are in place of those.
    var newCount: Int
  }

  /// From the last to the first.
  var splices: [Splice] = []

  var isEmpty: Bool { splices.isEmpty }

  /// Makes the same change to a tree that has one leaf for each chunk.
  ///
  /// - Complexity: O(k (log n + t)) for k splices in a tree of n leaves, where a leaf takes t to make.
  func apply<Leaf: Summarized>(
    to tree: SummaryTree<Leaf>, _ transform: (ItemChunk) -> Leaf
  ) -> SummaryTree<Leaf> {
    var tree = tree
    for splice in splices {
      if splice.range.count == 1, splice.chunks.count == 1 {
        tree = tree.replacing(splice.range.lowerBound, with: transform(splice.chunks[0]))
        continue
      }
      tree = tree.replacing(splice.range, with: ContiguousArray(splice.chunks.lazy.map(transform)))
    }
    return tree
  }
}
