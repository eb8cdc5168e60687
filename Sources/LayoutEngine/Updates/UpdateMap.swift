/// What becomes of every section and every item in a batch, found from slots.
///
/// Its size is that of the batch: what nothing happened to is not listed, its new place is computed.
public struct UpdateMap: Sendable {
  /// Where an item after the batch comes from.
  public enum Origin: Hashable, Sendable {
    /// Nothing happened to it but, perhaps, its place.
    case kept(IndexPath)
    case moved(IndexPath)
    case reloaded(IndexPath)
    case reconfigured(IndexPath)
    case inserted
  }

  /// Where a section after the batch comes from.
  public enum SectionOrigin: Hashable, Sendable {
    case kept(Int)
    case moved(Int)
    case reloaded(Int)
    case inserted
  }

  /// What becomes of an item.
  public enum Destination: Hashable, Sendable {
    case kept(IndexPath)
    case moved(IndexPath)
    case reloaded(IndexPath)
    case reconfigured(IndexPath)
    case deleted
  }

  let sections: SlotMap
  /// Moved sections, from old to new and back.
  let movedSections: [Int: Int]
  let sectionSources: [Int: Int]
  /// Old places of sections whose items are replaced.
  let reloadedSections: Set<Int>
  /// Of sections whose items change places, by the old section.
  let items: [Int: SlotMap]
  private(set) var movedItems: [IndexPath: IndexPath]
  private(set) var itemSources: [IndexPath: IndexPath]
  let reloadedItems: Set<IndexPath>
  let reconfiguredItems: Set<IndexPath>
  /// Animations other than automatic: of deleted and reloaded items by old place, of inserted ones by new.
  var deleteAnimations: [IndexPath: BatchUpdate.Animation] = [:]
  var insertAnimations: [IndexPath: BatchUpdate.Animation] = [:]
  /// The same of sections, with everything in them.
  var sectionDeleteAnimations: [Int: BatchUpdate.Animation] = [:]
  var sectionInsertAnimations: [Int: BatchUpdate.Animation] = [:]
}

extension UpdateMap {
  /// What becomes of everything where nothing happens.
  public static func unchanged(sectionCount: Int) -> UpdateMap { UpdateMap(sectionCount: sectionCount) }

  /// What becomes of everything where sections stay as they are.
  init(
    sectionCount: Int, items: [Int: SlotMap] = [:], reloadedItems: Set<IndexPath> = [],
    reconfiguredItems: Set<IndexPath> = []
  ) {
    self.init(
      sections: .identity(sectionCount), movedSections: [:], sectionSources: [:], reloadedSections: [],
      items: items, movedItems: [:], itemSources: [:], reloadedItems: reloadedItems,
      reconfiguredItems: reconfiguredItems)
  }

  /// Takes items that the batch deleted at one place and inserted at another for ones that moved.
  mutating func join(_ moves: [SnapshotDifference.Move<IndexPath>]) {
    for move in moves {
      movedItems[move.from] = move.to
      itemSources[move.to] = move.from
    }
  }

  /// The new place of a section; nil for a deleted one.
  ///
  /// - Complexity: O(log k) for a batch of k.
  public func newSection(of old: Int) -> Int? { movedSections[old] ?? sections.new(ofKept: old) }

  /// Where the section that is at a new place comes from.
  ///
  /// - Complexity: O(log k) for a batch of k.
  public func origin(ofSection new: Int) -> SectionOrigin {
    if let old = sectionSources[new] { return .moved(old) }
    guard let old = sections.old(ofKept: new) else { return .inserted }
    return reloadedSections.contains(old) ? .reloaded(old) : .kept(old)
  }

  /// What becomes of the item at an old place.
  ///
  /// - Complexity: O(log k) for a batch of k.
  public func destination(of old: IndexPath) -> Destination {
    if let new = movedItems[old] { return .moved(new) }
    guard !reloadedSections.contains(old.section), let section = newSection(of: old.section) else {
      return .deleted
    }
    let item: Int
    if let map = items[old.section] {
      guard let place = map.new(ofKept: old.item) else { return .deleted }
      item = place
    } else {
      item = old.item
    }
    let new = IndexPath(section: section, item: item)
    if reloadedItems.contains(old) { return .reloaded(new) }
    if reconfiguredItems.contains(old) { return .reconfigured(new) }
    return movedSections[old.section] == nil ? .kept(new) : .moved(new)
  }

  /// Where the item at a new place comes from. Items of a moved section have moved with it.
  ///
  /// - Complexity: O(log k) for a batch of k.
  public func origin(of new: IndexPath) -> Origin {
    if let old = itemSources[new] { return .moved(old) }
    let section: Int
    let hasMoved: Bool
    switch origin(ofSection: new.section) {
    case .inserted, .reloaded: return .inserted
    case .kept(let old): (section, hasMoved) = (old, false)
    case .moved(let old): (section, hasMoved) = (old, true)
    }
    let item: Int
    if let map = items[section] {
      guard let place = map.old(ofKept: new.item) else { return .inserted }
      item = place
    } else {
      item = new.item
    }
    let old = IndexPath(section: section, item: item)
    if reloadedItems.contains(old) { return .reloaded(old) }
    if reconfiguredItems.contains(old) { return .reconfigured(old) }
    return hasMoved ? .moved(old) : .kept(old)
  }
}
