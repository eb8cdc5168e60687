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
}
