extension SectionList {
  /// The sections after a batch, and the map of the batch.
  public struct Updated: Sendable {
    /// The sections after the batch.
    public var sections: SectionList
    /// The positions before and after the batch of all that stays.
    public var map: UpdateMap
    /// Sections after the batch whose layout must be computed anew.
    var replacedSections: Set<Int> = []
    /// The changes to the items of sections that stay; each section once, by its old index.
    var itemEdits: [(section: Int, edits: ItemEdits)] = []
  }

  /// Applies a batch of updates, all or nothing.
  ///
  /// - Throws: `BatchError` with every conflict of the batch, which then changed nothing.
  /// - Complexity: O(k log n) for a batch that names k positions, in n sections and items; O(s) more if it inserts,
  ///   deletes or moves sections among s.
  public func applying(_ updates: [BatchUpdate]) throws(BatchError) -> Updated {
    if let updated = applyingToOneItem(updates) { return updated }
    return try applyingInGeneral(updates)
  }

  /// Applies a batch that may do anything.
  func applyingInGeneral(_ updates: [BatchUpdate]) throws(BatchError) -> Updated {
    var resolver = BatchResolver(sectionCount: count) { self[$0].items.count }
    var map = try resolver.resolve(updates)
    let arriving = Arrivals(updates)
    map.takeAnimations(of: updates)

    var updated = Updated(sections: self, map: map)
    updated.changeItems(of: self, arriving)
    updated.changeSections(of: self, arriving)
    updated.joinItems(to: self, arriving)
    return updated
  }
}

/// The new items and sections in the operations of a batch.
struct Arrivals {
  private(set) var items: [IndexPath: Item] = [:]
  private(set) var replacements: [IndexPath: Item] = [:]
  private(set) var sections: [Int: Section] = [:]
  private(set) var reloadedSections: [Int: Section] = [:]

  init(_ updates: [BatchUpdate]) {
    for update in updates {
      switch update.action {
      case .insertItems(let paths, let new):
        for (path, item) in zip(paths, new) { items[path] = item }
      case .reloadItems(let paths, let new?), .reconfigureItems(let paths, let new?):
        replacements.reserveCapacity(replacements.count + new.count)
        for (path, item) in zip(paths, new) { replacements[path] = item }
      case .insertSections(let places, let new):
        for (place, section) in zip(places, new) { sections[place] = section }
      case .reloadSections(let places, let new):
        for (place, section) in zip(places, new) { reloadedSections[place] = section }
      default: break
      }
    }
  }
}

extension SectionList.Updated {
  /// Changes the items of sections that stay.
  fileprivate mutating func changeItems(of old: SectionList, _ arriving: Arrivals) {
    var replaced: [Int: [Int: Item]] = [:]
    for (path, item) in arriving.replacements
    where map.movedItems[path] == nil
      && (map.reloadedItems.contains(path) || map.reconfiguredItems.contains(path))
    {
      replaced[path.section, default: [:]][path.item] = item
    }
    func change(_ section: Int) {
      guard let newSection = map.newSection(of: section), !map.reloadedSections.contains(section) else {
        return
      }
      var value = old[section]
      let slots = map.items[section] ?? .identity(value.items.count)
      let (items, edits) =
        value.items.applying(slots, replaced: replaced[section] ?? [:]) { place in
          let path = IndexPath(section: newSection, item: place)
          if let item = arriving.items[path] { return item }
          guard let source = map.itemSources[path] else { return Item() }
          // An item may move and get a new description at once.
          return arriving.replacements[source] ?? old[source.section].items.item(at: source.item) ?? Item()
        }
      guard !edits.isEmpty else { return }
      value.items = items
      itemEdits.append((section, edits))
      // Sections have their old indices until `changeSections`.
      sections = sections.replacing(section..<section + 1, with: [value])
    }
    // In order, so that of several sections without a result always the same one is named.
    for section in Set(map.items.keys).union(replaced.keys).sorted() { change(section) }
  }

