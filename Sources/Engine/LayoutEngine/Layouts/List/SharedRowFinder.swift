/// Rows that two solved sections of a list share.
struct SharedRows {
  /// The first row, by its old and its new index.
  var old: Int
  var new: Int
  var count: Int
  /// Where the first row begins, from the start of each section's body.
  var oldStart: Double
  var newStart: Double
}

/// Finds the rows that a section of a list shares with the section before a batch: those in the same nodes of both
/// trees, and runs of rows alike.
struct SharedRowFinder {
  private typealias Node = SummaryNode<ListRowChunk>

  private let old: SummaryTree<ListRowChunk>
  private let kept: KeptItems
  private(set) var found: [SharedRows] = []

  /// - Complexity: O(k log² n) for k changed chunks of n rows.
  init(_ new: SummaryTree<ListRowChunk>, and old: SummaryTree<ListRowChunk>, _ kept: KeptItems) {
    self.old = old
    self.kept = kept
    switch new.root {
    case .empty: break
    case .leaf(let chunk): visit(chunk, .zero)
    case .node(let node): visit(node, .zero)
    }
  }

  private mutating func visit(_ node: Node, _ before: ListRowTotals) {
    let rows = node.totals.rows
    if let first = kept.old(of: before.rows), let start = start(of: node, at: first),
      kept.count(upTo: rows, from: first, to: before.rows) == rows
    {
      return add(first, before.rows, rows, start, before.length.value)
    }
    var before = before
    for child in node.childTotals.indices {
      switch node.children {
      case .leaves(let leaves): visit(leaves[child], before)
      case .nodes(let nodes): visit(nodes[child], before)
      }
      before = before + node.childTotals[child]
    }
  }

  private mutating func visit(_ chunk: ListRowChunk, _ before: ListRowTotals) {
    var row = 0
    while row < chunk.items.count {
      let new = before.rows + row
      guard let first = kept.old(of: new),
        let position = old.leaf(beyond: Double(first), by: { Double($0.rows) })
      else {
        row += 1
        continue
      }
      let place = first - position.before.rows
      let isSame = position.leaf === chunk && place == row
      // Rows alike are alike wherever they are.
      guard isSame || chunk.items.isBare && position.leaf.items.isBare else { return }
      let rest = min(chunk.items.count - row, position.leaf.items.count - place)
      let count = kept.count(upTo: rest, from: first, to: new)
      if count > 0 {
        add(
          first, new, count, (position.before.length + position.leaf.offset(of: place)).value,
          (before.length + chunk.offset(of: row)).value)
      }
      row += max(1, count)
    }
  }

  private mutating func add(_ old: Int, _ new: Int, _ count: Int, _ oldStart: Double, _ newStart: Double) {
    guard count > 1 else { return }
    found.append(SharedRows(old: old, new: new, count: count, oldStart: oldStart, newStart: newStart))
  }

  /// The length before a node of the old tree that begins with a row; nil if the old tree has no such node there.
  private func start(of sought: Node, at row: Int) -> Double? {
    guard case .node(var node) = old.root else { return nil }
    var before = ListRowTotals.zero
    while node !== sought {
      guard node.height > sought.height, case .nodes(let nodes) = node.children else { return nil }
      var child = 0
      while child < nodes.count - 1, before.rows + node.childTotals[child].rows <= row {
        before = before + node.childTotals[child]
        child += 1
      }
      node = nodes[child]
    }
    return before.rows == row ? before.length.value : nil
  }
}
