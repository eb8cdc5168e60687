import Diagnostics

extension BatchResolver {
  /// Sorts the positions that one operation names by what happens to them; notes repetitions that contradict.
  mutating func gather(_ action: BatchUpdate.Action, _ operation: Int) {
    switch action {
    case .deleteItems(let paths): gatherDeletes(of: paths, operation)
    case .reloadItems(let paths, _): gatherReloads(of: paths, operation)
    case .reconfigureItems(let paths, _): gatherReconfigures(of: paths, operation)
    case .insertItems(let paths, _): gatherInserts(at: paths, operation)
    case .moveItem(let from, let to): gatherMove(from, to, operation)
    case .deleteSections(let sections): gatherDeletes(ofSections: sections, operation)
    case .reloadSections(let sections, let contents): gatherReloads(ofSections: sections, contents, operation)
    case .insertSections(let sections, let contents): gatherInserts(atSections: sections, contents, operation)
    case .moveSection(let from, let to): gatherSectionMove(from, to, operation)
    }
  }

  /// Notes that an operation names a position which an earlier operation names already.
  private mutating func noteRepetition(
    _ code: BatchConflict.Code, of earlier: Int?, in operation: Int, _ message: @autoclosure () -> String
  ) {
    guard let earlier else { return }
    note(code, [earlier, operation], message())
  }
}

/// Items.
extension BatchResolver {
  private mutating func gatherDeletes(of paths: [IndexPath], _ operation: Int) {
    for path in paths where exists(path, .deleteItemRange, "delete", operation) {
      noteRepetition(
        .duplicateDelete, of: itemDeletes.updateValue(operation, forKey: path), in: operation,
        "attempt to delete the same index path more than once (\(path.described))")
    }
  }

  private mutating func gatherReloads(of paths: [IndexPath], _ operation: Int) {
    for path in paths where exists(path, .reloadItemRange, "reload", operation) {
      itemReloads[path] = itemReloads[path] ?? operation
    }
  }

  private mutating func gatherReconfigures(of paths: [IndexPath], _ operation: Int) {
    for path in paths where exists(path, .reconfigureItemRange, "reconfigure", operation) {
      itemReconfigures[path] = itemReconfigures[path] ?? operation
    }
  }

  private mutating func gatherInserts(at paths: [IndexPath], _ operation: Int) {
    for path in paths {
      noteRepetition(
        .duplicateInsert, of: itemInserts.updateValue(operation, forKey: path), in: operation,
        "attempt to insert the same index path more than once (\(path.described))")
    }
  }

  private mutating func gatherMove(_ from: IndexPath, _ to: IndexPath, _ operation: Int) {
    guard from.section >= 0, from.section < sectionCount, from.item >= 0,
      from.item < itemCount(from.section)
    else {
      let count = from.section >= 0 && from.section < sectionCount ? itemCount(from.section) : 0
      note(
        .moveItemFromRange, [operation],
        "attempt to move index path (\(from.described)) that does not exist - "
          + "\(BatchConflict.only(count, "item")) in section \(from.section) before the update")
      return
    }
    if let known = itemMoves[from] {
      // A repetition of the same move changes nothing.
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

  /// Whether an item exists before the batch; notes a conflict if not.
  private mutating func exists(
    _ path: IndexPath, _ code: BatchConflict.Code, _ verb: String, _ operation: Int
  ) -> Bool {
    guard path.section >= 0, path.section < sectionCount else {
      note(
        code, [operation],
        "attempt to \(verb) item \(path.item) from section \(path.section), but "
          + "\(BatchConflict.only(sectionCount, "section")) before the update")
      return false
    }
    let count = itemCount(path.section)
    guard path.item >= 0, path.item < count else {
      note(
        code, [operation],
        "attempt to \(verb) item \(path.item) from section \(path.section) which only contains "
          + "\(quantity(count, "item")) before the update")
      return false
    }
    return true
  }
}

/// Sections.
extension BatchResolver {
  private mutating func gatherDeletes(ofSections sections: [Int], _ operation: Int) {
    for section in sections where exists(section, .deleteSectionRange, "delete", operation) {
      noteRepetition(
        .duplicateDeleteSection, of: sectionDeletes.updateValue(operation, forKey: section), in: operation,
        "attempt to delete the same section more than once (\(section))")
    }
  }

  private mutating func gatherReloads(ofSections sections: [Int], _ contents: [Section], _ operation: Int) {
    for (section, content) in zip(sections, contents)
    where exists(section, .reloadSectionRange, "reload", operation) {
      noteRepetition(
        .duplicateReloadSection, of: sectionReloads.updateValue(operation, forKey: section), in: operation,
        "attempt to reload the same section more than once (\(section))")
      reloadedSectionItems[section] = content.items.count
    }
  }

  private mutating func gatherInserts(atSections sections: [Int], _ contents: [Section], _ operation: Int) {
    for (section, content) in zip(sections, contents) {
      noteRepetition(
        .duplicateInsertSection, of: sectionInserts.updateValue(operation, forKey: section), in: operation,
        "attempt to insert the same section more than once (\(section))")
      insertedSectionItems[section] = content.items.count
    }
  }

  private mutating func gatherSectionMove(_ from: Int, _ to: Int, _ operation: Int) {
    guard from >= 0, from < sectionCount else {
      note(
        .moveSectionFromRange, [operation],
        "attempt to move section \(from), but \(BatchConflict.only(sectionCount, "section")) before the "
          + "update")
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

  /// Whether a section exists before the batch; notes a conflict if not.
  private mutating func exists(
    _ section: Int, _ code: BatchConflict.Code, _ verb: String, _ operation: Int
  ) -> Bool {
    if section >= 0, section < sectionCount { return true }
    note(
      code, [operation],
      "attempt to \(verb) section \(section), but \(BatchConflict.only(sectionCount, "section")) before the "
        + "update")
    return false
  }
}
