import CollectionModel
import JSON
import LayoutEngine

/// An operation of a batch that does not come as JSON: its members have names, with their meaning in the version
/// that the batch changes.
package struct NamedUpdate {
  /// The name of an item or of a section.
  package enum Member {
    case path(IndexPath)
    case id(String)
    case section(Int)
    case sectionID(String)
  }

  /// Where new and moved members come.
  package enum Place {
    /// At the index paths, or numbers, that the operation names.
    case paths
    /// In front of the member that has an id.
    case before(String)
    case after(String)
    /// At the start of the section that has an id; of the collection, if that is nil.
    case start(String?)
    case end(String?)
  }

  /// The kind of the operation.
  package var operation: UpdateOperation
  /// The members that change; of an insertion at index paths, these paths; of a move, the member and where it goes.
  package var members: [Member]
  /// The position of inserted or moved members.
  package var place: Place
  /// New items, or new descriptions of items; nil for an operation that has none.
  package var items: [Item]?
  /// How inserted elements appear and deleted elements disappear.
  package var animation: BatchUpdate.Animation

  /// Creates an operation on members.
  package init(
    _ operation: UpdateOperation, _ members: [Member], at place: Place = .paths, items: [Item]? = nil,
    animation: BatchUpdate.Animation = .automatic
  ) {
    self.operation = operation
    self.members = members
    self.place = place
    self.items = items
    self.animation = animation
  }
}

/// A batch that does not come as JSON.
package struct NamedBatch {
  /// The operations.
  package var updates: [NamedUpdate]
  /// The element that stays in its place on screen.
  package var anchor: DiffAnchor
  /// The id of the item that is the anchor, if it has one.
  package var anchorID: String?

  /// Creates a batch of operations.
  package init(_ updates: [NamedUpdate], anchor: DiffAnchor = .automatic, anchorID: String? = nil) {
    self.updates = updates
    self.anchor = anchor
    self.anchorID = anchorID
  }

  /// The moves of items of a batch, which other changes may precede: items with ids are named by them.
  package init(moves: [BatchUpdate], before: SectionList) {
    var ids = ItemIDs(of: before)
    var updates: [NamedUpdate] = []
    for case .moveItem(let from, let to) in moves.lazy.map({ $0.action }) {
      let item = ids[from.section, from.item].map { NamedUpdate.Member.id($0) } ?? .path(from)
      updates.append(NamedUpdate(.moveItem, [item, .path(to)]))
    }
    self.init(updates)
  }
}

extension CollectionEdit {
  /// Reads a batch, with the checks of one that comes as JSON.
  ///
  /// - Throws: `invalidRequest` with a pointer for each error, `tooManyItems`.
  package static func updates(
    _ batch: NamedBatch, of before: SolvedCollection, _ call: ChangeCall
  ) throws(Problem) -> CollectionEdit {
    // Operations in outlines are read from JSON alone.
    if before.state.sections.hasOutlines { return try updates(batch.body, of: before, call) }
    let target = try ChangeTarget(
      before, viewport: call.viewportName, notingReadings: call.isRepeatable)
    let context = DecodingContext(limits: call.limits, isCancelled: call.isCancelled)
    var anchor = batch.anchor
    let change = context.at("updates") {
      let updates = context.updates(batch.updates, of: target.kind, target.positions)
      return context.charging(.updates(updates), of: before.state)
    }
    if let id = batch.anchorID {
      context.at("anchor") {
        if let path = context.itemPath(ofID: id, target.positions) { anchor = .item(path) }
      }
    }
    try context.finish()
    guard let change else { throw Problem(.internalError, "The request could not be read.") }
    var options = DiffOptions(scope: target.viewport.bounds == nil ? .all : .visible, anchor: anchor)
    options.findsDisplaced = false
    return CollectionEdit(
      change: change, options: options, target: target, measurer: try call.measurer.measurer(of: before))
  }
}

extension DecodingContext {
  /// Reads a batch that does not come as JSON.
  fileprivate func updates(
    _ named: [NamedUpdate], of kind: LayoutKind, _ positions: ItemPositions
  ) -> [BatchUpdate] {
    var batch = BatchReading(of: kind, positions, hasUniqueIDs: true)
    var updates: [RelativeUpdate] = []
    for (number, each) in named.enumerated() where !isStopped {
      at(number) {
        let faultsBefore = faults.count
        let place = place(of: each, batch)
        guard let action = action(of: each, place, batch.positions), faults.count == faultsBefore, !isStopped
        else { return }
        let update = RelativeUpdate(BatchUpdate(action, animation: each.animation), at: place)
        note(update, number, &batch)
        updates.append(update)
      }
    }
    return resolved(updates, batch)
  }

