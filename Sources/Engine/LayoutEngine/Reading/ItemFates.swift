/// Where the items that a viewport shows go in a change, by the index paths at which it shows them.
package protocol ItemFates {
  /// Returns where an item goes.
  func fate(ofItem path: IndexPath) -> Fate<IndexPath>
  /// Returns where a section goes.
  func fate(ofSection section: Int) -> Fate<Int>

  /// The nearest item after or before another one that stays where it is among the others; nil if there is none.
  func neighbour(of path: IndexPath, _ side: NeighbourSide) -> IndexPath?
}

/// The fate of an item or of a section in a change.
package enum Fate<Position: Hashable & Sendable>: Hashable, Sendable {
  /// It stays where it is among the others, perhaps with new content or at another number.
  case kept(Position)
  /// It moves with its section.
  case carried(Position)
  /// It moves by itself.
  case moved(Position)
  /// Its section is replaced; the position of the item with the same id there, and the section's new index.
  case replaced(Position?, section: Int)
  case deleted

  /// The position after the change; nil if it is deleted.
  package var destination: Position? {
    switch self {
    case .kept(let position), .carried(let position), .moved(let position): position
    case .replaced(let position, _): position
    case .deleted: nil
    }
  }
}

/// The side of an item on which a neighbour is looked for.
package enum NeighbourSide: Sendable {
  case after, before
}

/// Maps of batches in a row, each from its old state to its new one or back.
package struct ComposedFates: Sendable {
  /// One batch of the row.
  package struct Link: Sendable {
    fileprivate let map: UpdateMap
    fileprivate let isBackward: Bool

    /// Creates a link of the map of a batch, followed forward or backward.
    package init(_ map: UpdateMap, isBackward: Bool = false) {
      self.map = map
      self.isBackward = isBackward
    }

    /// The same batch in the other direction.
    package var reversed: Link { Link(map, isBackward: !isBackward) }
  }

  private let links: [Link]
  private let before: SectionList
  private let after: SectionList
  private let displaced: (before: Displacement?, after: Displacement?)

  /// Creates the fates of items in batches that follow one another.
  ///
  /// - Parameters:
  ///   - links: in the order of their application.
  ///   - sections: the collection before the first of them and after the last.
  ///   - displaced: the items that the viewport shows at other positions before and after.
  package init(
    _ links: [Link], of sections: (before: SectionList, after: SectionList),
    displaced: (before: Displacement?, after: Displacement?) = (nil, nil)
  ) {
    self.links = links
    (before, after) = sections
    self.displaced = displaced
  }
}

extension ComposedFates: ItemFates {
  /// - Complexity: O(log k) for batches of k, and that of finding an id if the item's section is replaced, or if the item
  ///   is deleted in a row of several batches, one of which may insert it again.
  package func fate(ofItem path: IndexPath) -> Fate<IndexPath> {
    let position = displaced.before?.position(ofShown: path) ?? path
    let fate = links.reduce(Fate.kept(position)) { fate, link in fate.then { link.fate(ofItem: $0) } }
    switch fate {
    case .kept(let new): return .kept(shown(new))
    case .carried(let new): return .carried(shown(new))
    case .moved(let new): return .moved(shown(new))
    case .deleted where links.count > 1: return namesake(of: position).map { .kept(shown($0)) } ?? .deleted
    case .deleted: return .deleted
    case .replaced:
      guard case .kept(let section) = self.fate(ofSection: position.section, isReplaced: true) else {
        return .deleted
      }
      return .replaced(namesake(of: position, in: section).map(shown), section: section)
    }
  }

  package func fate(ofSection section: Int) -> Fate<Int> { fate(ofSection: section, isReplaced: false) }

  private func fate(ofSection section: Int, isReplaced: Bool) -> Fate<Int> {
    links.reduce(Fate.kept(section)) { fate, link in
      fate.then { section in
        switch link.fate(ofSection: section) {
        case .carried(let new) where isReplaced: .kept(new)
        case let fate: fate
        }
      }
    }
  }

  private func shown(_ path: IndexPath) -> IndexPath { displaced.after?.shown(path) ?? path }

  private func id(of position: IndexPath) -> String? {
    guard position.section < before.count else { return nil }
    let items = before[position.section].items
    return position.item < items.count ? items.id(at: position.item) : nil
  }

  /// The item with the id of another one, after the change.
  private func namesake(of position: IndexPath) -> IndexPath? {
    guard let id = id(of: position), case .one(let path) = after.path(ofItem: id) else { return nil }
    return path
  }

  private func namesake(of position: IndexPath, in section: Int) -> IndexPath? {
    guard section < after.count, let id = id(of: position) else { return nil }
    return after[section].items.firstItem(withID: id).map { IndexPath(section: section, item: $0) }
  }

