import CollectionTestSupport
import LayoutEngine
import Testing

@testable import CollectionModel

/// Readers of a list that is one section of a compositional layout.
@Suite("The place of a reader in a list below a carousel")
struct ReadingSectionKindTests {
  /// Cards of 200 × 120 that scroll across, above 200 rows of 60 below a header of 60 that pins. Row 29 begins at
  /// 120 + 60 + 29 × 60 = 1920.
  private func reader() throws -> Reader {
    let cards = LayoutGroup(
      .line(.horizontal, members: [.item(LayoutItem())]),
      size: LayoutSize(width: .absolute(200), height: .absolute(120)))
    var carousel = CompositionalSection(group: cards)
    carousel.orthogonalScrolling = .continuous
    var list = ListLayout()
    list.metrics.sectionHeaderHeight = 60
    let sections = SectionList([
      Section("c", (0..<9).map { Item(id: "c\($0)") }), Section("s", (0..<200).map { Reader.row("r\($0)") }),
    ])
    let layout = CompositionalLayout(sections: [carousel, CompositionalSection(kind: .list(list))])
    return try Reader(sections, in: .compositional(layout), at: Point(x: 0, y: 1930))
  }

  @Test func `rows inserted above push nothing that is seen`() throws {
    var reader = try reader()
    try reader.insert(3, at: 0, in: 1)
    #expect(reader.bounds.y == 1930 + 3 * 60)
  }

  @Test func `a row above that grows pushes nothing that is seen`() throws {
    var reader = try reader()
    try reader.update(.reloadItems(at: [IndexPath(section: 1, item: 2)], [Reader.row("r2", 160)]))
    #expect(reader.bounds.y == 1930 + 100)
  }

  @Test func `a row that is scrolled to the top stands below the pinned header`() throws {
    var reader = try reader()
    try reader.scroll(to: 50, .top, in: 1)
    #expect(try reader.place(of: "r50").y == 60)
    // Cards have no header above them.
    try reader.scroll(to: 0, .top, in: 0)
    #expect(reader.bounds.y == 0)
  }
}
