import Testing

@testable import LayoutEngine

@Suite("Differences of states at the edges")
struct SnapshotEdgeTests {
  private func list(_ sections: (String?, [String?])...) -> SectionList {
    SectionList(
      ContiguousArray(
        sections.map { id, items in Section(items: items.map { Item(id: $0) }).with { $0.id = id } }))
  }

  @Test("ten thousand items rotated by one are one move", arguments: [1, -1])
  func rotation(by shift: Int) throws {
    let ids = (0..<10_000).map { "\($0)" }
    let rotated = shift > 0 ? ids.suffix(1) + ids.dropLast() : ids.dropFirst() + ids.prefix(1)
    let before = list(("s", ids))
    let after = list(("s", Array(rotated)))
    let difference = try before.difference(to: after)
    #expect(difference.movedItems.count == 1)
    #expect(difference.updates.count == 1)
    #expect(try before.applying(difference).sections.isSame(as: after))
  }

  @Test("nothing and nothing do not differ, and all comes from and goes to nothing")
  func empty() throws {
    let nothing = list()
    let something = list(("s", ["a", "b"]), ("t", []))
    #expect(try nothing.difference(to: nothing).isEmpty)
    #expect(try list(("s", [])).difference(to: list(("s", []))).isEmpty)
    #expect(try nothing.applying(nothing.difference(to: something)).sections.isSame(as: something))
    #expect(try something.applying(something.difference(to: nothing)).sections.count == 0)
    #expect(try something.difference(to: nothing).deletedItems.count == 2)
  }

  @Test("ids that repeat are refused in UIKit's words, with every place")
  func duplicates() {
    let good = list(("s", ["a", "b"]))
    let bad = list(("s", ["a", "b"]), ("t", ["c", "a"]), ("t", ["b", "a"]))
    let conflicts = #expect(throws: SnapshotError.self) { try good.updates(to: bad) }?.conflicts
    #expect(conflicts?.map(\.state) == [.after, .after])
    #expect(
      conflicts?.map(\.message) == [
        "supplied section identifiers are not unique. Duplicate identifiers: t",
        "supplied item identifiers are not unique. Duplicate identifiers: a, b",
      ])
    #expect(conflicts?.first?.sections == [1, 2])
    #expect(
      conflicts?.last?.items
        == [(0, 0), (0, 1), (1, 1), (2, 0), (2, 1)].map { IndexPath(section: $0, item: $1) })
  }

  @Test("an id repeated only among new items is refused, and one that an unmoved item has already")
  func newDuplicates() {
    for after in [["x", "x"], ["a", "b", "a"], ["a", "b", "c", "b"], ["b", "a", "b"]] {
      #expect(throws: SnapshotError.self) {
        try list(("s", ["a", "b", "c"])).updates(to: list(("s", after)))
      }
    }
  }

  @Test("items and sections without ids are refused, and of a long run only the first are listed")
  func missing() {
    let good = list(("s", ["a"]))
    let conflicts =
      #expect(throws: SnapshotError.self) {
        try list((nil, ["a", nil])).updates(to: SectionList(Section(1_000_000).with { $0.id = "s" }))
      }?.conflicts ?? []
    #expect(conflicts.map(\.code) == [.missingSectionIDs, .missingItemIDs, .missingItemIDs])
    #expect(conflicts.first?.sections == [0])
    #expect(conflicts.dropFirst().first?.items == [IndexPath(section: 0, item: 1)])
    #expect(conflicts.last?.items.count == SnapshotConflict.positionLimit)
    #expect(conflicts.last?.message == "1000000 items after have no identifier")
    #expect(throws: SnapshotError.self) { try good.updates(to: list(("s", ["a", nil]))) }
  }

  @Test("an item that leaves a deleted section for an inserted one has moved")
  func across() throws {
    let before = list(("old", ["a", "b"]), ("kept", ["c"]))
    let after = list(("kept", ["a"]), ("new", ["b", "c"]))
    let difference = try before.difference(to: after)
    #expect(difference.movedAcross.count == 3)
    #expect(difference.deletedItems.isEmpty && difference.insertedItems.isEmpty)
    let map = try before.applying(difference).map
    #expect(map.destination(of: IndexPath(section: 0, item: 1)) == .moved(IndexPath(section: 1, item: 0)))
    #expect(map.origin(of: IndexPath(section: 0, item: 0)) == .moved(IndexPath(section: 0, item: 0)))
  }

  @Test("a section with changes of its own has them after the batch, its items untouched")
  func sections() throws {
    let before = list(("s", ["a", "b"]), ("t", []))
    let header = Supplementary(size: Size(width: 1, height: 2))
    let after = SectionList(before[1], before[0].with { $0.header = header })
    let difference = try before.difference(to: after)
    #expect(difference.changedSections == [.init(from: 0, to: 1)])
    #expect(difference.movedSections.count == 1)
    #expect(difference.changedItems.isEmpty)
    #expect(try before.applying(difference).sections.isSame(as: after))
  }

  @Test("ids are the same where their bytes are, not where they look alike")
  func bytes() throws {
    let difference = try list(("s", ["caf\u{E9}"])).difference(to: list(("s", ["cafe\u{301}"])))
    #expect(difference.deletedItems.count == 1 && difference.insertedItems.count == 1)
  }
}
