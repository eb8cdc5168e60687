extension ItemSequence {
  /// The sequence whose items have the columns of some runs, in ascending order and apart from one another.
  ///
  /// - Complexity: O(k + m (log n + c)) for k items in m chunks of c, of n items.
  func keeping(_ runs: ContiguousArray<ColumnRun>) -> (items: ItemSequence, edits: ItemEdits) {
    var edits = ItemEdits()
    var rest = runs[...]
    // The items from here on have theirs.
    var bound = count
    while let last = rest.last {
      let end = min(bound, last.end)
      guard end > last.first, let position = chunks.leaf(beyond: Double(end - 1), by: { Double($0.items) })
      else {
        rest.removeLast()
        continue
      }
      let first = position.before.items
      var pieces: [(place: Int, columns: ArraySlice<KeptColumn>)] = []
      var changed = end..<end
      for run in rest.reversed() {
        let (start, end) = (max(first, run.first), min(bound, run.end))
        guard start < end else { break }
        pieces.append((start - first, run.columns[start - run.first..<end - run.first]))
        changed = start..<changed.upperBound
      }
      edits.splices.append(
        ItemEdits.Splice(
          range: position.index..<position.index + 1, chunks: position.leaf.keeping(pieces.reversed()),
          firstItem: first, items: changed, newCount: changed.count))
      bound = first
      while let last = rest.last, last.first >= first { rest.removeLast() }
    }
    return (ItemSequence(edits.apply(to: chunks) { $0 }), edits)
  }
}

extension ItemChunk {
  /// The items with columns, each piece from an index in the chunk on; a run becomes chunks.
  fileprivate func keeping(
    _ pieces: [(place: Int, columns: ArraySlice<KeptColumn>)]
  ) -> ContiguousArray<ItemChunk> {
    guard isBare else {
      var columns = columns
      for piece in pieces {
        for (index, column) in piece.columns.enumerated() { columns.keep(column, at: piece.place + index) }
      }
      return [following(columns, areSized: isFullySized)]
    }
    var builder = ItemSequenceBuilder()
    var next = 0
    for piece in pieces {
      builder.append(run: piece.place - next)
      for column in piece.columns { builder.append(Item(), keeping: column) }
      next = piece.place + piece.columns.count
    }
    builder.append(run: count - next)
    return builder.finishChunks()
  }
}
