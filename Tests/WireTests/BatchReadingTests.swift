import LayoutEngine
import Testing

@testable import Wire

/// The ids that a batch gives, which are searched in the collection.
@Suite struct BatchReadingTests {
  private static func items(_ ids: [String]) -> ItemSequence {
    var items = ItemSequenceBuilder()
    for id in ids { items.append(Item(id: id)) }
    return items.finish()
  }

  private static func newIDs(_ action: BatchUpdate.Action) -> (items: [String], sections: [String]) {
    let sections = SectionList([Section(id: "s", items: items(["a", "b"]))])
    var batch = BatchReading(of: .list(ListLayout()), ItemPositions(of: sections), hasUniqueIDs: true)
    let repeated = batch.note(RelativeUpdate(BatchUpdate(action)), 0)
    #expect(repeated.isEmpty)
    return (batch.newItemIDs.map { $0.id }, batch.newSectionIDs.map { $0.id })
  }

  @Test func `an id that an item or a section keeps is not searched`() {
    let paths = [IndexPath(section: 0, item: 0), IndexPath(section: 0, item: 1)]
    let described = [Item(id: "a", size: Size(width: 9, height: 9)), Item(id: "b")]
    #expect(Self.newIDs(.reloadItems(at: paths, described)).items.isEmpty)
    #expect(Self.newIDs(.reconfigureItems(at: paths, described)).items.isEmpty)
    #expect(Self.newIDs(.moveItem(from: paths[0], to: paths[1])).items.isEmpty)
    #expect(Self.newIDs(.reloadSections(at: [0], [Section(id: "s", items: Self.items([]))])).sections.isEmpty)
  }

  @Test func `an id that a batch gives an item or a section is searched, also that of another item`() {
    let paths = [IndexPath(section: 0, item: 0), IndexPath(section: 0, item: 1)]
    let exchanged = [Item(id: "b"), Item(id: "x")]
    #expect(Self.newIDs(.reloadItems(at: paths, exchanged)).items == ["b", "x"])
    #expect(Self.newIDs(.reconfigureItems(at: paths, [Item(id: "a"), Item(id: "x")])).items == ["x"])
    #expect(Self.newIDs(.insertItems(at: [paths[0]], [Item(id: "x")])).items == ["x"])
    let reloaded = Self.newIDs(.reloadSections(at: [0], [Section(id: "t", items: Self.items(["x"]))]))
    #expect(reloaded.items == ["x"])
    #expect(reloaded.sections == ["t"])
    // No item has this index path: no id that it could keep.
    #expect(Self.newIDs(.reloadItems(at: [IndexPath(section: 3, item: 0)], [Item(id: "a")])).items == ["a"])
  }
}
