import LayoutEngine

/// A tree in one plain array, flattened anew after each edit. It needs no outline, no ids of neighbours and no diff.
struct ReferenceOutline {
  struct Node {
    var id: String
    var parent: String?
    var isExpanded: Bool
    /// What the item is described by.
    var ratio: Double
  }

  /// All items; those with the same parent in their order.
  var nodes: [Node] = []

  func children(of parent: String?) -> [Node] { nodes.filter { $0.parent == parent } }

  func node(_ id: String) -> Node? { nodes.first { $0.id == id } }

  func isInside(_ id: String, _ ancestor: String) -> Bool {
    id == ancestor || (node(id)?.parent).map { isInside($0, ancestor) } ?? false
  }

  func descendants(of id: String) -> [String] {
    children(of: id).flatMap { [$0.id] + descendants(of: $0.id) }
  }

  /// The shown items with their levels.
  func shown(below parent: String? = nil, level: Int = 0) -> [(node: Node, level: Int)] {
    children(of: parent).flatMap { node in
      [(node, level)] + (node.isExpanded ? shown(below: node.id, level: level + 1) : [])
    }
  }

  private mutating func change(_ id: String, _ change: (inout Node) -> Void) {
    for index in nodes.indices where nodes[index].id == id { change(&nodes[index]) }
  }

  /// Makes an edit; returns false for one that cannot be made, which may have changed something.
  mutating func make(_ edit: OutlineEdit.Action) -> Bool {
    switch edit {
    case .expand(let ids, let withDescendants): return setExpanded(ids, true, withDescendants)
    case .collapse(let ids, let withDescendants): return setExpanded(ids, false, withDescendants)
    case .insert(let items, let place):
      guard items.allSatisfy({ $0.item.id.map { node($0) == nil } ?? false }) else { return false }
      guard let (parent, index) = resolve(place) else { return false }
      var top: [Node] = []
      var below: [Node] = []
      for new in items {
        let own = new.parent.flatMap { items[$0].item.id }
        let node = Node(
          id: new.item.id ?? "", parent: own ?? parent, isExpanded: new.isExpanded,
          ratio: new.item.aspectRatio ?? 0)
        if own == nil { top.append(node) } else { below.append(node) }
      }
      nodes.insert(contentsOf: top, at: index)
      nodes += below
      return true
    case .move(let id, let place):
      guard let moving = node(id) else { return false }
      if place == .before(id) || place == .after(id) { return false }
      guard let (parent, _) = resolve(place), parent.map({ !isInside($0, id) }) ?? true else { return false }
      nodes.removeAll { $0.id == id }
      guard let (_, index) = resolve(place) else { return false }
      nodes.insert(
        Node(id: id, parent: parent, isExpanded: moving.isExpanded, ratio: moving.ratio), at: index)
      return true
    case .delete(let ids):
      guard ids.allSatisfy({ node($0) != nil }) else { return false }
      let gone = Set(ids.flatMap { [$0] + descendants(of: $0) })
      nodes.removeAll { gone.contains($0.id) }
      return true
    case .describe(let ids, let items, _):
      guard ids.allSatisfy({ node($0) != nil }) else { return false }
      for (id, item) in zip(ids, items ?? []) { change(id) { $0.ratio = item.aspectRatio ?? 0 } }
      return true
    }
  }

  private mutating func setExpanded(_ ids: [String], _ isExpanded: Bool, _ withDescendants: Bool) -> Bool {
    for id in ids {
      guard node(id) != nil else { return false }
      change(id) { $0.isExpanded = isExpanded }
      guard withDescendants else { continue }
      for id in descendants(of: id) where !isExpanded || !children(of: id).isEmpty {
        change(id) { $0.isExpanded = isExpanded }
      }
    }
    return true
  }

  /// The parent of a place, and the index in the array at which a node has it.
  private func resolve(_ place: OutlinePlace) -> (String?, Int)? {
    func index(_ id: String) -> Int? { nodes.firstIndex { $0.id == id } }
    switch place {
    case .before(let id): return node(id).flatMap { node in index(id).map { (node.parent, $0) } }
    case .after(let id): return node(id).flatMap { node in index(id).map { (node.parent, $0 + 1) } }
    case .into(let id, let atStart): return node(id).map { _ in (id, atStart ? 0 : nodes.count) }
    case .top(_, let atStart): return (nil, atStart ? 0 : nodes.count)
    }
  }
}
