/// Where every section and every item goes in a batch, and where it comes from.
///
/// The size of the map is that of the batch: it lists only members that change, and computes the positions of the rest.
public struct UpdateMap: Sendable {
  /// The origin of an item after the batch.
  public enum Origin: Hashable, Sendable {
    /// Unchanged, except perhaps for its index path.
    case kept(IndexPath)
    case moved(IndexPath)
    case reloaded(IndexPath)
    case reconfigured(IndexPath)
    case inserted
  }

  /// The origin of a section after the batch.
  public enum SectionOrigin: Hashable, Sendable {
    case kept(Int)
    case moved(Int)
    case reloaded(Int)
    case inserted
  }

  /// The destination of an item of before the batch.
  public enum Destination: Hashable, Sendable {
    case kept(IndexPath)
    case moved(IndexPath)
    case reloaded(IndexPath)
    case reconfigured(IndexPath)
    case deleted
  }

  let sections: SlotMap
  /// The new index of each moved section by its old one, and the old by the new.
  let movedSections: [Int: Int]
  let sectionSources: [Int: Int]
  /// Old indices of reloaded sections.
  let reloadedSections: Set<Int>
  /// The slots of sections whose items change positions, by old section.
  let items: [Int: SlotMap]
  private(set) var movedItems: [IndexPath: IndexPath]
  private(set) var itemSources: [IndexPath: IndexPath]
  private(set) var reloadedItems: Set<IndexPath>
  let reconfiguredItems: Set<IndexPath>
  /// Animations other than automatic: of deleted items by old index path, of inserted items by new.
  var deleteAnimations: [IndexPath: BatchUpdate.Animation] = [:]
  var insertAnimations: [IndexPath: BatchUpdate.Animation] = [:]
  /// Animations other than automatic of sections with all their elements.
  var sectionDeleteAnimations: [Int: BatchUpdate.Animation] = [:]
  var sectionInsertAnimations: [Int: BatchUpdate.Animation] = [:]
}

extension UpdateMap {
  /// The map of an empty batch.
  public static func unchanged(sectionCount: Int) -> UpdateMap { UpdateMap(sectionCount: sectionCount) }

  /// Whether every section and item keeps its index path.
  ///
  /// - Complexity: O(1).
  package var keepsIndexPaths: Bool {
    sections.isIdentity && movedSections.isEmpty && reloadedSections.isEmpty && items.isEmpty
      && movedItems.isEmpty
  }

  /// The map of a batch that changes no section.
  init(
    sectionCount: Int, items: [Int: SlotMap] = [:], reloadedItems: Set<IndexPath> = [],
    reconfiguredItems: Set<IndexPath> = []
  ) {
    self.init(
      sections: .identity(sectionCount), movedSections: [:], sectionSources: [:], reloadedSections: [],
      items: items, movedItems: [:], itemSources: [:], reloadedItems: reloadedItems,
      reconfiguredItems: reconfiguredItems)
  }

  /// Treats items that the batch deletes at one position and inserts at another as moved, and those of them that arrive
  /// with another description as reloaded too.
  ///
  /// - Parameter changes: all items whose descriptions change.
  /// - Complexity: O(k) for k moves and changes.
  mutating func join(
    _ moves: [SnapshotDifference.Move<IndexPath>], changing changes: [SnapshotDifference.Move<IndexPath>]
  ) {
    guard !moves.isEmpty else { return }
    let changed = Set(changes.map { $0.from })
    for move in moves {
      movedItems[move.from] = move.to
      itemSources[move.to] = move.from
      let isKnown = reconfiguredItems.contains(move.from)
      if changed.contains(move.from), !isKnown { reloadedItems.insert(move.from) }
    }
  }

  /// Whether the item at an old index path gets another description or has to be drawn anew, wherever it goes; nil if it
  /// does not.
  ///
  /// - Complexity: O(1).
  public func renewal(of old: IndexPath) -> UpdateDiff.Renewal? {
    if reloadedItems.contains(old) { return .reloaded }
    return reconfiguredItems.contains(old) ? .reconfigured : nil
  }

  /// The new index of a section; nil for a deleted section.
  ///
  /// - Complexity: O(log k) for a batch of k.
  public func newSection(of old: Int) -> Int? { movedSections[old] ?? sections.new(ofKept: old) }

  /// The old index of the section at a new index; nil if it is inserted.
  package func oldSection(of new: Int) -> Int? { sectionSources[new] ?? sections.old(ofKept: new) }

  /// The origin of the section at a new index.
  ///
  /// - Complexity: O(log k) for a batch of k.
  public func origin(ofSection new: Int) -> SectionOrigin {
    if let old = sectionSources[new] { return .moved(old) }
    guard let old = sections.old(ofKept: new) else { return .inserted }
    return reloadedSections.contains(old) ? .reloaded(old) : .kept(old)
  }

  /// The destination of the item at an old index path.
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

  /// The origin of the item at a new index path. Items of a moved section move with it.
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
