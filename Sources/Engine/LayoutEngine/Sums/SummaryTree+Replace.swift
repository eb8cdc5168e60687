extension SummaryTree {
  /// The tree with other leaves in place of a range; both trees share the leaves that stay.
  ///
  /// - Complexity: O(log n + k) for n leaves and k new ones.
  func replacing(_ range: Range<Int>, with leaves: ContiguousArray<Leaf>) -> SummaryTree {
    precondition(range.lowerBound >= 0 && range.upperBound <= leafCount, "no such leaves")
    if range.count == 1, leaves.count == 1 { return replacing(range.lowerBound, with: leaves[0]) }
    guard case .node(let node) = root else {
      var all = ContiguousArray<Leaf>()
      if case .leaf(let leaf) = root { all.append(leaf) }
      all.replaceSubrange(range, with: leaves)
      return SummaryTree(all)
    }
    if range.count == 1, !leaves.isEmpty, leaves.count <= SummaryTree.fanOut {
      let (first, second) = node.replacing(range.lowerBound, with: leaves)
      return SummaryTree(.node(second.map { SummaryNode(nodes: [first, $0]) } ?? first))
    }
    let (before, rest) = SummaryNode.split(node, at: range.lowerBound)
    let (_, after) = rest.map { SummaryNode.split($0, at: range.count) } ?? (nil, nil)
    let middle = leaves.isEmpty ? nil : SummaryNode.build(leaves)
    return SummaryTree(joined: SummaryNode.join(SummaryNode.join(before, middle), after))
  }

  /// The tree with other leaves at some indices: made anew where that takes less than a path for each.
  ///
  /// - Complexity: O(min(n, k log n)) for k of n leaves.
  func replacing(_ others: [(index: Int, leaf: Leaf)]) -> SummaryTree {
    guard others.count > 1, others.count > leafCount / SummaryTree.fanOut else {
      return others.reduce(self) { $0.replacing($1.index, with: $1.leaf) }
    }
    var leaves = ContiguousArray<Leaf>()
    leaves.reserveCapacity(leafCount)
    walk { leaves.append($0) }
    for (index, leaf) in others { leaves[index] = leaf }
    return SummaryTree(leaves)
  }

  /// The tree with another leaf at an index.
  ///
  /// - Complexity: O(log n) for n leaves.
  func replacing(_ index: Int, with leaf: Leaf) -> SummaryTree {
    switch root {
    case .node(let node): SummaryTree(.node(node.replacing(index, with: leaf)))
    case .leaf: SummaryTree(.leaf(leaf))
    case .empty: preconditionFailure("an empty tree has no leaf")
    }
  }

  private init(joined node: SummaryNode<Leaf>?) {
    guard var node else {
      self.init(.empty)
      return
    }
    while case .nodes(let nodes) = node.children, nodes.count == 1 { node = nodes[0] }
    if case .leaves(let leaves) = node.children, leaves.count == 1 {
      self.init(.leaf(leaves[0]))
    } else {
      self.init(.node(node))
    }
  }
}

extension SummaryNode {
  /// The node with another leaf at an index.
  ///
  /// - Complexity: O(log n).
  fileprivate func replacing(_ index: Int, with leaf: Leaf) -> SummaryNode {
    var totals = childTotals
    switch children {
    case .leaves(var leaves):
      totals[index] = leaf.totals
      leaves[index] = leaf
      return SummaryNode(.leaves(leaves), totals, leafCount: leafCount, height: height)
    case .nodes(var nodes):
      let (child, first) = child(holding: index)
      let node = nodes[child].replacing(index - first, with: leaf)
      let finder = followingFinder(inChild: child, replacing: index - first, with: leaf)
      totals[child] = node.totals
      nodes[child] = node
      return SummaryNode(.nodes(nodes), totals, leafCount: leafCount, height: height, finder: finder)
    }
  }

  /// The finder after another leaf has taken the place of one in a child; nil for a node without a finder.
  ///
  /// - Complexity: O(1).
  private func followingFinder(inChild child: Int, replacing index: Int, with leaf: Leaf) -> Leaf.Finder? {
    guard let finder, case .nodes(let nodes) = children, case .leaves(let leaves) = nodes[child].children
    else { return nil }
    return Leaf.finder(
      finder, replacing: leaves[index], at: child * SummaryTree<Leaf>.fanOut + index, with: leaf)
  }

