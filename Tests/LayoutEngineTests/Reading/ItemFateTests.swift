import Testing

@testable import LayoutEngine

@Suite("Where items go")
struct ItemFateTests {
  /// Sections with items whose ids are unique.
  private static func sections(_ random: inout SeededGenerator) -> SectionList {
    var number = 0
    return SectionList(
      ContiguousArray(
        (0..<random.integer(1...6)).map { section in
          let items = (0..<random.pick([0, 1, 3, 12])).map { _ in
            number += 1
            return Item(id: "\(number)")
          }
          return Section(items: items).with { $0.id = "s\(section)" }
        }))
  }

  private static func paths(_ sections: SectionList) -> [IndexPath] {
    (0..<sections.count).flatMap { section in
      (0..<sections[section].items.count).map { IndexPath(section: section, item: $0) }
    }
  }

  private static func isKept(_ fate: Fate<IndexPath>) -> Bool { if case .kept = fate { true } else { false } }

  @Test func `fates lead where the batch leads, back and forth, and neighbours are the nearest that stay`()
    throws
  {
    var random = SeededGenerator(seed: 60)
    for _ in 0..<400 {
      let before = Self.sections(&random)
      let updated = try before.applying(BatchUpdate.randomBatch(&random, of: before))
      let after = updated.sections
      let forth = ComposedFates([.init(updated.map)], of: (before, after))
      let back = ComposedFates([.init(updated.map, isBackward: true)], of: (after, before))
      for (fates, sections) in [(forth, before), (back, after)] {
        let paths = Self.paths(sections)
        let kept = paths.filter { Self.isKept(fates.fate(ofItem: $0)) }
        for path in paths {
          #expect(fates.neighbour(of: path, .after) == kept.first { $0 > path })
          #expect(fates.neighbour(of: path, .before) == kept.last { $0 < path })
        }
      }
      for path in Self.paths(before) {
        let fate = forth.fate(ofItem: path)
        #expect((updated.map.destination(of: path) == .deleted) == (fate.destination == nil))
        guard let destination = fate.destination else { continue }
        #expect(back.fate(ofItem: destination).destination == path)
        if let id = before[path.section].items.id(at: path.item), !Self.isReloaded(path, updated.map) {
          #expect(after[destination.section].items.id(at: destination.item) == id)
        }
      }
    }
  }

  private static func isReloaded(_ path: IndexPath, _ map: UpdateMap) -> Bool {
    map.reloadedItems.contains(path) || map.reconfiguredItems.contains(path)
  }

  @Test func `a batch and the same batch back leave every item where it was`() throws {
    var random = SeededGenerator(seed: 61)
    for _ in 0..<200 {
      let before = Self.sections(&random)
      let map = try before.applying(BatchUpdate.randomBatch(&random, of: before)).map
      let fates = ComposedFates([.init(map), .init(map, isBackward: true)], of: (before, before))
      for path in Self.paths(before) { #expect(fates.fate(ofItem: path).destination == path) }
    }
  }

  @Test func `an item of a reloaded section goes to the item with its id there`() throws {
    let before = SectionList(
      Section(items: [Item(id: "x")]), Section(items: [Item(id: "a"), Item(id: "b"), Item(id: "c")]))
    let reload = BatchUpdate(
      .reloadSections(at: [1], [Section(items: [Item(id: "new"), Item(id: "c"), Item(id: "a")])]))
    let updated = try before.applying([reload, BatchUpdate(.deleteSections(at: [0]))])
    let fates = ComposedFates([.init(updated.map)], of: (before, updated.sections))
    func fate(_ item: Int) -> Fate<IndexPath> { fates.fate(ofItem: IndexPath(section: 1, item: item)) }
    #expect(fate(0) == .replaced(IndexPath(section: 0, item: 2), section: 0))
    #expect(fate(1) == .replaced(nil, section: 0))
    #expect(fate(2) == .replaced(IndexPath(section: 0, item: 1), section: 0))
  }
}
