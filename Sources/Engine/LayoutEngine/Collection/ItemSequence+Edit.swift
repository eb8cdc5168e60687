extension ItemSequence {
  /// A change at an old position.
  fileprivate struct Edit {
    enum Change {
      /// The item of this slot goes in front of the position.
      case insert(slot: Int)
      case remove
      case replace
    }

    /// The old index.
    var place: Int
    var change: Change
  }

  /// The sequence after a batch, in which items leave and take slots as `slots` says.
  ///
  /// - Parameters:
  ///   - replaced: new descriptions of items that stay, by old index.
  ///   - arriving: the items in taken slots, by new index.
  /// - Complexity: O(k (log n + c)) for n items in chunks of c, for a batch of k.
  func applying(
    _ slots: SlotMap, replaced: [Int: Item], arriving: (Int) -> Item
  ) -> (items: ItemSequence, edits: ItemEdits) {
    applying(Self.edits(slots, replaced.keys), { replaced[$0]! }, arriving)
  }

  /// The sequence with an item inserted at an index.
  ///
  /// - Complexity: O(log n + c) for n items in chunks of c.
  func inserting(_ item: Item, at place: Int) -> (items: ItemSequence, edits: ItemEdits) {
    applying([Edit(place: place, change: .insert(slot: place))], { _ in item }, { _ in item })
  }

  /// The sequence without the item at an index.
  ///
  /// - Complexity: O(log n + c) for n items in chunks of c.
  func removing(at place: Int) -> (items: ItemSequence, edits: ItemEdits) {
    applying([Edit(place: place, change: .remove)], { _ in Item() }, { _ in Item() })
  }

  /// The sequence with a new description of the item at an index.
  ///
  /// - Complexity: O(log n + c) for n items in chunks of c.
  func replacing(at place: Int, with item: Item) -> (items: ItemSequence, edits: ItemEdits) {
    applying([Edit(place: place, change: .replace)], { _ in item }, { _ in item })
  }

  /// The sequence with new descriptions of some items, by their indices, which must exist.
  ///
  /// - Complexity: O(k (log n + c)) for k of n items in chunks of c.
  package func replacing(_ items: [Int: Item]) -> ItemSequence {
    applying(.identity(count), replaced: items) { _ in Item() }.items
  }

  /// - Parameters:
  ///   - replaced: the new description of an item that stays, by old index.
  ///   - arriving: the items in taken slots, by new index.
  private func applying(
    _ edits: [Edit], _ replaced: (Int) -> Item, _ arriving: (Int) -> Item
  ) -> (items: ItemSequence, edits: ItemEdits) {
    let edits = splices(edits, replaced, arriving)
    let items = ItemSequence(edits.apply(to: chunks) { $0 })
    guard items.isFragmented else { return (items, edits) }
    let whole = items.defragmented()
    let splice = ItemEdits.Splice(
      range: 0..<chunks.leafCount, chunks: whole, firstItem: 0, items: 0..<count, newCount: items.count)
    return (ItemSequence(whole), ItemEdits(splices: [splice]))
  }

  /// All changes in the order of old positions; at one position, insertions come first.
  private static func edits(_ slots: SlotMap, _ replaced: some Collection<Int>) -> [Edit] {
    var edits: [Edit] = []
    edits.reserveCapacity(slots.taken.count + slots.vacated.count + replaced.count)
    for (index, slot) in slots.taken.enumerated() {
      // New items go in front of the first item behind them that stays; consecutive slots share it.
      let place = min(slots.oldCount, slots.old(ofRank: slot - index))
      edits.append(Edit(place: place, change: .insert(slot: slot)))
    }
    guard !slots.vacated.isEmpty || !replaced.isEmpty else { return edits }
    let inserted = edits.count
    for place in slots.vacated { edits.append(Edit(place: place, change: .remove)) }
    for place in replaced { edits.append(Edit(place: place, change: .replace)) }
    if inserted > 0 || !replaced.isEmpty { edits.sort { $0.precedes($1) } }
    return edits
  }

  /// Whether chunks have become so small that they slow down every search and every pass.
  private var isFragmented: Bool { chunks.leafCount > 64 && count < chunks.leafCount * 32 }

  /// The same items in full chunks, which take in short runs.
  ///
  /// - Complexity: O(n), which the edits that led here amortize.
  private func defragmented() -> ContiguousArray<ItemChunk> {
    var builder = ItemSequenceBuilder(capacity: ItemChunk.capacity, shortRun: ItemChunk.capacity / 2)
    chunks.forEachLeaf {
      builder.append(0..<$0.leaf.count, of: $0.leaf)
      return true
    }
    return builder.finishChunks()
  }

  /// The changes chunk by chunk, from the last chunk that changes to the first.
  private func splices(
    _ edits: [Edit], _ replaced: (Int) -> Item, _ arriving: (Int) -> Item
  ) -> ItemEdits {
    var result = ItemEdits()
    var end = edits.count
    while end > 0 {
      guard var found = chunkForEdit(at: edits[end - 1].place) else {
        let chunks = rebuilt(nil, first: 0, edits[..<end], replaced, arriving)
        result.splices.append(
          ItemEdits.Splice(range: 0..<0, chunks: chunks, firstItem: 0, items: 0..<0, newCount: end))
        return result
      }
      if let splice = boundary(of: &found, edits[..<end], arriving) {
        result.splices.append(splice)
        end -= splice.newCount
        continue
      }
      var start = end
      while start > 0, edits[start - 1].place >= found.first { start -= 1 }
      let own = edits[start..<end]
      let last = own[end - 1]
      let items = own[start].place..<(last.isInsertion ? last.place : last.place + 1)
      result.splices.append(
        ItemEdits.Splice(
          range: found.index..<found.index + 1,
          chunks: found.chunk.replacing(own, first: found.first, replaced)
            ?? rebuilt(found.chunk, first: found.first, own, replaced, arriving),
          firstItem: found.first, items: items,
          newCount: own.reduce(items.count) { $0 + $1.growth }))
      end = start
    }
    return result
  }

  private typealias Found = (chunk: ItemChunk, index: Int, first: Int)

  /// Handles insertions at the edge of a chunk that is full or a run, if nothing else happens in it: the chunk stays as
  /// it is. If the chunk before it has room, that becomes `found`, and the items join it; else they are a splice of
  /// their own.
  private func boundary(
    of found: inout Found, _ edits: ArraySlice<Edit>, _ arriving: (Int) -> Item
  ) -> ItemEdits.Splice? {
    let last = edits[edits.endIndex - 1]
    guard last.isInsertion else { return nil }
    let end = found.first + found.chunk.count
    guard last.place == found.first || last.place == end, found.chunk.isBare || found.chunk.isFull else {
      return nil
    }
    var start = edits.endIndex
    while start > edits.startIndex, edits[start - 1].place == last.place, edits[start - 1].isInsertion {
      start -= 1
    }
    let isBehind = last.place == end
    if isBehind {
      // Any other change in the chunk takes it apart.
      if start > edits.startIndex, edits[start - 1].place >= found.first { return nil }
    } else if found.index > 0 {
      let before = chunkForEdit(at: found.first - 1)!
      if !before.chunk.isBare, before.chunk.count + edits.endIndex - start <= ItemChunk.capacity {
        found = before
        return nil
      }
    }
    var builder = ItemSequenceBuilder()
    for edit in edits[start...] {
      if case .insert(let slot) = edit.change { builder.append(arriving(slot)) }
    }
    let place = found.index + (isBehind ? 1 : 0)
    return ItemEdits.Splice(
      range: place..<place, chunks: builder.finishChunks(), firstItem: last.place,
      items: last.place..<last.place, newCount: edits.endIndex - start)
  }

  /// The chunk that holds a position; the last chunk for the position behind the last item.
  private func chunkForEdit(at place: Int) -> Found? {
    guard count > 0 else { return nil }
    let position = chunks.leaf(beyond: Double(min(place, count - 1)), by: { Double($0.items) })
    return position.map { ($0.leaf, $0.index, $0.before.items) }
  }

  private func rebuilt(
    _ chunk: ItemChunk?, first: Int, _ edits: ArraySlice<Edit>, _ replaced: (Int) -> Item,
    _ arriving: (Int) -> Item
  ) -> ContiguousArray<ItemChunk> {
    // Splits a chunk that grows too large evenly, so that the next insertion does not split it again.
    let columns = chunk.map { $0.isBare ? 0 : $0.count } ?? 0
    let most = columns + edits.reduce(0) { $0 + ($1.isInsertion ? 1 : 0) }
    let parts = max(1, (most + ItemChunk.capacity - 1) / ItemChunk.capacity)
    var builder = ItemSequenceBuilder(capacity: max(1, (most + parts - 1) / parts))
    var next = 0
    for edit in edits {
      let place = edit.place - first
      if let chunk, next < place {
        builder.append(next..<place, of: chunk)
        next = place
      }
      switch edit.change {
      case .insert(let slot): builder.append(arriving(slot))
      case .replace:
        builder.append(replaced(edit.place), keeping: chunk?.columns.keptColumn(at: place))
        next += 1
      case .remove: next += 1
      }
    }
    if let chunk { builder.append(next..<chunk.count, of: chunk) }
    return builder.finishChunks()
  }
}

