import LayoutEngine
import TestSupport
import Testing

@Suite("The article on laying out a collection")
struct LayoutArticleTests {
  @Test("its example has the elements and the changes that its comments name")
  func results() throws {
    let (visible, diff) = try Self.example()
    #expect(visible.count == 15 * 6)
    #expect(visible[6].frame == Rect(x: 0, y: 60, width: 50, height: 50))
    #expect(diff.changes.count { $0.type == .insert } == 1)
    #expect(diff.changes.count { $0.type == .shift } == 90)
    #expect(diff.changes.count == 91)
    #expect(diff.contentOffset.to == .zero)
  }

  @Test("its example is the code of this test")
  func text() throws {
    let example = try DocumentedExample(
      "Example", in: "Engine/LayoutEngine/LayoutEngine.docc/LayingOutACollection.md")
    #expect(example.shown == example.compiled)
    #expect(example.shown.count > 20)
  }

  static func example() throws -> (ElementList, UpdateDiff) {
    // Example begins.
    // A photo grid: a million squares of 50 points in lines.
    let sections = SectionList([Section(id: "photos", items: ItemSequence(count: 1_000_000))])
    let container = Container(size: Size(width: 390, height: 844), scale: 3)
    let kind = LayoutKind.flow(FlowLayout())
    let layout = try kind.prepare(sections, in: container)

    // The elements in the first viewport: 15 lines of 6 items.
    let viewport = Rect(x: 0, y: 0, width: 390, height: 844)
    let visible = layout.elements(in: viewport, visible: viewport)

    // A new photo in front of all others.
    let front = IndexPath(section: 0, item: 0)
    let batch = [BatchUpdate(.insertItems(at: [front], [Item(id: "new")]), animation: .fade)]
    let updated = try sections.applying(batch)
    let updatedLayout = try kind.prepare(updated, from: layout, in: container)

    // One element appears, and 90 shift.
    let diff = UpdateDiff.between(
      DiffSide(layout: layout, container: container, bounds: viewport),
      and: DiffSide(layout: updatedLayout, container: container, bounds: viewport),
      by: updated.map, visibleOnly: true)
    // Example ends.
    return (visible, diff)
  }
}
