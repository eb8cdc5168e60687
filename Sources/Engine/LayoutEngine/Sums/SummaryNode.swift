/// An inner node of a `SummaryTree`. Immutable once built, shared between versions.
final class SummaryNode<Leaf: Summarized>: Sendable {
  typealias Totals = Leaf.Totals
  typealias Position = SummaryTree<Leaf>.Position

  enum Children: Sendable {
    case leaves(ContiguousArray<Leaf>)
    case nodes(ContiguousArray<SummaryNode>)
  }

  struct Cursor {
    var index: Int
    var before: Totals
  }

  let children: Children
  /// The totals of each child, packed so that a search does not follow references.
  let childTotals: ContiguousArray<Totals>
  let totals: Totals
  let leafCount: Int
  /// 1 for a node of leaves; all children of a node have the same.
  let height: Int
  /// Nil at other heights than `finderHeight`.
  let finder: Leaf.Finder?

  init(leaves: ContiguousArray<Leaf>) {
    children = .leaves(leaves)
    height = 1
    childTotals = ContiguousArray(leaves.map { $0.totals })
    totals = childTotals.reduce(.zero, +)
    leafCount = leaves.count
    finder = nil
  }

  init(nodes: ContiguousArray<SummaryNode>) {
    children = .nodes(nodes)
    height = nodes[0].height + 1
    childTotals = ContiguousArray(nodes.map { $0.totals })
    totals = childTotals.reduce(.zero, +)
    leafCount = nodes.reduce(0) { $0 + $1.leafCount }
    finder = SummaryNode.newFinder(atHeight: nodes[0].height + 1)
  }

  /// A node of children whose totals are known.
  ///
  /// - Parameter finder: nil for a new one, if a node of this height has one.
  init(
    _ children: Children, _ childTotals: ContiguousArray<Totals>, leafCount: Int, height: Int,
    finder: Leaf.Finder? = nil
  ) {
    self.children = children
    self.childTotals = childTotals
    self.leafCount = leafCount
    self.height = height
    self.finder = finder ?? SummaryNode.newFinder(atHeight: height)
    totals = childTotals.reduce(.zero, +)
  }

  private static func newFinder(atHeight height: Int) -> Leaf.Finder? {
    height == SummaryTree<Leaf>.finderHeight ? Leaf.newFinder() : nil
  }

  /// Packs leaves into nodes and nodes into nodes until one is left.
  ///
  /// - Complexity: O(n) for n leaves.
  static func build(_ leaves: ContiguousArray<Leaf>) -> SummaryNode {
    var level = ContiguousArray<SummaryNode>()
    for start in stride(from: 0, to: leaves.count, by: SummaryTree<Leaf>.fanOut) {
      let end = min(start + SummaryTree<Leaf>.fanOut, leaves.count)
      level.append(SummaryNode(leaves: ContiguousArray(leaves[start..<end])))
    }
    while level.count > 1 {
      var above = ContiguousArray<SummaryNode>()
      for start in stride(from: 0, to: level.count, by: SummaryTree<Leaf>.fanOut) {
        let end = min(start + SummaryTree<Leaf>.fanOut, level.count)
        above.append(SummaryNode(nodes: ContiguousArray(level[start..<end])))
      }
      level = above
    }
    return level[0]
  }

  func leaf(beyond target: Double, by measure: (Totals) -> Double) -> Position {
    var node = self
    var cursor = Cursor(index: 0, before: .zero)
    while true {
      var child = 0
      while child < node.childTotals.count - 1 {
        let sum = cursor.before + node.childTotals[child]
        if measure(sum) > target { break }
        cursor.before = sum
        child += 1
      }
      switch node.children {
      case .leaves(let leaves):
        return Position(leaf: leaves[child], index: cursor.index + child, before: cursor.before)
      case .nodes(let nodes):
        for before in 0..<child { cursor.index += nodes[before].leafCount }
        node = nodes[child]
      }
    }
  }

  func leaf(at index: Int) -> Position {
    var node = self
    var place = index
    var before = Totals.zero
    while true {
      switch node.children {
      case .leaves(let leaves):
        for child in 0..<place { before = before + node.childTotals[child] }
        return Position(leaf: leaves[place], index: index, before: before)
      case .nodes(let nodes):
        let (child, first) = node.child(holding: place)
        for child in 0..<child { before = before + node.childTotals[child] }
        place -= first
        node = nodes[child]
      }
    }
  }

  /// The child that holds a leaf, of a node of nodes, and the first leaf of that child.
  func child(holding index: Int) -> (child: Int, first: Int) {
    guard case .nodes(let nodes) = children else { return (index, index) }
    var child = 0
    var first = 0
    while first + nodes[child].leafCount <= index {
      first += nodes[child].leafCount
      child += 1
    }
    return (child, first)
  }

  /// Visits the leaves from index `start` on; returns whether to go on.
  func visit(from start: Int, _ cursor: inout Cursor, _ visit: (Position) -> Bool) -> Bool {
    switch children {
    case .leaves(let leaves):
      for child in leaves.indices {
        let place = cursor
        cursor.index += 1
        cursor.before = cursor.before + childTotals[child]
        if place.index >= start,
          !visit(Position(leaf: leaves[child], index: place.index, before: place.before))
        {
          return false
        }
      }
    case .nodes(let nodes):
      for child in nodes.indices {
        let node = nodes[child]
        // Sums of fractions depend on their order: a walk sums up the leaves before one node by node, as a search
        // does, wherever the walk began.
        let behind = Cursor(index: cursor.index + node.leafCount, before: cursor.before + childTotals[child])
        if behind.index > start, !node.visit(from: start, &cursor, visit) { return false }
        cursor = behind
      }
    }
    return true
  }

  /// Visits the leaves below this node whose totals, and those of every node above them, satisfy `isSought`.
  func visit(where isSought: (Totals) -> Bool, _ start: Cursor, _ visit: (Position) -> Void) {
    var cursor = start
    for child in childTotals.indices {
      if isSought(childTotals[child]) {
        switch children {
        case .leaves(let leaves):
          visit(Position(leaf: leaves[child], index: cursor.index, before: cursor.before))
        case .nodes(let nodes):
          nodes[child].visit(where: isSought, cursor, visit)
        }
      }
      cursor.index += leafCount(ofChild: child)
      cursor.before = cursor.before + childTotals[child]
    }
  }

  func walk(_ visit: (Leaf) -> Void) {
    switch children {
    case .leaves(let leaves): for leaf in leaves { visit(leaf) }
    case .nodes(let nodes): for node in nodes { node.walk(visit) }
    }
  }

  private func leafCount(ofChild child: Int) -> Int {
    switch children {
    case .leaves: 1
    case .nodes(let nodes): nodes[child].leafCount
    }
  }
}
