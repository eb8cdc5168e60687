/// The edits of one section's outline, and the changes of the section's items that follow.
///
/// Only items that an edit names, shows or hides are looked at.
struct OutlineEditing {
  /// The section before the batch, alone.
  private let before: SectionList
  private let section: Int
  /// The outline before the batch.
  private let old: Outline
  private(set) var outline: Outline
  /// The items whose place among the items of the section may have changed, with the animation of the last edit.
  private var touched: [String: BatchUpdate.Animation] = [:]
  /// The items that have moved, on their own or with an ancestor.
  private var moved: Set<String> = []
  /// The descriptions of items that an edit has shown or inserted.
  private var arrived: [String: Item] = [:]
  /// The new descriptions of items that were shown before the batch; nil keeps the description.
  private var described: [String: (item: Item?, reloads: Bool)] = [:]
  /// The items that got or lost their children, or were expanded or collapsed.
  private var turned: Set<String> = []
  /// The indices of items before the batch, as far as they are known.
  private var oldPlaces: [String: Int] = [:]
  /// How often an edit has come to an item, since these were taken.
  private var visits = 0

  init(_ outline: Outline, of section: Int, in sections: SectionList) {
    before = SectionList([sections[section]])
    self.section = section
    old = outline
    self.outline = outline
  }
}

/// Edits.
extension OutlineEditing {
  /// Expands an item, and with descendants every one that has children, but those that are spared.
  mutating func expand(
    _ id: String, withDescendants: Bool, sparing spared: Set<String>, _ animation: BatchUpdate.Animation
  ) {
    let below = withDescendants ? below(id).filter { outline.isExpanded($0) == false } : []
    for id in [id] + below where !spared.contains(id) { setExpanded(id, true) }
    guard outline.showsChildren(of: id) else { return }
    for id in shownBelow(id) { show(id, animation) }
  }

  /// Collapses an item, and with descendants every one, but those that are spared.
  mutating func collapse(
    _ id: String, withDescendants: Bool, sparing spared: Set<String>, _ animation: BatchUpdate.Animation
  ) {
    for id in [id] + (withDescendants ? below(id) : []) where !spared.contains(id) {
      if outline.showsChildren(of: id) {
        noteOldPlaces(behind: id)
        for id in shownBelow(id) { hide(id, animation) }
      }
      setExpanded(id, false)
    }
  }

  /// Inserts items. Their ids are not in the outline, and the place is.
  mutating func insert(
    _ items: [OutlineItem], under parent: String?, before next: String?, _ animation: BatchUpdate.Animation
  ) {
    for new in items {
      guard let id = new.item.id else { continue }
      let own = new.parent.flatMap { items[$0].item.id }
      let above = own ?? parent
      turnIfChildless(above)
      let isShown = outline.showsChildren(of: above)
      outline.insert(
        id, under: above, before: own == nil ? next : nil, isExpanded: new.isExpanded,
        hidden: isShown ? nil : new.item)
      if isShown {
        arrived[id] = new.item
        touched[id] = animation
      }
    }
  }

  /// Moves an item with its descendants. The place is not inside of it.
  mutating func move(_ id: String, to place: OutlinePlace, _ animation: BatchUpdate.Animation) {
    let wasShown = outline.isShown(id)
    let above = outline.nodes[id]?.parent
    outline.unlink(id)
    turnIfChildless(above)
    guard let (parent, next) = outline.resolve(place) else { return }
    turnIfChildless(parent)
    outline.link(id, under: parent, before: next)
    moved.insert(id)
    let isShown = outline.showsChildren(of: parent)
    if wasShown {
      noteOldPlaces(behind: id)
      for id in [id] + (outline.isExpanded(id) == true ? shownBelow(id) : []) {
        if isShown {
          moved.insert(id)
          touched[id] = animation
        } else {
          hide(id, animation)
        }
      }
    } else if isShown {
      show(id, animation)
      guard outline.showsChildren(of: id) else { return }
      for id in shownBelow(id) { show(id, animation) }
    }
  }

  /// How often edits have come to an item since the last call.
  mutating func takeVisits() -> Int {
    defer { visits = 0 }
    return visits
  }

  /// Whether an item is another one or a descendant of it.
  ///
  /// - Complexity: O(d log n) for an item on level d of n items.
  mutating func isInside(_ id: String, _ ancestor: String) -> Bool {
    var current: String? = id
    while let id = current {
      if id == ancestor { return true }
      visits += 1
      current = outline.nodes[id]?.parent
    }
    return false
  }