extension ItemSequence.Edit {
  fileprivate var isInsertion: Bool {
    if case .insert = change { true } else { false }
  }

  fileprivate var isReplacement: Bool {
    if case .replace = change { true } else { false }
  }

  /// The number of items that the edit adds to the sequence.
  fileprivate var growth: Int {
    switch change {
    case .insert: 1
    case .remove: -1
    case .replace: 0
    }
  }

  fileprivate func precedes(_ other: ItemSequence.Edit) -> Bool {
    if place != other.place { return place < other.place }
    guard case .insert(let slot) = change else { return false }
    guard case .insert(let otherSlot) = other.change else { return true }
    return slot < otherSlot
  }
}

extension ItemChunk {
  /// The chunk with new descriptions of some items, sharing the columns that do not change. Nil if anything else
  /// happens, or if the chunk is a run.
  ///
  /// - Complexity: O(c) for c items, in columns that change.
  fileprivate func replacing(
    _ edits: ArraySlice<ItemSequence.Edit>, first: Int, _ replaced: (Int) -> Item
  ) -> ContiguousArray<ItemChunk>? {
    guard !isBare, edits.allSatisfy({ $0.isReplacement }) else { return nil }
    var columns = columns
    var areSized = isFullySized
    for edit in edits {
      let item = replaced(edit.place)
      columns.replace(at: edit.place - first, with: item)
      areSized = areSized && item.size?.isSpecified == true
    }
    return [following(columns, areSized: areSized)]
  }
}
