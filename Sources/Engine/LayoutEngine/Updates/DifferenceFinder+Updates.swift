extension DifferenceFinder {
  /// Turns the difference into the operations of a batch.
  ///
  /// Deleting a section deletes its items, and inserting one inserts its items. No item moves out of a deleted section or
  /// into an inserted one: the batch deletes or inserts it instead.
  mutating func makeUpdates() {
    var deleted = difference.deletedItems.filter { stays($0.section) }
    var inserted = difference.insertedItems.filter { isOld($0.section) }
    var moves = difference.movedItems
    for move in difference.movedAcross {
      switch (stays(move.from.section), isOld(move.to.section)) {
      case (true, true): moves.append(move)
      case (true, false): deleted.append(move.from)
      case (false, true): inserted.append(move.to)
      case (false, false): break
      }
    }

    var updates: [BatchUpdate.Action] = []
    if !difference.deletedSections.isEmpty { updates.append(.deleteSections(at: difference.deletedSections)) }
    if !difference.insertedSections.isEmpty {
      updates.append(
        .insertSections(
          at: difference.insertedSections, difference.insertedSections.map { after.sections[$0] }))
    }
    for move in difference.movedSections { updates.append(.moveSection(from: move.from, to: move.to)) }
    if !deleted.isEmpty { updates.append(.deleteItems(at: deleted)) }
    if !inserted.isEmpty { updates.append(.insertItems(at: inserted, newItems(at: inserted))) }
    for move in moves { updates.append(.moveItem(from: move.from, to: move.to)) }
    updates += descriptions(moving: moves)
    difference.updates = updates.map { BatchUpdate($0) }
  }

  /// Operations for new descriptions: a reload of an item that stays in order, a reconfiguration of an item that moves,
  /// or that has another disclosure alone.
  /// An item that is deleted and inserted instead brings its new description.
  private func descriptions(moving moves: [SnapshotDifference.Move<IndexPath>]) -> [BatchUpdate.Action] {
    guard !difference.changedItems.isEmpty || !difference.turnedItems.isEmpty else { return [] }
    let moving = Set(moves.map { $0.from })
    var reloaded: [SnapshotDifference.Move<IndexPath>] = []
    var reconfigured = reloaded
    for change in difference.changedItems where stays(change.from.section) && isOld(change.to.section) {
      if moving.contains(change.from) { reconfigured.append(change) } else { reloaded.append(change) }
    }
    var updates: [BatchUpdate.Action] = []
    if !reloaded.isEmpty {
      updates.append(.reloadItems(at: reloaded.map { $0.from }, newItems(at: reloaded.map { $0.to })))
    }
    if !reconfigured.isEmpty {
      updates.append(
        .reconfigureItems(at: reconfigured.map { $0.from }, newItems(at: reconfigured.map { $0.to })))
    }
    let turned = difference.turnedItems.filter { stays($0.from.section) && isOld($0.to.section) }
    if !turned.isEmpty { updates.append(.reconfigureItems(at: turned.map { $0.from }, nil)) }
    return updates
  }

  private func newItems(at paths: [IndexPath]) -> [Item] {
    var items = IdentifiedItems(after)
    return paths.map { items.item(at: after.starts[$0.section] + $0.item) }
  }

  /// Whether an old section is in the new state.
  private func stays(_ section: Int) -> Bool { sections.newPlaces[section] >= 0 }

  /// Whether a new section is in the old state.
  private func isOld(_ section: Int) -> Bool { sections.oldPlaces[section] >= 0 }
}