  /// Deletes an item with its descendants.
  mutating func delete(_ id: String, _ animation: BatchUpdate.Animation) {
    if outline.isShown(id) { noteOldPlaces(behind: id) }
    let above = outline.nodes[id]?.parent
    let below = below(id)
    outline.unlink(id)
    turnIfChildless(above)
    for id in [id] + below {
      outline.remove(id)
      touched[id] = animation
      arrived[id] = nil
    }
  }

  /// Gives an item a new description; nil keeps it.
  mutating func describe(_ id: String, as item: Item?, reloads: Bool) {
    if wasShown(id) { described[id] = (item ?? described[id]?.item, reloads) }
    guard let item else { return }
    if outline.isHidden(id) {
      outline.setHidden(id, item)
    } else if arrived[id] != nil {
      arrived[id] = item
    }
  }
}

/// Single items.
extension OutlineEditing {
  private mutating func setExpanded(_ id: String, _ isExpanded: Bool) {
    guard let node = outline.nodes[id], node.isExpanded != isExpanded else { return }
    outline.setExpanded(id, isExpanded)
    if node.first != nil { turned.insert(id) }
  }

  /// Notes a parent whose first child comes or whose last one is gone: it begins or ceases to have a disclosure.
  private mutating func turnIfChildless(_ id: String?) {
    if let id, outline.nodes[id]?.first == nil { turned.insert(id) }
  }

  private mutating func show(_ id: String, _ animation: BatchUpdate.Animation) {
    guard let node = outline.nodes[id], let hidden = node.hidden else { return }
    arrived[id] = hidden.item
    outline.setHidden(id, nil)
    if let parent = node.parent, moved.contains(parent) { moved.insert(id) }
    touched[id] = animation
  }

  /// All descendants of an item.
  private mutating func below(_ id: String) -> [String] {
    let found = outline.descendants(of: id) { _ in true }
    visits += found.count
    return found
  }

  /// The descendants of an expanded item that are shown if it is.
  private mutating func shownBelow(_ id: String) -> [String] {
    let found = outline.descendants(of: id) { $0.isExpanded }
    visits += found.count
    return found
  }

  private mutating func hide(_ id: String, _ animation: BatchUpdate.Animation) {
    var item = description(of: id)
    item.indentationLevel = nil
    outline.setHidden(id, item)
    arrived[id] = nil
    touched[id] = animation
  }

  /// The description of a shown item.
  private mutating func description(of id: String) -> Item {
    if let item = arrived[id] ?? described[id]?.item { return item }
    return oldPlace(of: id).flatMap { before[0].items.item(at: $0) } ?? Item(id: id)
  }

  private func wasShown(_ id: String) -> Bool { old.isShown(id) }

  /// The index of an item before the batch; nil if it was not shown.
  ///
  /// - Complexity: that of finding an id, unless `noteOldPlaces` has found it.
  private mutating func oldPlace(of id: String) -> Int? {
    guard wasShown(id) else { return nil }
    if let known = oldPlaces[id] { return known }
    guard case .one(let path) = before.path(ofItem: id) else { return nil }
    oldPlaces[id] = path.item
    return path.item
  }

  /// Notes the indices of the items that were shown behind one as its descendants are now.
  ///
  /// - Complexity: O(k log n) for k shown descendants.
  private mutating func noteOldPlaces(behind id: String) {
    guard outline.isExpanded(id) == true, let start = oldPlace(of: id) else { return }
    let items = before[0].items
    guard var cursor = ItemCursor(items, at: start) else { return }
    for (offset, id) in shownBelow(id).enumerated() {
      let place = start + 1 + offset
      guard place < items.count else { return }
      cursor.move(to: place)
      let ids = cursor.chunk.ids
      // Edits of the same batch may have changed the items behind this one.
      guard !ids.isEmpty, ids[place - cursor.first] == id else { return }
      oldPlaces[id] = place
    }
  }
}

/// The batch.
extension OutlineEditing {
  /// An item that comes to its place from elsewhere.
  private struct Arrival {
    var id: String
    /// The index of the item in front of it, before the batch; -1 if none is.
    var anchor: Int
  }

  /// Returns the operations on the items of the section that the edits amount to.
  ///
  /// - Complexity: O(k log n) for k items that appear, disappear or move.
  mutating func updates() -> [BatchUpdate] {
    var departed: [Int] = []
    var deleted: [BatchUpdate.Animation: [IndexPath]] = [:]
    var arriving: Set<String> = []
    for (id, animation) in touched {
      let place = oldPlace(of: id)
      if outline.isShown(id) {
        guard place == nil || moved.contains(id) else { continue }
        arriving.insert(id)
      } else if let place {
        deleted[animation, default: []].append(IndexPath(section: section, item: place))
      }
      if let place { departed.append(place) }
    }
    departed.sort()
    var updates: [BatchUpdate] = []
    for animation in BatchUpdate.Animation.allCases {
      guard let paths = deleted[animation] else { continue }
      updates.append(BatchUpdate(.deleteItems(at: paths.sorted { $0.item < $1.item }), animation: animation))
    }
    return updates + arrivals(arriving, departed) + redescriptions(besides: arriving)
  }

