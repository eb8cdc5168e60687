import Testing

@testable import LayoutEngine

@Suite("Rows of lists, many at a time")
struct ListRowsTests {
  static let scales: [Double?] = [nil, 0.5, 1, 2, 3]

  private static func section(_ count: Int, least: Double, _ random: inout SeededGenerator) -> Section {
    var items = ItemSequenceBuilder()
    for _ in 0..<count { items.append(size: Size(width: 1, height: least + random.length(upTo: 80))) }
    return Section(items: items.finish())
  }

  @Test("rows found together are where each is found alone, to the last bit", arguments: scales)
  func together(scale: Double?) {
    var random = SeededGenerator(seed: 77)
    let container = Container(320, 480).with { $0.scale = scale }
    for round in 0..<12 {
      var layout = ListLayout()
      layout.metrics.rowSpacing = random.pick([0, 0, 2.5, 0.3, -1])
      layout.metrics.sectionHeaderHeight = random.pick([0, 20, 7.3])
      layout.metrics.sectionInset = Insets(top: random.pick([0, 0.3, -9]), left: 3.3)
      // Below zero, places of rows do not say how high the rows are.
      let least = round % 4 == 3 ? -10.0 : 0
      let sections = (0..<2).map { _ in Self.section(600, least: least, &random) }
      let solved = layout.prepare(SectionList(ContiguousArray(sections)), in: container)
      let all = solved.elements(in: nil, visible: nil)
      #expect(all.count >= 1200)
      let other = (0..<all.count).first { index in
        let path = ElementPath(kind: all[index].kind, indexPath: all[index].indexPath)
        return solved.attributes(of: path, visible: nil) != all[index]
      }
      #expect(other == nil, "round \(round)")
    }
  }
}
