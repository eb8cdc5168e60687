@testable import LayoutEngine

extension FuzzTarget {
  /// Applies a batch that bytes make. Every item goes where the map of the batch says, and comes from there.
  static let batches = FuzzTarget("batches", longestInput: 300) { (input) throws(Violation) in
    var decisions = Decisions(input)
    var ids = IDs()
    let before = decisions.sections(&ids)
    let updates = (0..<decisions.below(7)).map { _ in decisions.update(&ids) }
    let updated: SectionList.Updated
    do throws(BatchError) {
      updated = try before.applying(updates)
    } catch {
      try promise(!error.conflicts.isEmpty, "a batch without conflicts is rejected")
      for conflict in error.conflicts {
        try promise(!conflict.message.isEmpty, "a conflict has no message")
        try promise(
          conflict.operations.allSatisfy(updates.indices.contains),
          "operations \(conflict.operations) conflict")
      }
      return
    }
    try updated.map.check(from: before, to: updated.sections)
  }

  /// Finds the difference between two states that bytes make. Applied to the first, it makes the second.
  static let snapshots = FuzzTarget("snapshots", longestInput: 300) { (input) throws(Violation) in
    var decisions = Decisions(input)
    let (before, after) = (decisions.identifiedState(), decisions.identifiedState())
    let difference: SnapshotDifference
    do throws(SnapshotError) {
      difference = try before.difference(to: after)
    } catch {
      return try promise(!error.conflicts.isEmpty, "a snapshot without conflicts is rejected")
    }
    let updated: SectionList.Updated
    do throws(BatchError) {
      updated = try before.applying(difference)
    } catch {
      throw Violation("the difference conflicts: \(error.conflicts)")
    }
    try updated.sections.check(isSame: after)
    try updated.map.check(from: before, to: after)
    guard let again = try? before.applying(difference.updates) else {
      throw Violation("the updates of the difference conflict")
    }
    try again.sections.check(isSame: after)
  }
}

/// Ids that were never used.
private struct IDs {
  private var count = 0

  mutating func next() -> String {
    count += 1
    return "i\(count)"
  }
}

extension Decisions {
  fileprivate mutating func sections(_ ids: inout IDs) -> SectionList {
    SectionList(ContiguousArray((0..<below(5)).map { _ in section(&ids, items: below(6)) }))
  }

  private mutating func section(_ ids: inout IDs, items: Int) -> Section {
    // Runs of counted items are stored in another way than items with ids.
    if once(in: 8) { return Section(items: ItemSequence(count: items * 150)) }
    return Section(id: ids.next(), items: .listing((0..<items).map { _ in Item(id: ids.next()) }))
  }

  private mutating func path() -> IndexPath { IndexPath(section: position(), item: position()) }

  private mutating func position() -> Int { pick([0, 1, 2, 3, 4, 5, 6, 300, Int(Int32.max)]) }

  fileprivate mutating func update(_ ids: inout IDs) -> BatchUpdate {
    let paths = (0...below(3)).map { _ in path() }
    let numbers = paths.map(\.section)
    let action: BatchUpdate.Action =
      switch below(9) {
      case 0: .deleteItems(at: paths)
      case 1: .insertItems(at: paths, paths.map { _ in Item(id: ids.next()) })
      case 2: .moveItem(from: paths[0], to: path())
      case 3: .reloadItems(at: paths, once(in: 2) ? nil : paths.map { _ in Item(id: ids.next()) })
      case 4: .reconfigureItems(at: paths, nil)
      case 5: .deleteSections(at: numbers)
      case 6: .insertSections(at: numbers, numbers.map { _ in section(&ids, items: 2) })
      case 7: .moveSection(from: numbers[0], to: position())
      default: .reloadSections(at: numbers, numbers.map { _ in section(&ids, items: 1) })
      }
    return BatchUpdate(action, animation: pick(BatchUpdate.Animation.allCases))
  }

  /// Sections with ids of a few letters, some of which may occur twice.
  fileprivate mutating func identifiedState() -> SectionList {
    SectionList(
      ContiguousArray(
        (0..<below(4)).map { _ in
          Section(
            id: "s\(below(4))",
            items: .listing(
              (0..<below(6)).map { _ in
                Item(id: "i\(below(24))", size: pick([nil, nil, Size(width: 9, height: 9)]))
              }))
        }))
  }
}

extension ItemSequence {
  fileprivate static func listing(_ items: [Item]) -> ItemSequence {
    var builder = ItemSequenceBuilder()
    for item in items { builder.append(item) }
    return builder.finish()
  }
}

extension UpdateMap {
  /// Checks that every section and item of both states has a counterpart in the other that leads back to it.
  func check(from before: SectionList, to after: SectionList) throws(Violation) {
    for number in 0..<after.count {
      let items = after[number].items
      for item in 0..<items.count {
        let path = IndexPath(section: number, item: item)
        guard let old = origin(of: path).path else { continue }
        try promise(
          old.section < before.count && old.item < before[old.section].items.count,
          "\(path) comes from \(old)")
        try promise(destination(of: old).path == path, "\(path) comes from \(old), which goes elsewhere")
      }
    }
    for number in 0..<before.count {
      for item in 0..<before[number].items.count {
        let path = IndexPath(section: number, item: item)
        guard let new = destination(of: path).path else { continue }
        try promise(
          new.section < after.count && new.item < after[new.section].items.count, "\(path) goes to \(new)")
        try promise(origin(of: new).path == path, "\(path) goes to \(new), which comes from elsewhere")
      }
    }
  }
}

extension UpdateMap.Origin {
  fileprivate var path: IndexPath? {
    switch self {
    case .kept(let path), .moved(let path), .reloaded(let path), .reconfigured(let path): path
    case .inserted: nil
    }
  }
}

extension UpdateMap.Destination {
  fileprivate var path: IndexPath? {
    switch self {
    case .kept(let path), .moved(let path), .reloaded(let path), .reconfigured(let path): path
    case .deleted: nil
    }
  }
}

extension SectionList {
  /// Checks that both have the same sections with the same items.
  fileprivate func check(isSame other: SectionList) throws(Violation) {
    try promise(count == other.count, "\(count) sections, not \(other.count)")
    for number in 0..<count {
      let (items, others) = (self[number].items, other[number].items)
      try promise(self[number].id == other[number].id, "section \(number) is another one")
      try promise(
        items.count == others.count, "section \(number) has \(items.count) items, not \(others.count)")
      for item in 0..<items.count {
        let (own, expected) = (items.item(at: item), others.item(at: item))
        try promise(
          own?.id == expected?.id && own?.size == expected?.size, "item [\(number), \(item)] is another one")
      }
    }
  }
}
