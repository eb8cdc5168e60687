import LayoutEngine

/// The progress of reading a batch: what its ids mean by now, and the ids that it gives.
struct BatchReading {
  let kind: LayoutKind
  let positions: ItemPositions
  /// Whether an id may have one member only.
  let hasUniqueIDs: Bool
  var items = BatchNames<IndexPath>()
  var sections = BatchNames<Int>()
  /// The ids that the batch gives to new items and sections, and in place of others, each with its place in the body.
  ///
  /// A new description with the same id is not among them: no other member can have that id, so it is not looked for.
  private(set) var newItemIDs: [(id: String, place: IDPlace)] = []
  private(set) var newSectionIDs: [(id: String, place: IDPlace)] = []

  init(of kind: LayoutKind, _ positions: ItemPositions, hasUniqueIDs: Bool) {
    self.kind = kind
    self.positions = positions
    self.hasUniqueIDs = hasUniqueIDs
  }

  /// The place of an id in the body: that of an item or a section of an operation, or of an item of its section.
  struct IDPlace {
    var operation: Int
    var section: Int?
    var item: Int?

    /// The steps of the JSON pointer from the operation.
    var path: [String] {
      (section.map { ["sections", "\($0)"] } ?? []) + (item.map { ["items", "\($0)"] } ?? []) + ["id"]
    }
  }

  /// Notes what an operation does; returns the places of ids that the batch has given before.
  mutating func note(_ update: RelativeUpdate, _ operation: Int) -> [IDPlace] {
    let isPlaced = update.position != nil
    func itemStanding(_ member: Int) -> BatchNames<IndexPath>.Standing {
      isPlaced ? .placed(operation: operation, member: member) : .fixed(operation: operation)
    }
    func sectionStanding(_ member: Int) -> BatchNames<Int>.Standing {
      isPlaced ? .placed(operation: operation, member: member) : .fixed(operation: operation)
    }
    var repeated: [IDPlace] = []
    switch update.update.action {
    case .deleteItems(let paths): for path in paths { items.delete(path, operation) }
    case .insertItems(_, let new):
      for (member, item) in new.enumerated() {
        guard let id = item.id else { continue }
        let place = IDPlace(operation: operation, item: member)
        newItemIDs.append((id, place))
        if !items.insert(id, as: itemStanding(member)) { repeated.append(place) }
      }
    case .moveItem(let from, _): items.move(from, to: itemStanding(0))
    case .reloadItems(let paths, let new?), .reconfigureItems(let paths, let new?):
      for (member, (path, item)) in zip(paths, new).enumerated() {
        let place = IDPlace(operation: operation, item: member)
        let oldID = id(at: path)
        if let id = item.id, id != oldID { newItemIDs.append((id, place)) }
        if !items.replace(path, oldID, with: item.id, operation) { repeated.append(place) }
      }
    case .reloadItems, .reconfigureItems: break
    case .deleteSections(let old): for section in old { sections.delete(section, operation) }
    case .insertSections(_, let new):
      for (member, section) in new.enumerated() {
        if let id = section.id {
          let place = IDPlace(operation: operation, section: member)
          newSectionIDs.append((id, place))
          if !sections.insert(id, as: sectionStanding(member)) { repeated.append(place) }
        }
        repeated += noteItems(of: section, member, operation)
      }
    case .moveSection(let from, _): sections.move(from, to: sectionStanding(0))
    case .reloadSections(let old, let new):
      for (member, (index, section)) in zip(old, new).enumerated() {
        let place = IDPlace(operation: operation, section: member)
        let oldID = index < positions.sections.count ? positions.sections[index].id : nil
        if let id = section.id, id != oldID { newSectionIDs.append((id, place)) }
        if !sections.replace(index, oldID, with: section.id, operation) { repeated.append(place) }
        repeated += noteItems(of: section, member, operation)
      }
    }
    return repeated
  }

  private mutating func noteItems(of section: Section, _ member: Int, _ operation: Int) -> [IDPlace] {
    var repeated: [IDPlace] = []
    section.items.forEachID { item, id in
      let place = IDPlace(operation: operation, section: member, item: item)
      newItemIDs.append((id, place))
      if !items.insert(id, as: .fixed(operation: operation)) { repeated.append(place) }
    }
    return repeated
  }

  private func id(at path: IndexPath) -> String? {
    path.section < positions.sections.count ? positions.sections[path.section].items.id(at: path.item) : nil
  }

  /// Whether the batch deletes an item, or replaces its description or its section.
  func isVacated(_ path: IndexPath) -> Bool {
    items.isVacated(path) || sections.isVacated(path.section)
  }
}

extension DecodingContext {
  /// Reports new ids that other items and sections have which the batch leaves as they are.
  func checkUniqueness(of batch: BatchReading) {
    guard !isStopped else { return }
    if batch.newItemIDs.count > 1 { batch.positions.lookUp(batch.newItemIDs.map({ $0.id })) }
    for (id, place) in batch.newItemIDs where !isStopped {
      switch batch.positions.readItem(id) {
      case .nothing: continue
      case .one(let path) where batch.isVacated(path): continue
      case .one(let path):
        fault(
          at: place,
          "the collection has an item with the id \(quoted(id)), at [\(path.section), \(path.item)]")
      case .several: fault(at: place, "the collection has more than one item with the id \(quoted(id))")
      }
    }
    for (id, place) in batch.newSectionIDs where !isStopped {
      switch batch.positions.readSection(id) {
      case .nothing: continue
      case .one(let index) where batch.sections.isVacated(index): continue
      case .one(let index):
        fault(at: place, "the collection has a section with the id \(quoted(id)), at \(index)")
      case .several: fault(at: place, "the collection has more than one section with the id \(quoted(id))")
      }
    }
  }

  /// Reports ids of the current operation that the batch has given before.
  func refuseRepeated(_ places: [BatchReading.IDPlace]) {
    for place in places where !isStopped {
      fault("the batch gives another \(place.item == nil ? "section" : "item") this id", below: place.path)
    }
  }

  private func fault(at place: BatchReading.IDPlace, _ detail: String) {
    at(place.operation) { fault(detail, below: place.path) }
  }
}
