/// Computes the map of a batch from its operations, or every conflict in them.
///
/// The resolver gathers operations by what they do, whatever their order, and notes those that contradict each other. If
/// none do, it counts slots and notes positions beyond them. A batch with any conflict changes nothing.
struct BatchResolver {
  /// The number of sections before the batch, and of the items in each.
  let sectionCount: Int
  let itemCount: (Int) -> Int

  var conflicts: [BatchConflict] = []

  // The positions that the operations name, each with the first operation that names it.
  var itemDeletes: [IndexPath: Int] = [:]
  var itemReloads: [IndexPath: Int] = [:]
  var itemReconfigures: [IndexPath: Int] = [:]
  var itemInserts: [IndexPath: Int] = [:]
  var itemMoves: [IndexPath: (to: IndexPath, operation: Int)] = [:]
  var itemMoveTargets: [IndexPath: (from: IndexPath, operation: Int)] = [:]
  var sectionDeletes: [Int: Int] = [:]
  var sectionReloads: [Int: Int] = [:]
  var sectionInserts: [Int: Int] = [:]
  var sectionMoves: [Int: (to: Int, operation: Int)] = [:]
  var sectionMoveTargets: [Int: (from: Int, operation: Int)] = [:]
  /// The number of items in inserted sections, by new index, and in reloaded sections, by old index.
  var insertedSectionItems: [Int: Int] = [:]
  var reloadedSectionItems: [Int: Int] = [:]

  init(sectionCount: Int, itemCount: @escaping (Int) -> Int) {
    self.sectionCount = sectionCount
    self.itemCount = itemCount
  }

  /// The map of a batch.
  ///
  /// - Throws: `BatchError` with every conflict of the batch.
  /// - Complexity: O(k log k) for a batch that names k positions.
  mutating func resolve(_ updates: [BatchUpdate]) throws(BatchError) -> UpdateMap {
    for (operation, update) in updates.enumerated() { gather(update.action, operation) }
    noteSectionContradictions()
    noteItemContradictions()
    try finishStage()
    let sections = sectionSlots()
    noteSectionsBeyond(sections)
    try finishStage()
    dropRedundantItems()
    let items = itemSlots(in: sections)
    noteItemsBeyond(items, in: sections)
    try finishStage()
    return map(sections, items)
  }

  private func finishStage() throws(BatchError) {
    guard !conflicts.isEmpty else { return }
    throw BatchError(
      conflicts: conflicts.sorted {
        ($0.operations.first ?? 0, $0.code.rawValue, $0.message)
          < ($1.operations.first ?? 0, $1.code.rawValue, $1.message)
      })
  }

  mutating func note(_ code: BatchConflict.Code, _ operations: [Int], _ message: String) {
    conflicts.append(BatchConflict(code, operations, message))
  }

  private func map(_ sections: SlotMap, _ items: [Int: SlotMap]) -> UpdateMap {
    UpdateMap(
      sections: sections, movedSections: sectionMoves.mapValues { $0.to },
      sectionSources: sectionMoveTargets.mapValues { $0.from }, reloadedSections: Set(sectionReloads.keys),
      items: items, movedItems: itemMoves.mapValues { $0.to },
      itemSources: itemMoveTargets.mapValues { $0.from },
      reloadedItems: Set(itemReloads.keys), reconfiguredItems: Set(itemReconfigures.keys))
  }
}
