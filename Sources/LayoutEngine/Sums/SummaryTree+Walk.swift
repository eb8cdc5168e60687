extension SummaryTree {
  /// Visits all leaves in order and adds nothing up on the way.
  ///
  /// - Complexity: O(n) for n leaves.
  func walk(_ visit: (Leaf) -> Void) {
    switch root {
    case .empty: return
    case .leaf(let leaf): visit(leaf)
    case .node(let node): node.walk(visit)
    }
  }
}

extension SummaryNode {
  fileprivate func walk(_ visit: (Leaf) -> Void) {
    switch children {
    case .leaves(let leaves): for leaf in leaves { visit(leaf) }
    case .nodes(let nodes): for node in nodes { node.walk(visit) }
    }
  }
}