  /// Deletes, inserts, moves and replaces sections.
  fileprivate mutating func changeSections(of old: SectionList, _ arriving: Arrivals) {
    for (section, value) in arriving.reloadedSections where map.reloadedSections.contains(section) {
      sections = sections.replacing(section..<section + 1, with: [value])
      replacedSections.insert(map.newSection(of: section)!)
    }
    guard !map.sections.vacated.isEmpty || !map.sections.taken.isEmpty else { return }
    let changed = sections
    var moved: [Int: Section] = [:]
    for (from, to) in map.movedSections { moved[to] = changed[from] }
    for section in map.sections.vacated.reversed() {
      sections = sections.replacing(section..<section + 1, with: [])
    }
    for section in map.sections.taken {
      let value = moved[section] ?? arriving.sections[section] ?? Section(items: ItemSequence(count: 0))
      if moved[section] == nil { replacedSections.insert(section) }
      sections = sections.replacing(section..<section, with: [value])
    }
  }

  /// Inserts items into sections that the batch itself inserts or reloads.
  fileprivate mutating func joinItems(to old: SectionList, _ arriving: Arrivals) {
    var joining: [Int: [Int: Item]] = [:]
    for (path, item) in arriving.items where replacedSections.contains(path.section) {
      joining[path.section, default: [:]][path.item] = item
    }
    for (section, items) in joining {
      var value = sections[section]
      let slots = SlotMap(oldCount: value.items.count, vacated: [], taken: items.keys)
      value.items = value.items.applying(slots, replaced: [:]) { items[$0] ?? Item() }.items
      sections = sections.replacing(section..<section + 1, with: [value])
    }
  }
}

extension UpdateMap {
  /// Records the animations of a batch.
  mutating func takeAnimations(of updates: [BatchUpdate]) {
    for update in updates where update.animation != .automatic {
      switch update.action {
      case .deleteItems(let paths): for path in paths { deleteAnimations[path] = update.animation }
      case .insertItems(let paths, _): for path in paths { insertAnimations[path] = update.animation }
      case .deleteSections(let places):
        for place in places { sectionDeleteAnimations[place] = update.animation }
      case .insertSections(let places, _):
        for place in places { sectionInsertAnimations[place] = update.animation }
      case .reloadSections(let places, _):
        for place in places {
          sectionDeleteAnimations[place] = update.animation
          if let new = newSection(of: place) { sectionInsertAnimations[new] = update.animation }
        }
      case .moveItem, .moveSection, .reloadItems, .reconfigureItems: break
      }
    }
  }
}

extension SectionList.Updated {
  /// Makes the batch's changes to a tree with one leaf for each old section.
  ///
  /// - Parameters:
  ///   - make: returns the leaf of a new or replaced section, by its new index.
  ///   - change: returns the leaf of a section in which only some items change, by its new index.
  /// - Complexity: O(k log s) for s sections of which k change, plus the cost of their leaves.
  func follow<Leaf: Summarized>(
    _ tree: SummaryTree<Leaf>, making make: (Section, Int) -> Leaf,
    changing change: (Section, Leaf, ItemEdits, Int) -> Leaf
  ) -> SummaryTree<Leaf> {
    var tree = tree
    // First the sections that stay, by their old indices, as `itemEdits` has them.
    for (old, edits) in itemEdits {
      guard let new = map.newSection(of: old), !replacedSections.contains(new) else { continue }
      tree = tree.replacing(old, with: change(sections[new], tree.leaf(at: old).leaf, edits, new))
    }
    let changed = tree
    for step in sectionSteps {
      let leaves: ContiguousArray<Leaf> =
        switch step.source {
        case .none: []
        case .old(let old): [changed.leaf(at: old).leaf]
        case .new: [make(sections[step.place], step.place)]
        }
      tree = tree.replacing(step.place..<step.place + (step.replaces ? 1 : 0), with: leaves)
    }
    return tree
  }

  /// What follows for leaves from sections that are deleted, inserted, moved and replaced, in the order in which it is done.
  /// Apart from `follow`, of which there is one for each type of leaf.
  private var sectionSteps: [SectionStep] {
    var steps = map.sections.vacated.reversed().map { SectionStep(place: $0, replaces: true, source: .none) }
    for new in map.sections.taken {
      steps.append(
        SectionStep(place: new, replaces: false, source: map.sectionSources[new].map { .old($0) } ?? .new))
    }
    for new in replacedSections where map.origin(ofSection: new) != .inserted {
      steps.append(SectionStep(place: new, replaces: true, source: .new))
    }
    return steps
  }
}

/// Where one leaf comes from, and its place.
private struct SectionStep {
  enum Source {
    case none
    /// That of an old section.
    case old(Int)
    case new
  }

  let place: Int
  /// Whether the leaf takes the place of another.
  let replaces: Bool
  let source: Source
}