  /// The relative position of an operation; nil if it has none, or if it is reported.
  private func place(of update: NamedUpdate, _ batch: BatchReading) -> RelativePosition? {
    let isOfSections = update.operation == .moveSection
    switch update.place {
    case .paths: return nil
    case .before(let id):
      return isOfSections
        ? sectionPosition(beside: id, isBefore: true, batch) : itemPosition(beside: id, isBefore: true, batch)
    case .after(let id):
      return isOfSections
        ? sectionPosition(beside: id, isBefore: false, batch)
        : itemPosition(beside: id, isBefore: false, batch)
    case .start(nil), .end(nil):
      guard isOfSections else {
        fault("an item has its place in a section")
        return nil
      }
      if case .start = update.place { return .start(of: nil) }
      return .end(of: nil)
    case .start(let section?), .end(let section?):
      guard !isOfSections, let number = sectionNumber(ofID: section, batch.positions) else {
        if isOfSections { fault("a section has its place in the collection") }
        return nil
      }
      batch.positions.noteItemCount(ofSection: number)
      if case .start = update.place { return .start(of: number) }
      return .end(of: number)
    }
  }

  private func action(
    of update: NamedUpdate, _ place: RelativePosition?, _ positions: ItemPositions
  ) -> BatchUpdate.Action? {
    if case .paths = update.place {} else if place == nil { return nil }
    let items = update.items
    for item in items ?? [] {
      countItems(1)
      charge(CostRates.bytes(ofDescribing: item))
      if let id = item.id, !checkNormalForm(of: id) { return nil }
      if let size = item.size, self.size((size.width, size.height)) == nil {
        fault("the size of an item has numbers from 0 to 2^53")
      }
    }
    switch update.operation {
    case .insertItems:
      let paths = paths(of: update.members, positions)
      guard let items, place != nil || items.count == paths.count else { return uncounted() }
      return .insertItems(at: place == nil ? paths : [], items)
    case .deleteItems: return .deleteItems(at: paths(of: update.members, positions))
    case .reloadItems, .reconfigureItems:
      let paths = paths(of: update.members, positions)
      if let items, items.count != paths.count { return uncounted() }
      return update.operation == .reloadItems
        ? .reloadItems(at: paths, items) : .reconfigureItems(at: paths, items)
    case .moveItem:
      let paths = paths(of: update.members, positions)
      guard paths.count == (place == nil ? 2 : 1), let from = paths.first, let to = paths.last else {
        return uncounted()
      }
      if let place, place == .before(item: from) || place == .after(item: from) {
        fault("an item cannot move next to itself")
      }
      return .moveItem(from: from, to: to)
    case .deleteSections: return .deleteSections(at: sectionNumbers(of: update.members, positions))
    case .moveSection:
      let numbers = sectionNumbers(of: update.members, positions)
      guard numbers.count == (place == nil ? 2 : 1), let from = numbers.first, let to = numbers.last else {
        return uncounted()
      }
      if let place, place == .before(section: from) || place == .after(section: from) {
        fault("a section cannot move next to itself")
      }
      return .moveSection(from: from, to: to)
    case .insertSections, .reloadSections:
      fault("sections are described as JSON")
      return nil
    }
  }

  private func uncounted() -> BatchUpdate.Action? {
    fault("an operation has as many items as it needs, and each position takes one")
    return nil
  }

  private func paths(of members: [NamedUpdate.Member], _ positions: ItemPositions) -> [IndexPath] {
    let ids = members.compactMap { member -> String? in if case .id(let id) = member { id } else { nil } }
    if ids.count > 1 { positions.lookUp(ids) }
    var paths: [IndexPath] = []
    for member in members where !isStopped {
      countItems(1)
      switch member {
      case .path(let path):
        if path.section >= 0, path.item >= 0 {
          paths.append(path)
        } else {
          fault("an index path has numbers from 0 on")
        }
      case .id(let id): if let path = itemPath(ofID: id, positions) { paths.append(path) }
      case .section, .sectionID: let _: IndexPath? = misplaced(member)
      }
    }
    return paths
  }

  private func sectionNumbers(of members: [NamedUpdate.Member], _ positions: ItemPositions) -> [Int] {
    members.compactMap { sectionNumber(of: $0, positions) }
  }

  private func sectionNumber(of member: NamedUpdate.Member, _ positions: ItemPositions) -> Int? {
    switch member {
    case .section(let number):
      if number < 0 { fault("the number of a section is 0 or more") }
      return number < 0 ? nil : number
    case .sectionID(let id): return sectionNumber(ofID: id, positions)
    case .path, .id: return misplaced(member)
    }
  }

  /// Reports a name of an item in the place of a section, or of a section in the place of an item.
  private func misplaced<Value>(_ member: NamedUpdate.Member) -> Value? {
    switch member {
    case .path, .id: fault("this is the name of an item, and a section is expected")
    case .section, .sectionID: fault("this is the name of a section, and an item is expected")
    }
    return nil
  }
}
