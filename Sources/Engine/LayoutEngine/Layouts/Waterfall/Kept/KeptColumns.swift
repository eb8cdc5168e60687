import Cancellation

/// The items of a section in columns that they keep, of one column each.
///
/// A column of a section goes on where the items before end, in a sum that the tree knows for each column. So a change
/// of one item is a path of the tree, and moves only those below it in its column.
struct KeptColumns: Sendable {
  private(set) var tree: SummaryTree<KeptChunk>

  /// - Complexity: O(n log c) for n items and c columns.
  init(_ items: ItemSequence, rule: WaterfallRule) {
    var chunks = ContiguousArray<KeptChunk>()
    chunks.reserveCapacity(items.chunks.leafCount)
    var pace = Pace()
    items.chunks.forEachLeaf {
      chunks.append(KeptChunk($0.leaf, rule: rule))
      return !pace.isOver(after: ItemChunk.pace)
    }
    tree = SummaryTree(chunks)
    placeOthers(by: rule)
  }

  /// The columns after some of their items changed.
  ///
  /// - Complexity: O(k c log n) for k changed chunks of n items in c columns.
  init(_ old: KeptColumns, after edits: ItemEdits, rule: WaterfallRule) {
    tree = edits.apply(to: old.tree) { KeptChunk($0, rule: rule) }
    placeOthers(by: rule)
  }

  /// Up to the lowest end of an item, in pixels.
  ///
  /// - Complexity: O(c) for c columns.
  var end: Double { tree.totals.columns.reduce(0) { max($0, $1.end.value) } }

  /// Puts the items that are in no column yet into one each, in their order: the column that is shortest with all items
  /// that it has by then, or the first of equals.
  ///
  /// - Complexity: O(k (log c + c log n)) for k such items, of n items in c columns; O(n (log c + c)) for many.
  private mutating func placeOthers(by rule: WaterfallRule) {
    guard tree.totals.unplacedItems > 0 else { return }
    var ends = ContiguousArray<Double>(repeating: 0, count: rule.columnCount)
    for extent in tree.totals.columns { ends[Int(truncatingIfNeeded: extent.column)] = extent.length.value }
    var columns = WaterfallColumns(ends: ends, areSpanned: false)
    var placed: [(index: Int, leaf: KeptChunk)] = []
    var pace = Pace()
    tree.forEachLeaf(where: { $0.unplacedItems > 0 }) {
      guard !pace.isOver(after: ItemChunk.pace) else { return }
      placed.append(($0.index, $0.leaf.placingOthers(in: &columns, rule: rule)))
    }
    tree = tree.replacing(placed)
  }
}

/// An item in its chunk.
struct KeptPosition {
  let chunk: KeptChunk
  /// The index in the chunk.
  let place: Int
  let item: Int
  /// Where its column goes on at the start of the chunk, in pixels.
  var start: LengthSum

  var column: UInt16 { chunk.columns[place] }
  /// Where the item begins, in pixels from the body's start.
  var offset: Double { (start + chunk.offsets[place]).value }
}

extension KeptColumns {
  /// An item; nil if there is none of the number.
  ///
  /// - Complexity: O(log n log c) for n items in c columns.
  func position(of item: Int) -> KeptPosition? {
    guard item >= 0, item < tree.totals.items else { return nil }
    return switch tree.root {
    case .empty: nil
    case .leaf(let chunk): KeptPosition(chunk: chunk, place: item, item: item, start: .zero)
    case .node(let node): node.position(of: item, after: 0)
    }
  }

  /// The items of a column that meet a range, in pixels from the body's start, behind those in `found`.
  ///
  /// - Complexity: O(log n log c + m (f + 1)) for n items in chunks of m and in c columns, of which f are found.
  func find(
    in column: UInt16, meeting range: ClosedRange<Double>, by rule: WaterfallRule,
    _ found: inout ContiguousArray<KeptPosition>
  ) {
    switch tree.root {
    case .empty: break
    case .leaf(let chunk): chunk.find(in: column, meeting: range, by: rule, after: 0, .zero, &found)
    case .node(let node): node.find(in: column, meeting: range, by: rule, after: 0, .zero, &found)
    }
  }
}

extension SummaryNode<KeptChunk> {
  /// - Parameter before: the number of items before the node.
  fileprivate func position(of item: Int, after before: Int) -> KeptPosition {
    var (child, before) = (0, before)
    while item - before >= childTotals[child].items {
      before += childTotals[child].items
      child += 1
    }
    var position =
      switch children {
      case .leaves(let chunks):
        KeptPosition(chunk: chunks[child], place: item - before, item: item, start: .zero)
      case .nodes(let nodes): nodes[child].position(of: item, after: before)
      }
    for totals in childTotals[..<child] {
      if let extent = totals[position.column] { position.start = position.start + extent.length }
    }
    return position
  }

  /// - Parameters:
  ///   - before: the number of items before the node.
  ///   - start: where the column goes on there.
  fileprivate func find(
    in column: UInt16, meeting range: ClosedRange<Double>, by rule: WaterfallRule, after before: Int,
    _ start: LengthSum, _ found: inout ContiguousArray<KeptPosition>
  ) {
    var (before, start) = (before, start)
    for child in childTotals.indices {
      let totals = childTotals[child]
      if let extent = totals[column] {
        // No item begins before the one above it.
        guard start.value <= range.upperBound else { return }
        if (start + extent.end).value >= range.lowerBound {
          switch children {
          case .leaves(let chunks):
            chunks[child].find(in: column, meeting: range, by: rule, after: before, start, &found)
          case .nodes(let nodes):
            nodes[child].find(in: column, meeting: range, by: rule, after: before, start, &found)
          }
        }
        start = start + extent.length
      }
      before += totals.items
    }
  }
}

extension KeptChunk {
  fileprivate func find(
    in column: UInt16, meeting range: ClosedRange<Double>, by rule: WaterfallRule, after before: Int,
    _ start: LengthSum, _ found: inout ContiguousArray<KeptPosition>
  ) {
    for place in columns.indices where columns[place] == column {
      let position = KeptPosition(chunk: self, place: place, item: before + place, start: start)
      let offset = position.offset
      guard offset <= range.upperBound else { return }
      if offset + rule.length(of: place, in: items).pixels >= range.lowerBound { found.append(position) }
    }
  }
}
