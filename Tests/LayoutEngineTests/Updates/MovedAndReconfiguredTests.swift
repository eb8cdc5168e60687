import Testing

@testable import LayoutEngine

@Suite("Items that move and are described anew in one batch")
struct MovedAndReconfiguredTests {
  @Test("an item that is reconfigured where it was arrives with its new description, once")
  func arrives() throws {
    let sections = SectionList(
      Section(items: ["a", "b", "c"].map { Item(id: $0) }), Section(items: [Item(id: "d")]))
    let anew = Item(id: "a", aspectRatio: 2)
    let from = IndexPath(section: 0, item: 0)
    for target in [IndexPath(section: 0, item: 2), IndexPath(section: 1, item: 0)] {
      let updated = try sections.applying([
        BatchUpdate(.moveItem(from: from, to: target)), BatchUpdate(.reconfigureItems(at: [from], [anew])),
      ])
      let ids = (0..<2).map { section in
        let items = updated.sections[section].items
        return (0..<items.count).map { items.id(at: $0) }
      }
      #expect(ids == (target.section == 0 ? [["b", "c", "a"], ["d"]] : [["b", "c"], ["a", "d"]]))
      #expect(updated.sections[target.section].items.item(at: target.item)?.aspectRatio == 2)
    }
  }

  private static let list = LayoutKind.list(ListLayout())
  private static let container = Container(size: Size(width: 100, height: 400))

  /// The types of the cells in the diff of a change, and their other fact, by their new index paths.
  private func facts(
    _ before: SectionList, _ updated: SectionList.Updated, folded: Bool = false
  ) throws -> [IndexPath: [String]] {
    func side(_ sections: SectionList, _ bounds: Rect?) throws -> DiffSide {
      DiffSide(
        layout: try Self.list.prepare(sections, in: Self.container), container: Self.container, bounds: bounds
      )
    }
    let diff = UpdateDiff.between(
      try side(before, Rect(x: 0, y: 0, width: 100, height: 400)), and: try side(updated.sections, nil),
      by: updated.map, visibleOnly: !folded, foldsRuns: folded)
    var facts: [IndexPath: [String]] = [:]
    for change in diff.changes where change.kind == .cell {
      guard let to = change.to else { continue }
      facts[to] = [change.type.rawValue] + [change.renewal?.rawValue].compactMap { $0 }
    }
    return facts
  }

  private static func items(_ ids: String...) -> [Item] { ids.map { Item(id: $0) } }

  private static func path(_ section: Int, _ item: Int) -> IndexPath {
    IndexPath(section: section, item: item)
  }

  @Test("a diff says of an item that it moves and that it is reconfigured")
  func batch() throws {
    let sections = SectionList(Section(items: Self.items("a", "b", "c")), Section(items: Self.items("d")))
    for items in [[Item(id: "a", aspectRatio: 2)], nil] {
      let updated = try sections.applying([
        BatchUpdate(.moveItem(from: Self.path(0, 0), to: Self.path(1, 0))),
        BatchUpdate(.moveItem(from: Self.path(1, 0), to: Self.path(0, 0))),
        BatchUpdate(.reconfigureItems(at: [Self.path(0, 0)], items)),
      ])
      for folded in [false, true] {
        let facts = try facts(sections, updated, folded: folded)
        #expect(facts[Self.path(1, 0)] == ["move", "reconfigured"])
        #expect(facts[Self.path(0, 0)] == ["move"])
      }
    }
  }

  @Test("an item that is reloaded or reconfigured where it stays has one fact")
  func once() throws {
    let sections = SectionList(Section(items: Self.items("a", "b", "c", "d")))
    let updated = try sections.applying([
      BatchUpdate(.reloadItems(at: [Self.path(0, 0)], nil)),
      BatchUpdate(.reconfigureItems(at: [Self.path(0, 3), Self.path(0, 1)], nil)),
      BatchUpdate(.moveItem(from: Self.path(0, 3), to: Self.path(0, 2))),
    ])
    let facts = try facts(sections, updated)
    #expect(facts[Self.path(0, 0)] == ["reload"] && facts[Self.path(0, 1)] == ["reconfigure"])
    #expect(facts[Self.path(0, 2)] == ["move", "reconfigured"])
  }

  @Test("an item that a snapshot has elsewhere and describes anew is both, in any section")
  func snapshots() throws {
    func state(_ sections: (String, [Item])...) -> SectionList {
      let made = sections.map { id, items in Section(items: items).with { $0.id = id } }
      return SectionList(ContiguousArray(made))
    }
    let anew = Item(id: "a", aspectRatio: 2)
    let before = state(("s", Self.items("a", "b", "c")), ("t", Self.items("d")))
    let states: [(SectionList, IndexPath, String)] = [
      (state(("s", Self.items("b", "c") + [anew]), ("t", Self.items("d"))), Self.path(0, 2), "reconfigured"),
      (state(("s", Self.items("b", "c")), ("t", [anew] + Self.items("d"))), Self.path(1, 0), "reconfigured"),
      // A batch cannot move these: it deletes and inserts them.
      (state(("t", Self.items("d") + [anew])), Self.path(0, 1), "reloaded"),
      (
        state(("s", Self.items("b", "c")), ("u", [anew]), ("t", Self.items("d"))), Self.path(1, 0), "reloaded"
      ),
      (state(("u", [anew])), Self.path(0, 0), "reloaded"),
    ]
    for (after, path, fact) in states {
      let updated = try before.applying(try before.difference(to: after))
      #expect(try facts(before, updated)[path] == ["move", fact], "\(path) \(fact)")
    }
    let plain = state(("u", Self.items("a")), ("t", Self.items("d")))
    #expect(try facts(before, before.applying(try before.difference(to: plain)))[Self.path(0, 0)] == ["move"])
  }
}
