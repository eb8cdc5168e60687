import Testing

@testable import LayoutEngine

/// Batches that name one item go a shorter way, which must lead to the same.
@Suite("Batches that name one item")
struct OneItemBatchTests {
  private static func sections(_ random: inout SeededGenerator) -> SectionList {
    SectionList(
      ContiguousArray(
        (0..<random.integer(1...4)).map { _ in
          Section(items: (0..<random.pick([0, 1, 3, 255, 256, 257, 600])).map { _ in random.item() })
        }))
  }

  /// A change at an index path that may not exist.
  private static func action(in sections: SectionList, _ random: inout SeededGenerator) -> BatchUpdate.Action
  {
    let section =
      random.chance(1, in: 12) ? random.pick([-1, sections.count]) : random.integer(0...sections.count - 1)
    let count = section >= 0 && section < sections.count ? sections[section].items.count : 0
    let item = random.chance(1, in: 4) ? random.pick([-1, 0, count, count + 1]) : random.integer(0...count)
    let paths = [IndexPath(section: section, item: item)]
    let items = random.pick([[random.item()], [Item(size: Size(width: 5, height: 7))], []])
    switch random.integer(0...5) {
    case 0: return .deleteItems(at: paths)
    case 1: return .insertItems(at: paths, items)
    case 2: return .reloadItems(at: paths, random.chance(1, in: 3) ? nil : items)
    case 3: return .reconfigureItems(at: paths, random.chance(1, in: 3) ? nil : items)
    case 4: return .insertItems(at: paths + paths, items + items)
    default: return .moveItem(from: paths[0], to: IndexPath(section: 0, item: 0))
    }
  }

  @Test(
    "they come out as any batch does, and where that refuses them they are left to it",
    arguments: 0..<4 as Range<UInt64>)
  func agreement(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed &+ 4100)
    var short = 0
    for round in 0..<500 {
      let before = Self.sections(&random)
      let animation = random.pick([.automatic, .fade, .left] as [BatchUpdate.Animation])
      let batch = [BatchUpdate(Self.action(in: before, &random), animation: animation)]
      guard let updated = before.applyingToOneItem(batch) else {
        #expect(!Self.isFit(batch[0].action, for: before), "round \(round): \(batch)")
        continue
      }
      short += 1
      let expected = try before.applyingInGeneral(batch)
      #expect(updated.sections.isSame(as: expected.sections), "round \(round): \(batch)")
      #expect(Self.described(updated) == Self.described(expected), "round \(round): \(batch)")
      for section in 0..<before.count {
        let chunks = updated.sections[section].items.chunks
        #expect(chunks._invariantViolation() == nil, "round \(round): \(batch)")
      }
    }
    #expect(short > 150 && short < 450)
  }

  /// Whether an action names one item that the batch can change.
  private static func isFit(_ action: BatchUpdate.Action, for sections: SectionList) -> Bool {
    if case .moveItem = action { return false }
    if case .insertItems(let paths, _) = action, paths.count > 1 { return false }
    return (try? sections.applyingInGeneral([BatchUpdate(action)])) != nil
  }

  /// The map and the edits, as text.
  private static func described(_ updated: SectionList.Updated) -> [String] {
    let map = updated.map
    let edits = updated.itemEdits.flatMap { section, edits in
      edits.splices.map {
        "\(section): \($0.range) \($0.chunks.map(\.count)) \($0.firstItem) \($0.items) \($0.newCount)"
      }
    }
    return edits + [
      "\(map.sections)", "\(map.movedSections)", "\(map.sectionSources)", "\(map.reloadedSections)",
      "\(map.items)", "\(map.movedItems)", "\(map.itemSources)", "\(map.reloadedItems)",
      "\(map.reconfiguredItems)", "\(map.deleteAnimations)", "\(map.insertAnimations)",
      "\(map.sectionDeleteAnimations)", "\(map.sectionInsertAnimations)", "\(updated.replacedSections)",
    ]
  }
}
