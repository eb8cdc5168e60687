/// The items of a section that a batch leaves in their order, with their descriptions.
struct KeptItems: Sendable {
  /// Nil if no item of the section changes its position.
  private let slots: SlotMap?
  /// The old indices of items that are reloaded or reconfigured, in ascending order.
  private let changed: [Int]

  fileprivate init(slots: SlotMap?, changed: [Int]) {
    self.slots = slots
    self.changed = changed
  }

  /// The old index of an item that stays in order; nil for another.
  ///
  /// - Complexity: O(log k) for a batch of k.
  func old(of new: Int) -> Int? {
    guard let slots else { return new }
    return slots.old(ofKept: new)
  }

  /// How many consecutive items stay next to each other.
  ///
  /// - Parameters:
  ///   - limit: the largest number of items to count.
  ///   - old: the old index of the first item, and `new` its new one.
  /// - Complexity: O(log k) for a batch of k.
  func count(upTo limit: Int, from old: Int, to new: Int) -> Int {
    func distance(to sorted: [Int], from index: Int) -> Int {
      let next = sorted.bisect { $0 >= index }
      return next < sorted.count ? sorted[next] - index : limit
    }
    let count = min(limit, distance(to: changed, from: old))
    guard let slots else { return count }
    return min(count, distance(to: slots.vacated, from: old), distance(to: slots.taken, from: new))
  }
}

extension UpdateMap {
  /// The kept items of each section with changed items, and those of any other section.
  ///
  /// - Complexity: O(k log k) for a batch of k.
  var keptItems: (Int) -> KeptItems {
    var changed: [Int: [Int]] = [:]
    for path in reloadedItems.union(reconfiguredItems) {
      changed[path.section, default: []].append(path.item)
    }
    for section in changed.keys { changed[section]?.sort() }
    let items = items
    return { KeptItems(slots: items[$0], changed: changed[$0] ?? []) }
  }
}
