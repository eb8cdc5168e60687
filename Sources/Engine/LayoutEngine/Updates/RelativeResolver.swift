extension SectionList {
  /// The batch with index paths and section numbers for all relative positions.
  ///
  /// Members with an index path or a number in the batch get exactly that; the rest keep their order, with the members
  /// that have a relative position among them.
  ///
  /// - Throws: an error for a position in a section that the batch deletes or reloads.
  /// - Complexity: O(k log k) for a batch that names k positions.
  public func resolving(_ updates: [RelativeUpdate]) throws(RelativePositionError) -> [BatchUpdate] {
    guard updates.contains(where: { $0.position != nil }) else { return updates.map { $0.update } }
    var resolver = RelativeResolver(self, updates)
    resolver.placeMembers()
    resolver.resolveSections()
    return try resolver.resolveItems()
  }
}

/// Computes the index paths of the relative positions of a batch: first of sections, then of the items in them.
private struct RelativeResolver {
  private let sections: SectionList
  private var updates: [RelativeUpdate]
  /// The order of the sections, and of the items of each section, by its old index.
  private var sectionOrder = RelativeOrder()
  private var itemOrders: [Int: RelativeOrder] = [:]
  /// The nodes of what each operation places, and the old index of their section; nil for sections.
  private var placed: [Int: (section: Int?, nodes: Range<Int>)] = [:]

  init(_ sections: SectionList, _ updates: [RelativeUpdate]) {
    self.sections = sections
    self.updates = updates
  }

  mutating func placeMembers() {
    for (operation, update) in updates.enumerated() {
      guard let position = update.position else { continue }
      let count = update.update.action.placedCount
      switch position.anchor {
      case .old(let section, let index):
        place(count, of: operation, position.side, in: section) { $0.node(ofOld: index) }
      case .placed(let other, let member):
        guard let (section, nodes) = placed[other], member < nodes.count else { continue }
        place(count, of: operation, position.side, in: section) { _ in nodes.lowerBound + member }
      }
    }
  }

  private mutating func place(
    _ count: Int, of operation: Int, _ side: RelativePosition.Side, in section: Int?,
    _ node: (inout RelativeOrder) -> Int
  ) {
    func nodes(_ order: inout RelativeOrder) -> Range<Int> {
      let anchor = node(&order)
      return order.place(count, side, anchor)
    }
    if let section {
      placed[operation] = (section, nodes(&itemOrders[section, default: RelativeOrder()]))
    } else {
      placed[operation] = (nil, nodes(&sectionOrder))
    }
  }

  mutating func resolveSections() {
    var vacated: Set<Int> = []
    var taken: Set<Int> = []
    for update in updates {
      let isAbsolute = update.position == nil
      switch update.update.action {
      case .deleteSections(let old): vacated.formUnion(old)
      case .insertSections(let new, _) where isAbsolute: taken.formUnion(new)
      case .moveSection(let from, let to):
        vacated.insert(from)
        if isAbsolute { taken.insert(to) }
      default: break
      }
    }
    let new = sectionOrder.newIndices(
      oldCount: sections.count, vacated: vacated.sorted(), taken: taken.sorted())
    for (operation, (section, nodes)) in placed where section == nil {
      switch updates[operation].update.action {
      case .insertSections(_, let sections):
        updates[operation].update.action = .insertSections(at: nodes.map { new[$0] }, sections)
      case .moveSection(let from, _):
        guard let node = nodes.first else { continue }
        updates[operation].update.action = .moveSection(from: from, to: new[node])
      default: break
      }
    }
  }

  /// - Throws: an error for a position in a section that is deleted or reloaded.
  mutating func resolveItems() throws(RelativePositionError) -> [BatchUpdate] {
    let destinations = SectionDestinations(of: updates, sectionCount: sections.count)
    var vacated: [Int: Set<Int>] = [:]
    var taken: [Int: Set<Int>] = [:]
    for update in updates {
      switch update.update.action {
      case .deleteItems(let paths): for path in paths { vacated[path.section, default: []].insert(path.item) }
      case .insertItems(let paths, _) where update.position == nil:
        for path in paths { taken[path.section, default: []].insert(path.item) }
      case .moveItem(let from, let to):
        vacated[from.section, default: []].insert(from.item)
        if update.position == nil { taken[to.section, default: []].insert(to.item) }
      default: break
      }
    }
    var indices: [Int: ContiguousArray<Int>] = [:]
    for (section, order) in itemOrders {
      guard section < sections.count, let new = destinations.newIndex(of: section) else { continue }
      indices[section] = order.newIndices(
        oldCount: sections[section].items.count, vacated: vacated[section]?.sorted() ?? [],
        taken: taken[new]?.sorted() ?? [])
    }
    for operation in placed.keys.sorted() {
      guard let (section, nodes) = placed[operation], let section else { continue }
      guard let new = destinations.newIndex(of: section), let found = indices[section] else {
        throw RelativePositionError(operation: operation, section: section)
      }
      let paths = nodes.map { IndexPath(section: new, item: found[$0]) }
      switch updates[operation].update.action {
      case .insertItems(_, let items): updates[operation].update.action = .insertItems(at: paths, items)
      case .moveItem(let from, _):
        guard let to = paths.first else { continue }
        updates[operation].update.action = .moveItem(from: from, to: to)
      default: break
      }
    }
    return updates.map { $0.update }
  }
}

/// Where the sections go that a batch neither deletes nor reloads.
private struct SectionDestinations {
  private let slots: SlotMap
  private var moved: [Int: Int] = [:]
  private var reloaded: Set<Int> = []

  init(of updates: [RelativeUpdate], sectionCount: Int) {
    var vacated: Set<Int> = []
    var taken: Set<Int> = []
    for update in updates {
      switch update.update.action {
      case .deleteSections(let sections): vacated.formUnion(sections)
      case .insertSections(let sections, _): taken.formUnion(sections)
      case .reloadSections(let sections, _): reloaded.formUnion(sections)
      case .moveSection(let from, let to):
        vacated.insert(from)
        taken.insert(to)
        moved[from] = to
      default: break
      }
    }
    slots = SlotMap(oldCount: sectionCount, vacated: vacated, taken: taken)
  }

  func newIndex(of section: Int) -> Int? {
    reloaded.contains(section) ? nil : moved[section] ?? slots.new(ofKept: section)
  }
}

extension BatchUpdate.Action {
  /// The number of members that the operation inserts or moves.
  fileprivate var placedCount: Int {
    switch self {
    case .insertItems(_, let items): items.count
    case .insertSections(_, let sections): sections.count
    case .moveItem, .moveSection: 1
    default: 0
    }
  }
}