  /// The insertions and moves, and the reconfigurations of items that move: no batch reloads these.
  private mutating func arrivals(_ arriving: Set<String>, _ departed: [Int]) -> [BatchUpdate] {
    var heads: [Arrival] = []
    var followers: [String: String] = [:]
    for id in arriving {
      let before = outline.predecessor(of: id)
      if let before, arriving.contains(before) {
        followers[before] = id
      } else {
        heads.append(Arrival(id: id, anchor: before.flatMap { oldPlace(of: $0) } ?? -1))
      }
    }
    heads.sort { $0.anchor < $1.anchor }

    var moves: [BatchUpdate] = []
    var levelled: (paths: [IndexPath], items: [Item]) = ([], [])
    var inserted: [BatchUpdate.Animation: (paths: [IndexPath], items: [Item])] = [:]
    var levels: [String: Int] = [:]
    var (arrivedCount, departedCount) = (0, 0)
    for head in heads {
      while departedCount < departed.count, departed[departedCount] <= head.anchor { departedCount += 1 }
      var current: String? = head.id
      while let id = current {
        let place = IndexPath(section: section, item: head.anchor + 1 - departedCount + arrivedCount)
        let level = level(of: id, &levels)
        var item = description(of: id)
        item.indentationLevel = level > 0 ? level : nil
        if let old = oldPlace(of: id) {
          let from = IndexPath(section: section, item: old)
          moves.append(BatchUpdate(.moveItem(from: from, to: place)))
          let oldLevel = before[0].items.item(at: old)?.indentationLevel ?? 0
          if oldLevel != level || described[id] != nil || turned.contains(id) {
            levelled.paths.append(from)
            levelled.items.append(item)
          }
        } else {
          let animation = touched[id] ?? .automatic
          inserted[animation, default: ([], [])].paths.append(place)
          inserted[animation, default: ([], [])].items.append(item)
        }
        arrivedCount += 1
        current = followers[id]
      }
    }
    var updates = moves
    if !levelled.paths.isEmpty {
      updates.append(BatchUpdate(.reconfigureItems(at: levelled.paths, levelled.items)))
    }
    for animation in BatchUpdate.Animation.allCases {
      guard let new = inserted[animation] else { continue }
      updates.append(BatchUpdate(.insertItems(at: new.paths, new.items), animation: animation))
    }
    return updates
  }

  /// The level of a shown item whose parent has been asked for, or has not moved.
  private mutating func level(of id: String, _ levels: inout [String: Int]) -> Int {
    guard let parent = outline.nodes[id]?.parent else {
      levels[id] = 0
      return 0
    }
    let above: Int
    if let known = levels[parent] {
      above = known
    } else {
      above = oldPlace(of: parent).flatMap { before[0].items.item(at: $0)?.indentationLevel } ?? 0
      levels[parent] = above
    }
    levels[id] = above + 1
    return above + 1
  }

  /// The reloads and reconfigurations of items that stay in order.
  private mutating func redescriptions(besides arriving: Set<String>) -> [BatchUpdate] {
    var changes: [(place: Int, item: Item?, reloads: Bool)] = []
    for (id, change) in described where outline.isShown(id) && !arriving.contains(id) {
      guard let place = oldPlace(of: id) else { continue }
      var item = change.item
      item?.indentationLevel = before[0].items.item(at: place)?.indentationLevel
      changes.append((place, item, change.reloads))
    }
    for id in turned where outline.isShown(id) && !arriving.contains(id) && described[id] == nil {
      guard let place = oldPlace(of: id) else { continue }
      changes.append((place, nil, false))
    }
    changes.sort { $0.place < $1.place }
    var updates: [BatchUpdate] = []
    for reloads in [true, false] {
      for hasItem in [true, false] {
        let some = changes.filter { $0.reloads == reloads && ($0.item != nil) == hasItem }
        guard !some.isEmpty else { continue }
        let paths = some.map { IndexPath(section: section, item: $0.place) }
        let items = hasItem ? some.compactMap { $0.item } : nil
        updates.append(
          BatchUpdate(reloads ? .reloadItems(at: paths, items) : .reconfigureItems(at: paths, items)))
      }
    }
    return updates
  }
}
