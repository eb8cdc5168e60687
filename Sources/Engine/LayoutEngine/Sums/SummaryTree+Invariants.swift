extension SummaryTree {
  /// The first invariant of the tree that does not hold, in words; nil if all hold.
  ///
  /// - Complexity: O(n) for n leaves.
  func _invariantViolation() -> String? {
    var count = 0
    forEachLeaf {
      if $0.index == count { count += 1 }
      return true
    }
    guard count == leafCount else { return "\(count) leaves in order, \(leafCount) counted" }
    guard case .node(let node) = root else { return nil }
    return node._invariantViolation(isRoot: true)
  }
}

extension SummaryNode {
  fileprivate func _invariantViolation(isRoot: Bool) -> String? {
    if (finder != nil) != (height == SummaryTree<Leaf>.finderHeight) {
      return "a finder missing, or at another height"
    }
    switch children {
    case .leaves(let leaves):
      if leaves.isEmpty || leaves.count > SummaryTree<Leaf>.fanOut {
        return "\(leaves.count) leaves in a node"
      }
      if leaves.count != childTotals.count || leaves.count != leafCount { return "leaves miscounted" }
    case .nodes(let nodes):
      if nodes.isEmpty || nodes.count > SummaryTree<Leaf>.fanOut { return "\(nodes.count) nodes in a node" }
      if isRoot, nodes.count == 1 { return "a root above a single node" }
      if nodes.count != childTotals.count || nodes.reduce(0, { $0 + $1.leafCount }) != leafCount {
        return "nodes miscounted"
      }
      for node in nodes {
        if let violation = node._invariantViolation(isRoot: false) { return violation }
      }
    }
    return nil
  }
}
