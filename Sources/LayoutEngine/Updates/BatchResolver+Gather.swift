extension BatchResolver {
  /// Sorts one operation's places into what is done with them; repeats that contradict are noted.
  mutating func gather(_ action: BatchUpdate.Action, _ operation: Int) {
    switch action {
    case .deleteItems(let paths):
      for path in paths where exists(path, .deleteItemRange, "delete", operation) {
        if let other = itemDeletes.updateValue(operation, forKey: path) {
          note(
            .duplicateDelete, [other, operation],
            "attempt to delete the same index path more than once (\(path.described))")
        }
      }
    case .reloadItems(let paths, _):
      for path in paths where exists(path, .reloadItemRange, "reload", operation) {
        itemReloads[path] = itemReloads[path] ?? operation
      }
    case .reconfigureItems(let paths, _):
      for path in paths where exists(path, .reconfigureItemRange, "reconfigure", operation) {
        itemReconfigures[path] = itemReconfigures[path] ?? operation
      }
    case .insertItems(let paths, _):
      for path in paths {
        if let other = itemInserts.updateValue(operation, forKey: path) {
          note(
            .duplicateInsert, [other, operation],
            "attempt to insert the same index path more than once (\(path.described))")
        }
      }
    case .moveItem(let from, let to):
      gatherMove(from, to, operation)
    case .deleteSections(let sections):
      for section in sections where exists(section, .deleteSectionRange, "delete", operation) {
        if let other = sectionDeletes.updateValue(operation, forKey: section) {
          note(
            .duplicateDeleteSection, [other, operation],
            "attempt to delete the same section more than once (\(section))")
        }
      }
    case .reloadSections(let sections, let contents):
      for (section, content) in zip(sections, contents)
      where exists(section, .reloadSectionRange, "reload", operation) {
        if let other = sectionReloads.updateValue(operation, forKey: section) {
          note(
            .duplicateReloadSection, [other, operation],
            "attempt to reload the same section more than once (\(section))")
        }
        reloadedSectionItems[section] = content.items.count
      }
    case .insertSections(let sections, let contents):
      for (section, content) in zip(sections, contents) {
        if let other = sectionInserts.updateValue(operation, forKey: section) {
          note(
            .duplicateInsertSection, [other, operation],
            "attempt to insert the same section more than once (\(section))")
        }
        insertedSectionItems[section] = content.items.count
      }
    case .moveSection(let from, let to):
      gatherSectionMove(from, to, operation)
    }
  }

  private mutating func gatherMove(_ from: IndexPath, _ to: IndexPath, _ operation: Int) {
    guard from.section >= 0, from.section < sectionCount, from.item >= 0,
      from.item < itemCount(from.section)
    else {
      let count = from.section >= 0 && from.section < sectionCount ? itemCount(from.section) : 0
      note(
        .moveItemFromRange, [operation],
        "attempt to move index path (\(from.described)) that does not exist - there are only \(count) items "
          + "in section \(from.section) before the update")
      return
    }
    if let known = itemMoves[from] {
      // The very same move again says nothing new.
      guard known.to != to else { return }
      note(
        .moveItemTwoDestinations, [known.operation, operation],
        "attempt to move item at index path \(from.described) to both \(known.to.described) and "
          + "\(to.described)")
      return
    }
    itemMoves[from] = (to, operation)
    if let known = itemMoveTargets[to] {
      note(
        .moveItemTwoSources, [known.operation, operation],
        "attempt to move both item at index path \(known.from.described) and \(from.described) to "
          + "\(to.described)")
      return
    }
    itemMoveTargets[to] = (from, operation)
  }

  private mutating func gatherSectionMove(_ from: Int, _ to: Int, _ operation: Int) {
    guard from >= 0, from < sectionCount else {
      note(
        .moveSectionFromRange, [operation],
        "attempt to move section \(from), but there are only \(sectionCount) sections before the update")
      return
    }
    if let known = sectionMoves[from] {
      guard known.to != to else { return }
      note(
        .moveSectionTwoDestinations, [known.operation, operation],
        "attempt to move section \(from) to both section \(known.to) and section \(to)")
      return
    }
    sectionMoves[from] = (to, operation)
    if let known = sectionMoveTargets[to] {
      note(
        .moveSectionTwoSources, [known.operation, operation],
        "attempt to move both section \(known.from) and section \(from) to section \(to)")
      return
    }
    sectionMoveTargets[to] = (from, operation)
  }

  /// Whether there is an item at a place before the batch.
  private mutating func exists(
    _ path: IndexPath, _ code: BatchConflict.Code, _ verb: String, _ operation: Int
  ) -> Bool {
    guard path.section >= 0, path.section < sectionCount else {
      note(
        code, [operation],
        "attempt to \(verb) item \(path.item) from section \(path.section), but there are only "
          + "\(sectionCount) sections before the update")
      return false
    }
    let count = itemCount(path.section)
    guard path.item >= 0, path.item < count else {
      note(
        code, [operation],
        "attempt to \(verb) item \(path.item) from section \(path.section) which only contains \(count) "
          + "items before the update")
      return false
    }
    return true
  }

  private mutating func exists(
    _ section: Int, _ code: BatchConflict.Code, _ verb: String, _ operation: Int
  ) -> Bool {
    if section >= 0, section < sectionCount { return true }
    note(
      code, [operation],
      "attempt to \(verb) section \(section), but there are only \(sectionCount) sections before the update")
    return false
  }
}
