extension ItemSequence {
  /// The number of filters that can be asked in the time of a search in all chunks.
  ///
  /// Four for each table of 64 chunks, as a search reads four words of it.
  ///
  /// - Complexity: O(1).
  var searchLength: Int {
    let chunkCount = chunks.leafCount
    return chunkCount <= SummaryTree<ItemChunk>.fanOut ? chunkCount : chunkCount / 16 + 4
  }

  /// Visits the chunks that may hold an id, each with its first item.
  ///
  /// - Parameters:
  ///   - hashes: the hash values of some ids.
  ///   - visit: takes the number of the hash in `hashes`, too. Hash by hash, or chunk by chunk: in no certain order.
  /// - Complexity: O(k c) for k ids in c chunks, with a word for each 16 chunks; O(n) for n items the first time.
  func forEachChunk(
    thatMayHold hashes: [Int], _ visit: (_ number: Int, _ chunk: ItemChunk, _ first: Int) -> Void
  ) {
    switch chunks.root {
    case .empty: return
    case .leaf(let chunk): chunk.ask(for: hashes, first: 0, visit)
    case .node(let node): node.ask(for: hashes, first: 0, visit)
    }
  }
}

extension ItemSequence {
  /// The index of the first item with an id; nil if there is none.
  ///
  /// - Complexity: O(c) for c chunks, with a word for each 16 of them; O(n) for n items the first time.
  func firstItem(withID id: String) -> Int? {
    var found: Int?
    let sought = IDColumn([id])
    let hash = sought.hash(at: 0)
    forEachChunk(thatMayHold: [hash]) { _, chunk, first in
      chunk.forEachPlace(of: 0, in: sought, hash) { found = Swift.min(found ?? .max, first + $0) }
    }
    return found
  }
}

extension ItemChunk {
  /// Visits the chunk for each hash of an id that it may hold.
  fileprivate func ask(for hashes: [Int], first: Int, _ visit: (Int, ItemChunk, Int) -> Void) {
    guard !ids.isEmpty else { return }
    let filter = idFilter
    for (number, hash) in hashes.enumerated() where filter?.mayHold(hash) ?? true {
      visit(number, self, first)
    }
  }
}

extension SummaryNode where Leaf == ItemChunk {
  fileprivate func ask(for hashes: [Int], first: Int, _ visit: (Int, ItemChunk, Int) -> Void) {
    switch children {
    case .nodes(let nodes):
      if let finder { return ask(finder, nodes, for: hashes, first: first, visit) }
      var first = first
      for (child, node) in nodes.enumerated() {
        node.ask(for: hashes, first: first, visit)
        first += childTotals[child].items
      }
    case .leaves(let chunks):
      var first = first
      for (child, chunk) in chunks.enumerated() {
        chunk.ask(for: hashes, first: first, visit)
        first += childTotals[child].items
      }
    }
  }

  private func ask(
    _ finder: ChunkFinder, _ nodes: ContiguousArray<SummaryNode>, for hashes: [Int], first: Int,
    _ visit: (Int, ItemChunk, Int) -> Void
  ) {
    let (table, unknown) = finder.table(of: nodes)
    for (number, hash) in hashes.enumerated() {
      var slots = table.columns(of: hash) | unknown
      while slots != 0 {
        let slot = slots.trailingZeroBitCount
        slots &= slots - 1
        guard let (chunk, before) = chunk(inSlot: slot, of: nodes) else { continue }
        visit(number, chunk, first + before)
      }
    }
  }

  /// The chunk in a slot, and the number of items before it in this node; nil if the slot is free.
  private func chunk(
    inSlot slot: Int, of nodes: ContiguousArray<SummaryNode>
  ) -> (chunk: ItemChunk, before: Int)? {
    let (child, index) = slot.quotientAndRemainder(dividingBy: SummaryTree<ItemChunk>.fanOut)
    guard child < nodes.count, case .leaves(let chunks) = nodes[child].children, index < chunks.count else {
      return nil
    }
    var before = 0
    for earlier in 0..<child { before += childTotals[earlier].items }
    for earlier in 0..<index { before += nodes[child].childTotals[earlier].items }
    return (chunks[index], before)
  }
}
