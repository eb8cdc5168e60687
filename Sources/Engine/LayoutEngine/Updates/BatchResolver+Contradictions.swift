/// Pairs of operations on one position that exclude each other.
extension BatchResolver {
  mutating func noteSectionContradictions() {
    for (section, operation) in sectionDeletes {
      if let other = sectionReloads[section] {
        note(
          .deleteAndReloadSection, [operation, other],
          "attempt to delete and reload the same section (\(section))")
      }
      if let move = sectionMoves[section] {
        note(
          .deleteAndMoveSection, [operation, move.operation],
          "attempt to perform a delete and a move from the same section (\(section))")
      }
    }
    for (section, operation) in sectionReloads {
      if let move = sectionMoves[section] {
        note(
          .reloadAndMoveSection, [operation, move.operation],
          "attempt to perform a delete and a move from the same section (\(section))")
      }
    }
    for (section, operation) in sectionInserts {
      if let move = sectionMoveTargets[section] {
        note(
          .insertAndMoveSection, [operation, move.operation],
          "attempt to perform an insert and a move to the same section (\(section))")
      }
    }
  }

  mutating func noteItemContradictions() {
    for (path, operation) in itemDeletes {
      if let other = itemReloads[path] {
        note(
          .deleteAndReload, [operation, other],
          "attempt to delete and reload the same index path (\(path.described))")
      }
      if let other = itemReconfigures[path] {
        note(
          .deleteAndReconfigure, [operation, other],
          "attempt to delete and reconfigure the same index path (\(path.described))")
      }
      if let move = itemMoves[path] {
        note(
          .deleteAndMove, [operation, move.operation],
          "attempt to perform a delete and a move from the same index path (\(path.described))")
      }
    }
    for (path, operation) in itemReloads {
      if let move = itemMoves[path] {
        note(
          .reloadAndMove, [operation, move.operation],
          "attempt to perform a delete and a move from the same index path (\(path.described))")
      }
    }
    for (path, operation) in itemInserts {
      if let move = itemMoveTargets[path] {
        note(
          .insertAndMove, [operation, move.operation],
          "attempt to perform an insert and a move to the same index path (\(path.described))")
      }
    }
    for (from, move) in itemMoves {
      // A reload is a delete and an insert: no item moves out of it either.
      if let other = sectionDeletes[from.section] ?? sectionReloads[from.section] {
        note(
          .moveFromDeletedSection, [other, move.operation],
          "cannot move an item from a deleted section (\(from.section))")
      }
      if let other = sectionInserts[move.to.section] {
        note(
          .moveIntoInsertedSection, [other, move.operation],
          "cannot move an item into a newly inserted section (\(move.to.section))")
      }
    }
  }
}