  /// - Complexity: O(log k + log n) for a batch of k in a collection of n, for each section that the batch removes on the
  ///   way, and for each item that a later batch of the row removes.
  package func neighbour(of path: IndexPath, _ side: NeighbourSide) -> IndexPath? {
    var position = displaced.before?.position(ofShown: path) ?? path
    while let next = kept(position, side) {
      position = next
      let shown = displaced.before?.shown(next) ?? next
      if case .kept = fate(ofItem: shown) { return shown }
    }
    return nil
  }

  /// The nearest item that the first batch keeps.
  private func kept(_ position: IndexPath, _ side: NeighbourSide) -> IndexPath? {
    var item: Int? = position.item + (side == .after ? 1 : -1)
    var section = position.section
    while section >= 0, section < before.count {
      let count = before[section].items.count
      if isKept(section) {
        let vacated = links.first?.vacated(in: section) ?? []
        let first = item ?? (side == .after ? 0 : count - 1)
        let found = side == .after ? vacated.firstGap(from: first) : vacated.lastGap(upTo: first)
        if found >= 0, found < count { return IndexPath(section: section, item: found) }
      }
      item = nil
      guard let next = before.sectionWithItems(side, section) else { return nil }
      section = next
    }
    return nil
  }

  private func isKept(_ section: Int) -> Bool {
    guard let link = links.first else { return true }
    if case .kept = link.fate(ofSection: section) { return !link.isReplaced(section) }
    return false
  }
}

extension Fate {
  /// The fate after another step, which takes up the result of this one.
  fileprivate func then(_ step: (Position) -> Fate) -> Fate {
    guard case .deleted = self else {
      guard let position = destination else { return self }
      let next = step(position)
      switch (self, next) {
      case (.kept, _), (_, .deleted), (_, .replaced): return next
      case (.moved, _): return next.destination.map { .moved($0) } ?? .deleted
      case (_, .moved): return next
      case (_, _): return next.destination.map { .carried($0) } ?? .deleted
      }
    }
    return .deleted
  }
}

extension ComposedFates.Link {
  fileprivate func fate(ofItem path: IndexPath) -> Fate<IndexPath> {
    let section = fate(ofSection: path.section)
    if let moved = (isBackward ? map.itemSources : map.movedItems)[path] { return .moved(moved) }
    guard let newSection = section.destination else { return .deleted }
    if isReplaced(path.section) { return .replaced(nil, section: newSection) }
    let slots = map.items[isBackward ? newSection : path.section]
    guard
      let item = slots.map({ isBackward ? $0.old(ofKept: path.item) : $0.new(ofKept: path.item) })
        ?? path.item
    else { return .deleted }
    let new = IndexPath(section: newSection, item: item)
    if case .carried = section { return .carried(new) }
    return .kept(new)
  }

  fileprivate func fate(ofSection section: Int) -> Fate<Int> {
    if let new = (isBackward ? map.sectionSources : map.movedSections)[section] { return .carried(new) }
    let kept = isBackward ? map.sections.old(ofKept: section) : map.sections.new(ofKept: section)
    return kept.map { .kept($0) } ?? .deleted
  }

  /// Whether the batch puts other items into a section.
  fileprivate func isReplaced(_ section: Int) -> Bool {
    guard isBackward else { return map.reloadedSections.contains(section) }
    return fate(ofSection: section).destination.map(map.reloadedSections.contains) ?? false
  }

  /// The items of a section that do not stay in order, in ascending order.
  fileprivate func vacated(in section: Int) -> [Int] {
    guard isBackward else { return map.items[section]?.vacated ?? [] }
    return fate(ofSection: section).destination.flatMap { map.items[$0]?.taken } ?? []
  }
}

extension [Int] {
  /// The least number from another one on that is not in the list, which is in ascending order.
  ///
  /// - Complexity: O(log n).
  fileprivate func firstGap(from number: Int) -> Int {
    let place = bisect { $0 >= number }
    let beyond = (place..<count).bisect { self[$0] - $0 > number - place }
    return number + beyond - place
  }

  /// The greatest number up to another one that is not in the list, which is in ascending order.
  ///
  /// - Complexity: O(log n).
  fileprivate func lastGap(upTo number: Int) -> Int {
    let end = bisect { $0 > number }
    // Of the run of consecutive numbers that ends at `number`, all have this distance from their places.
    let first = (0..<end).bisect { self[$0] - $0 >= number - (end - 1) }
    return end > 0 && self[end - 1] == number ? number - (end - first) : number
  }
}

extension SectionList {
  /// The nearest section after or before another one that has items; nil if there is none.
  ///
  /// - Complexity: O(log n) for n sections.
  fileprivate func sectionWithItems(_ side: NeighbourSide, _ section: Int) -> Int? {
    let position = tree.leaf(at: section)
    let rank = position.before.items + (side == .after ? position.leaf.items.count : -1)
    guard rank >= 0, rank < itemCount else { return nil }
    return tree.leaf(beyond: Double(rank), by: { Double($0.items) })?.index
  }
}
