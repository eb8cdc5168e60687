/// The tree of a section's items (`NSDiffableDataSourceSectionSnapshot`).
///
/// The items of the section are the shown ones in preorder, so that index paths, layouts and diffs know nothing of the
/// tree. The outline has all items by their ids, and the descriptions of those that a collapsed ancestor hides. Nothing
/// here recurses: a tree may be as deep as it has items.
public struct Outline: Sendable {
  private(set) var nodes = OutlineNodes()
  /// The first and the last item at the top.
  private(set) var first: String?
  private(set) var last: String?
  /// The number of items that no collapsed ancestor hides.
  package private(set) var shownCount = 0

  init() {}

  /// The number of items, hidden ones too.
  ///
  /// - Complexity: O(1).
  package var count: Int { nodes.count }

  /// The number of items that a collapsed ancestor hides.
  ///
  /// - Complexity: O(1).
  package var hiddenCount: Int { nodes.count - shownCount }
}

/// Reading.
extension Outline {
  /// Whether the outline has an item of an id, hidden or not.
  ///
  /// - Complexity: O(log n) for n items.
  package func contains(_ id: String) -> Bool { nodes[id] != nil }

  /// Whether an item is among the items of the section.
  func isShown(_ id: String) -> Bool { nodes[id].map { $0.hidden == nil } ?? false }

  /// Whether an item of the outline is hidden because an ancestor is collapsed.
  ///
  /// - Complexity: O(log n) for n items.
  package func isHidden(_ id: String) -> Bool { nodes[id]?.hidden != nil }

  /// Whether an item with children is expanded; nil for an item without children.
  ///
  /// - Complexity: O(log n) for n items.
  package func isExpanded(_ id: String) -> Bool? {
    guard let node = nodes[id], node.first != nil else { return nil }
    return node.isExpanded
  }

  /// Whether the children of an item are shown, if it has any; at the top they always are.
  func showsChildren(of parent: String?) -> Bool {
    guard let parent else { return true }
    return nodes[parent].map { $0.hidden == nil && $0.isExpanded } ?? false
  }

  /// The descendants of an item in preorder.
  ///
  /// - Parameter enters: whether the descendants of a descendant are wanted.
  /// - Complexity: O(k log n) for k descendants of n items.
  func descendants(of top: String, enters: (OutlineNode) -> Bool) -> [String] {
    var found: [String] = []
    var current = nodes[top]?.first
    while let id = current, let node = nodes[id] {
      found.append(id)
      current = node.first
      if current != nil, enters(node) { continue }
      var end = node
      while end.next == nil, let parent = end.parent, parent != top, let above = nodes[parent] { end = above }
      current = end.next
    }
    return found
  }

  /// The items with children below an item.
  ///
  /// - Complexity: O(k log n) for k items below it, of n.
  package func parents(below top: String) -> [String] {
    descendants(of: top) { _ in true }.filter { isExpanded($0) != nil }
  }

  /// The shown item in front of another one in the section; nil in front of the first.
  ///
  /// - Complexity: O(d log n) for d levels of n items that end there.
  func predecessor(of id: String) -> String? {
    guard let node = nodes[id] else { return nil }
    guard var before = node.previous else { return node.parent }
    while let node = nodes[before], node.isExpanded, let last = node.last { before = last }
    return before
  }

  /// The parent of a place, and the child of it that is behind the place; nil if the item that the place names is not
  /// there.
  func resolve(_ place: OutlinePlace) -> (parent: String?, next: String?)? {
    switch place {
    case .before(let id): return nodes[id].map { ($0.parent, id) }
    case .after(let id): return nodes[id].map { ($0.parent, $0.next) }
    case .into(let id, let atStart): return nodes[id].map { (id, atStart ? $0.first : nil) }
    case .top(_, let atStart): return (nil, atStart ? first : nil)
    }
  }

  /// Visits the items with some ids, in no order.
  ///
  /// - Complexity: O(k log n) for k ids or n items, whichever are fewer.
  func forEachItem(among ids: Set<String>, _ visit: (String) -> Void) {
    if ids.count <= count {
      for id in ids where contains(id) { visit(id) }
    } else {
      forEachItem { id, _, _, _ in if ids.contains(id) { visit(id) } }
    }
  }

  /// Visits all items in preorder, with their levels.
  ///
  /// - Parameter visit: gets the id, the level from 0, whether it is expanded, and the description of a hidden item.
  /// - Complexity: O(n log n) for n items.
  package func forEachItem(_ visit: (String, Int, Bool, Item?) -> Void) {
    var level = 0
    var current = first
    while let id = current, let node = nodes[id] {
      visit(id, level, node.isExpanded, node.hidden?.item)
      if let child = node.first {
        level += 1
        current = child
        continue
      }
      var end = node
      while end.next == nil, let parent = end.parent, let above = nodes[parent] {
        level -= 1
        end = above
      }
      current = end.next
    }
  }
}

