import LayoutEngine
import Testing

@testable import Wire

@Suite struct ItemPositionsTests {
  /// Sections of ten, of which the first two items of each have the same id as those of the next section.
  private static let sections = SectionList(
    ContiguousArray(
      (0..<6).map { section in
        var items = ItemSequenceBuilder()
        for item in 0..<10 {
          items.append(Item(id: item < 2 ? "twin \(section / 2).\(item)" : "\(section).\(item)"))
        }
        return Section(id: section < 5 ? "s\(section % 4)" : nil, items: items.finish())
      }))

  @Test func `an id stands for the same, searched for, looked up with others, and looked up in a dictionary`()
  {
    let positions = ItemPositions(of: Self.sections)
    // Long enough for searches to give way to the dictionary.
    for round in 0..<60 {
      if round % 3 == 0 { positions.lookUp(["\(round % 6).4", "nothing", "twin 1.1"]) }
      #expect(positions.item("\(round % 6).4") == .one(IndexPath(section: round % 6, item: 4)))
      #expect(positions.item("5.9") == .one(IndexPath(section: 5, item: 9)))
      #expect(positions.item("twin 1.1") == .several)
      #expect(positions.item("nothing") == .nothing)
      #expect(positions.section("s2") == .one(2))
      #expect(positions.section("s0") == .several)
      #expect(positions.section("s5") == .nothing)
    }
  }

  @Test func `a collection without items has no ids`() {
    let positions = ItemPositions(of: SectionList([]))
    positions.lookUp(["a", "b"])
    for _ in 0..<20 {
      #expect(positions.item("a") == .nothing)
      #expect(positions.section("a") == .nothing)
    }
  }
}
