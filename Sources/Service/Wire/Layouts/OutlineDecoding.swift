import JSON
import LayoutEngine

/// The parent of an item and its state, of an item that gives one of both.
struct ItemRelation {
  /// The index of the item in its section.
  var index = 0
  var parent: String?
  var isExpanded = false
}

extension DecodingContext {
  /// Reads an item, and its parent and state.
  func itemWithRelation(_ value: JSONValue) -> (item: Item, relation: ItemRelation?) {
    relation = nil
    let item = item(value)
    return (item, relation)
  }

  /// Makes an outline of the items of a section.
  ///
  /// - Returns: the items that no collapsed one hides, and the outline; nil if a fault is reported.
  /// - Complexity: O(n log n) for n items.
  func outlined(_ items: ItemSequence, _ relations: [ItemRelation]) -> (ItemSequence, Outline)? {
    let faultsBefore = faults.count
    // Each item for itself, its place, and its place in the tree.
    charge(items.count * 1024)
    guard !isStopped else { return nil }
    var new: [OutlineItem] = []
    var places: [String: Int] = [:]
    for index in 0..<items.count where !isStopped {
      guard let item = items.item(at: index) else { continue }
      at(index) {
        if let id = item.id {
          if let other = places.updateValue(index, forKey: id) {
            at("id") { fault("item \(other) of the section has the id \(quoted(id)) too") }
          }
        } else {
          fault("an item of a section with parents has an \"id\"")
        }
        if item.indentationLevel != nil {
          at("indentationLevel") { fault("an item of a section with parents has the level of its place") }
        }
      }
      new.append(OutlineItem(item))
    }
    guard faults.count == faultsBefore, !isStopped else { return nil }
    for relation in relations {
      new[relation.index].isExpanded = relation.isExpanded
      guard let parent = relation.parent else { continue }
      new[relation.index].parent = places[parent]
      guard places[parent] == nil else { continue }
      fault("no item of the section has the id \(quoted(parent))", below: ["\(relation.index)", "parent"])
    }
    guard faults.count == faultsBefore, !isStopped else { return nil }
    if let index = indexInCycle(new) {
      fault("the item is among its own ancestors", below: ["\(index)", "parent"])
      return nil
    }
    return Outline.of(new).map { ($0.shown, $0.outline) }
  }

  /// The index of an item that is its own ancestor; nil if there is none.
  ///
  /// - Complexity: O(n) for n items.
  private func indexInCycle(_ items: [OutlineItem]) -> Int? {
    /// The item from which each was reached first.
    var starts = [Int?](repeating: nil, count: items.count)
    for start in items.indices {
      var current: Int? = start
      while let index = current, starts[index] == nil {
        starts[index] = start
        current = items[index].parent
      }
      if let index = current, starts[index] == start { return index }
    }
    return nil
  }
}
