/// A change to an item sequence, as its chunks see it.
struct ItemEdits: Sendable {
  /// Other chunks in place of a range of those before, from the last range to the first.
  var chunks: [(range: Range<Int>, chunks: ContiguousArray<ItemChunk>)] = []

  /// Makes the same change to a tree that has one leaf for each chunk.
  func apply<Leaf: Summarized>(
    to tree: SummaryTree<Leaf>, _ transform: (ItemChunk) -> Leaf
  ) -> SummaryTree<Leaf> {
    var tree = tree
    for (range, chunks) in chunks {
      tree = tree.replacing(range, with: ContiguousArray(chunks.map(transform)))
    }
    return tree
  }
}

extension ItemSequence {
  /// What one edit does to a place before it.
  private enum Change {
    case remove
    case replace(Item)
  }

  /// The sequence after a batch: what `slots` says leaves it, what takes its slots comes from `arriving`.
  ///
  /// - Parameters:
  ///   - replaced: other descriptions of items that stay, by old place.
  ///   - arriving: the items in taken slots, by new place.
  /// - Complexity: O(k (log n + c)) for n items in chunks of c, for a batch of k.
  func applying(
    _ slots: SlotMap, replaced: [Int: Item], arriving: (Int) -> Item
  ) -> (items: ItemSequence, edits: ItemEdits) {
    var changes: [Int: Change] = [:]
    for place in slots.vacated { changes[place] = .remove }
    for (place, item) in replaced { changes[place] = .replace(item) }
    // New items go in front of the first kept item behind them; consecutive slots share one.
    var insertions: [Int: [Item]] = [:]
    for (index, slot) in slots.taken.enumerated() {
      let rank = slot - index
      insertions[min(slots.oldCount, slots.old(ofRank: rank)), default: []].append(arriving(slot))
    }
    let edits = edits(changes, insertions)
    let items = ItemSequence(edits.apply(to: chunks) { $0 })
    guard items.isFragmented else { return (items, edits) }
    let whole = items.defragmented()
    return (ItemSequence(whole), ItemEdits(chunks: [(0..<chunks.leafCount, whole)]))
  }

  /// Whether chunks have become so small that every search and every pass pays for it.
  private var isFragmented: Bool { chunks.leafCount > 64 && count < chunks.leafCount * 32 }

  /// The same items in chunks that are full, short runs among them.
  ///
  /// - Complexity: O(n); after so many edits that they have paid for it.
  private func defragmented() -> ContiguousArray<ItemChunk> {
    var builder = ItemSequenceBuilder(capacity: ItemChunk.capacity, shortRun: ItemChunk.capacity / 2)
    chunks.forEachLeaf {
      builder.append(0..<$0.leaf.count, of: $0.leaf)
      return true
    }
    return builder.finishChunks()
  }

  /// Chunk by chunk, from the last that changes to the first.
  private func edits(_ changes: [Int: Change], _ insertions: [Int: [Item]]) -> ItemEdits {
    let places = Set(changes.keys).union(insertions.keys).sorted()
    var edits = ItemEdits()
    var end = places.count
    while end > 0 {
      guard let found = chunkForEdit(at: places[end - 1]) else {
        edits.chunks.append((0..<0, rebuilt(nil, first: 0, places[..<end], changes, insertions)))
        return edits
      }
      var start = end
      while start > 0, places[start - 1] >= found.first { start -= 1 }
      edits.chunks.append(
        (
          found.index..<found.index + 1,
          rebuilt(found.chunk, first: found.first, places[start..<end], changes, insertions)
        ))
      end = start
    }
    return edits
  }

  /// The chunk that holds a place, or for the place behind the last item the last chunk.
  private func chunkForEdit(at place: Int) -> (chunk: ItemChunk, index: Int, first: Int)? {
    guard count > 0 else { return nil }
    let position = chunks.leaf(beyond: Double(min(place, count - 1)), by: { Double($0.items) })
    return position.map { ($0.leaf, $0.index, $0.before.items) }
  }

  private func rebuilt(
    _ chunk: ItemChunk?, first: Int, _ places: ArraySlice<Int>, _ changes: [Int: Change],
    _ insertions: [Int: [Item]]
  ) -> ContiguousArray<ItemChunk> {
    // Chunks that grow too large are split evenly, so that the next insertion does not split them again.
    let columns = chunk.map { $0.isBare ? 0 : $0.count } ?? 0
    let most = columns + places.reduce(0) { $0 + (insertions[$1]?.count ?? 0) }
    let parts = max(1, (most + ItemChunk.capacity - 1) / ItemChunk.capacity)
    var builder = ItemSequenceBuilder(capacity: max(1, (most + parts - 1) / parts))
    var next = 0
    for place in places {
      if let chunk { builder.append(next..<place - first, of: chunk) }
      next = place - first
      for item in insertions[place] ?? [] { builder.append(item) }
      switch changes[place] {
      case .remove: next += 1
      case .replace(let item):
        builder.append(item)
        next += 1
      case nil: break
      }
    }
    if let chunk { builder.append(next..<chunk.count, of: chunk) }
    return builder.finishChunks()
  }
}