  /// The node with some leaves in place of the one at an index: two nodes if one would have too many children.
  ///
  /// - Complexity: O(log n).
  fileprivate func replacing(
    _ index: Int, with new: ContiguousArray<Leaf>
  ) -> (SummaryNode, SummaryNode?) {
    switch children {
    case .leaves(var leaves):
      var totals = childTotals
      leaves.replaceSubrange(index..<index + 1, with: new)
      totals.replaceSubrange(index..<index + 1, with: new.map { $0.totals })
      return SummaryNode.halves(of: leaves.count) { range in
        let isWhole = range.count == leaves.count
        return SummaryNode(
          .leaves(isWhole ? leaves : ContiguousArray(leaves[range])),
          isWhole ? totals : ContiguousArray(totals[range]), leafCount: range.count, height: 1)
      }
    case .nodes(var nodes):
      let (child, first) = child(holding: index)
      let (node, another) = nodes[child].replacing(index - first, with: new)
      nodes[child] = node
      guard let another else {
        var totals = childTotals
        totals[child] = node.totals
        return (
          SummaryNode(.nodes(nodes), totals, leafCount: leafCount + new.count - 1, height: height), nil
        )
      }
      nodes.insert(another, at: child + 1)
      return SummaryNode.halves(of: nodes.count) {
        SummaryNode(nodes: $0.count == nodes.count ? nodes : ContiguousArray(nodes[$0]))
      }
    }
  }

  /// One node of `count` children, or two that share them evenly.
  private static func halves(
    of count: Int, _ node: (Range<Int>) -> SummaryNode
  ) -> (SummaryNode, SummaryNode?) {
    guard count > SummaryTree<Leaf>.fanOut else { return (node(0..<count), nil) }
    return (node(0..<count / 2), node(count / 2..<count))
  }

  /// The leaves before `index` and those from it on.
  ///
  /// - Complexity: O(log n).
  fileprivate static func split(
    _ node: SummaryNode, at index: Int
  ) -> (before: SummaryNode?, after: SummaryNode?) {
    if index <= 0 { return (nil, node) }
    if index >= node.leafCount { return (node, nil) }
    switch node.children {
    case .leaves(let leaves):
      return (
        SummaryNode(leaves: ContiguousArray(leaves[..<index])),
        SummaryNode(leaves: ContiguousArray(leaves[index...]))
      )
    case .nodes(let nodes):
      let (child, first) = node.child(holding: index)
      let (before, after) = split(nodes[child], at: index - first)
      return (join(over(nodes[..<child]), before), join(after, over(nodes[(child + 1)...])))
    }
  }

  /// A node over some of a node's children, or the child itself if there is one.
  private static func over(_ nodes: ArraySlice<SummaryNode>) -> SummaryNode? {
    nodes.isEmpty
      ? nil : nodes.count == 1 ? nodes[nodes.startIndex] : SummaryNode(nodes: ContiguousArray(nodes))
  }

  /// The leaves of both, in order.
  ///
  /// - Complexity: O(log n).
  fileprivate static func join(_ a: SummaryNode?, _ b: SummaryNode?) -> SummaryNode? {
    guard let a else { return b }
    guard let b else { return a }
    let nodes = joined(a, b)
    return nodes.count == 1 ? nodes[0] : SummaryNode(nodes: nodes)
  }

  /// One or two nodes, as high as the higher of both.
  private static func joined(_ a: SummaryNode, _ b: SummaryNode) -> ContiguousArray<SummaryNode> {
    if a.height > b.height, case .nodes(var nodes) = a.children {
      nodes.append(contentsOf: joined(nodes.removeLast(), b))
      return packed(nodes)
    }
    if a.height < b.height, case .nodes(let nodes) = b.children {
      return packed(joined(a, nodes[0]) + nodes.dropFirst())
    }
    switch (a.children, b.children) {
    case (.leaves(let first), .leaves(let second)):
      return packed(leaves: first + second)
    case (.nodes(let first), .nodes(let second)):
      return packed(first + second)
    default:
      preconditionFailure("nodes of one height have children of one kind")
    }
  }

  /// Children of one node, or of two that share them evenly.
  private static func packed(_ nodes: ContiguousArray<SummaryNode>) -> ContiguousArray<SummaryNode> {
    guard nodes.count > SummaryTree<Leaf>.fanOut else { return [SummaryNode(nodes: nodes)] }
    let half = nodes.count / 2
    return [
      SummaryNode(nodes: ContiguousArray(nodes[..<half])),
      SummaryNode(nodes: ContiguousArray(nodes[half...])),
    ]
  }

  private static func packed(leaves: ContiguousArray<Leaf>) -> ContiguousArray<SummaryNode> {
    guard leaves.count > SummaryTree<Leaf>.fanOut else { return [SummaryNode(leaves: leaves)] }
    let half = leaves.count / 2
    return [
      SummaryNode(leaves: ContiguousArray(leaves[..<half])),
      SummaryNode(leaves: ContiguousArray(leaves[half...])),
    ]
  }
}
