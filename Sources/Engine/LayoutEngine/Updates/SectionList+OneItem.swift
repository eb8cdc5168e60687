/// A fast path for batches that name one item, as most changes to a live collection do: they need no resolver.
extension SectionList {
  /// Applies a batch that makes one possible change to one item; returns nil for any other batch.
  ///
  /// - Complexity: O(log n) for n sections and items.
  func applyingToOneItem(_ updates: [BatchUpdate]) -> Updated? {
    guard updates.count == 1, let (path, change, items) = updates[0].action.changeToOneItem,
      path.section >= 0, path.section < count
    else { return nil }
    var section = self[path.section]
    let itemCount = section.items.count
    guard path.item >= 0, path.item < (change == .insert ? itemCount + 1 : itemCount) else { return nil }

    var map: UpdateMap
    var changed: (items: ItemSequence, edits: ItemEdits)?
    switch change {
    case .delete:
      let slots = SlotMap(oldCount: itemCount, vacated: [path.item], taken: [])
      map = UpdateMap(sectionCount: count, items: [path.section: slots])
      changed = section.items.removing(at: path.item)
    case .insert:
      let slots = SlotMap(oldCount: itemCount, vacated: [], taken: [path.item])
      map = UpdateMap(sectionCount: count, items: [path.section: slots])
      changed = section.items.inserting(items.first ?? Item(), at: path.item)
    case .reload:
      map = UpdateMap(sectionCount: count, reloadedItems: [path])
      changed = items.first.map { section.items.replacing(at: path.item, with: $0) }
    case .reconfigure:
      map = UpdateMap(sectionCount: count, reconfiguredItems: [path])
      changed = items.first.map { section.items.replacing(at: path.item, with: $0) }
    }
    if updates[0].animation != .automatic { map.takeAnimations(of: updates) }
    guard let changed else { return Updated(sections: self, map: map) }
    section.items = changed.items
    return Updated(
      sections: replacing(path.section, with: section), map: map, itemEdits: [(path.section, changed.edits)])
  }
}

extension BatchUpdate.Action {
  fileprivate enum ItemChange {
    case delete, insert, reload, reconfigure
  }

  /// The change to the only item that the operation names, and its new descriptions; nil if the operation names several
  /// items, or moves one.
  fileprivate var changeToOneItem: (path: IndexPath, change: ItemChange, items: [Item])? {
    switch self {
    case .deleteItems(let paths) where paths.count == 1: (paths[0], .delete, [])
    case .insertItems(let paths, let items) where paths.count == 1: (paths[0], .insert, items)
    case .reloadItems(let paths, let items) where paths.count == 1: (paths[0], .reload, items ?? [])
    case .reconfigureItems(let paths, let items) where paths.count == 1: (paths[0], .reconfigure, items ?? [])
    default: nil
    }
  }
}