/// Changing.
extension Outline {
  /// Adds an item without children at a place, with its description if it is hidden.
  ///
  /// - Complexity: O(log n) for n items.
  mutating func insert(
    _ id: String, under parent: String?, before next: String?, isExpanded: Bool, hidden: Item?
  ) {
    nodes.set(OutlineNode(id: id, isExpanded: isExpanded, hidden: hidden.map { HiddenItem($0) }))
    if hidden == nil { shownCount += 1 }
    link(id, under: parent, before: next)
  }

  /// Puts an item that `unlink` has taken out, with its descendants, in front of a child of a parent; behind the last
  /// one if that is nil.
  mutating func link(_ id: String, under parent: String?, before next: String?) {
    let previous: String? =
      if let next { nodes[next]?.previous } else if let parent { nodes[parent]?.last } else { last }
    change(id) {
      $0.parent = parent
      $0.previous = previous
      $0.next = next
    }
    setNeighbours(previous, of: parent, next, firstAndLast: (id, id))
  }

  /// Takes an item with its descendants out of the children of its parent.
  mutating func unlink(_ id: String) {
    guard let node = nodes[id] else { return }
    setNeighbours(node.previous, of: node.parent, node.next, firstAndLast: (node.next, node.previous))
  }

  /// Links the neighbours of a place to the items that are there now.
  private mutating func setNeighbours(
    _ previous: String?, of parent: String?, _ next: String?, firstAndLast: (String?, String?)
  ) {
    let (first, last) = firstAndLast
    if let previous {
      change(previous) { $0.next = first }
    } else if let parent {
      change(parent) { $0.first = first }
    } else {
      self.first = first
    }
    if let next {
      change(next) { $0.previous = last }
    } else if let parent {
      change(parent) { $0.last = last }
    } else {
      self.last = last
    }
  }

  /// Forgets an item that `unlink` has taken out, or a descendant of one.
  mutating func remove(_ id: String) {
    if isShown(id) { shownCount -= 1 }
    nodes.remove(id)
  }

  mutating func setExpanded(_ id: String, _ isExpanded: Bool) { change(id) { $0.isExpanded = isExpanded } }

  /// Sets the description of a hidden item; nil shows it.
  mutating func setHidden(_ id: String, _ item: Item?) {
    if isShown(id) { shownCount -= 1 }
    if item == nil { shownCount += 1 }
    change(id) { $0.hidden = item.map { HiddenItem($0) } }
  }

  private mutating func change(_ id: String, _ change: (inout OutlineNode) -> Void) {
    guard var node = nodes[id] else { return }
    change(&node)
    nodes.set(node)
  }
}

/// Building.
extension Outline {
  /// The outline of items without parents; nil if one has no id, or one that another has, or a level.
  ///
  /// - Complexity: O(n log n) for n items.
  init?(flat items: ItemSequence) {
    for index in 0..<items.count {
      guard let item = items.item(at: index), item.indentationLevel == nil, let id = item.id, nodes[id] == nil
      else { return nil }
      insert(id, under: nil, before: nil, isExpanded: false, hidden: nil)
    }
  }

  /// The outline of items whose parents may stand anywhere in the list, and the shown ones in their order; children of a
  /// parent keep their order. Nil if an item has no id or one that another has, or if parents form a cycle.
  ///
  /// - Complexity: O(n log n) for n items.
  package static func of(_ items: [OutlineItem]) -> (outline: Outline, shown: ItemSequence)? {
    var outline = Outline()
    for new in items {
      guard let id = new.item.id, outline.nodes[id] == nil else { return nil }
      outline.nodes.set(OutlineNode(id: id, isExpanded: new.isExpanded, hidden: HiddenItem(new.item)))
    }
    for new in items {
      guard let id = new.item.id else { return nil }
      outline.link(id, under: new.parent.flatMap { items[$0].item.id }, before: nil)
    }
    var shown: [(id: String, item: Item)] = []
    var reached = 0
    // Children of a collapsed item are below its level.
    var openLevel = 0
    outline.forEachItem { id, level, isExpanded, item in
      reached += 1
      openLevel = min(openLevel, level)
      guard level == openLevel, var item else { return }
      item.indentationLevel = level > 0 ? level : nil
      shown.append((id, item))
      if isExpanded { openLevel = level + 1 }
    }
    // Items of a cycle are not below any at the top.
    guard reached == items.count else { return nil }
    var builder = ItemSequenceBuilder()
    for (id, item) in shown {
      outline.setHidden(id, nil)
      builder.append(item)
    }
    return (outline, builder.finish())
  }
}
