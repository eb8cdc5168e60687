/// Counts sections and items after the batch, and finds positions beyond them.
extension BatchResolver {
  /// The slots of sections. Reloaded sections stay in order.
  func sectionSlots() -> SlotMap {
    SlotMap(
      oldCount: sectionCount, vacated: Array(sectionDeletes.keys) + Array(sectionMoves.keys),
      taken: Array(sectionInserts.keys) + Array(sectionMoveTargets.keys))
  }

  mutating func noteSectionsBeyond(_ sections: SlotMap) {
    let count = sections.newCount
    for (section, operation) in sectionInserts where section < 0 || section >= count {
      note(
        .insertSectionRange, [operation],
        "attempt to insert section \(section), but \(BatchConflict.only(count, "section")) after the update")
    }
    for (from, move) in sectionMoves where move.to < 0 || move.to >= count {
      note(
        .moveSectionToRange, [move.operation],
        "attempt to move section \(from) to section \(move.to), but "
          + "\(BatchConflict.only(count, "section")) after the update")
    }
    for (path, operation) in itemInserts where path.section < 0 || path.section >= count {
      note(
        .insertItemSectionRange, [operation],
        "attempt to insert item \(path.item) into section \(path.section), but "
          + "\(BatchConflict.only(count, "section")) after the update")
    }
    for (from, move) in itemMoves where move.to.section < 0 || move.to.section >= count {
      note(
        .moveItemToSectionRange, [move.operation],
        "attempt to move index path (\(from.described)) to index path (\(move.to.described)) in section that "
          + "does not exist - \(BatchConflict.only(count, "section")) after the update")
    }
    guard conflicts.isEmpty else { return }
    for (_, move) in itemMoves {
      if let old = sections.old(ofKept: move.to.section), let other = sectionReloads[old] {
        note(
          .moveIntoInsertedSection, [other, move.operation],
          "cannot move an item into a newly inserted section (\(move.to.section))")
      }
    }
  }

  /// Drops operations on the items of sections that are deleted or reloaded themselves.
  mutating func dropRedundantItems() {
    let gone = Set(sectionDeletes.keys).union(sectionReloads.keys)
    guard !gone.isEmpty else { return }
    itemDeletes = itemDeletes.filter { !gone.contains($0.key.section) }
    itemReloads = itemReloads.filter { !gone.contains($0.key.section) }
    itemReconfigures = itemReconfigures.filter { !gone.contains($0.key.section) }
  }

  /// The slots of items, by old section, of sections whose items change positions.
  func itemSlots(in sections: SlotMap) -> [Int: SlotMap] {
    var vacated: [Int: [Int]] = [:]
    var taken: [Int: [Int]] = [:]
    for path in itemDeletes.keys { vacated[path.section, default: []].append(path.item) }
    for (from, _) in itemMoves { vacated[from.section, default: []].append(from.item) }
    for path in Array(itemInserts.keys) + Array(itemMoveTargets.keys) {
      guard let section = oldSection(of: path.section, in: sections) else { continue }
      taken[section, default: []].append(path.item)
    }
    var maps: [Int: SlotMap] = [:]
    for section in Set(vacated.keys).union(taken.keys) {
      maps[section] = SlotMap(
        oldCount: itemCount(section), vacated: vacated[section] ?? [], taken: taken[section] ?? [])
    }
    return maps
  }

  /// The old section whose items stay in the section at a new index; nil if all its items are new.
  private func oldSection(of new: Int, in sections: SlotMap) -> Int? {
    if let move = sectionMoveTargets[new] { return move.from }
    guard let old = sections.old(ofKept: new), sectionReloads[old] == nil else { return nil }
    return old
  }

  mutating func noteItemsBeyond(_ items: [Int: SlotMap], in sections: SlotMap) {
    // Items inserted into a new section join its own.
    var joining: [Int: Int] = [:]
    for path in itemInserts.keys where oldSection(of: path.section, in: sections) == nil {
      joining[path.section, default: 0] += 1
    }
    func count(_ section: Int) -> Int {
      if let old = oldSection(of: section, in: sections) { return items[old]?.newCount ?? itemCount(old) }
      let own =
        sections.old(ofKept: section).flatMap { reloadedSectionItems[$0] }
        ?? insertedSectionItems[section] ?? 0
      return own + joining[section, default: 0]
    }
    for (path, operation) in itemInserts where path.item < 0 || path.item >= count(path.section) {
      note(
        .insertItemRange, [operation],
        "attempt to insert item \(path.item) into section \(path.section), but "
          + "\(BatchConflict.only(count(path.section), "item")) in section \(path.section) after the update")
    }
    for (from, move) in itemMoves where move.to.item < 0 || move.to.item >= count(move.to.section) {
      note(
        .moveItemToRange, [move.operation],
        "attempt to move index path (\(from.described)) to index path (\(move.to.described)) that does not "
          + "exist - \(BatchConflict.only(count(move.to.section), "item")) in section \(move.to.section) after "
          + "the update")
    }
  }
}
