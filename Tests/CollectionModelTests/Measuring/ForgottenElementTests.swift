import LayoutEngine
import Testing

@testable import CollectionModel

/// Discarded measurements that a journal entry names.
struct ForgottenElementTests {
  @Test func `an element of a section or an item that is not there has no measurement to discard`() throws {
    let sections = SectionList([Section(id: "s", items: ItemSequence(count: 2))])
    var measured = MeasuredSections(sections)
    let paths = [ElementPath.cell(1, 0), .cell(Int(Int32.max), 0), .cell(0, 2), .cell(0, 0)]
    #expect(try measured.forget(paths, describedBy: sections) == nil)
  }
}
