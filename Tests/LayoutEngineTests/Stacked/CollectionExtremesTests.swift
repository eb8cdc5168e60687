import Testing

@testable import LayoutEngine

@Suite("Collections with few or very many sections")
struct CollectionExtremesTests {
  static let layouts = [
    LayoutKind.flow(FlowLayout()), .list(ListLayout()), .magazine(MagazineLayout()), .waterfall(waterfall),
    .grid(GridLayout()),
  ]
  /// Without spacing, so that an empty section takes nothing, and not less.
  static let waterfall = WaterfallLayout { $0.metrics.minimumInteritemSpacing = 0 }

  @Test("a collection without sections has no content", arguments: layouts.indices)
  func empty(kind: Int) throws {
    let solved = try Self.layouts[kind].prepare(SectionList([]), in: Container(375, 667))
    #expect(solved.contentSize == Size(width: 375, height: 0))
    #expect(solved.elements(in: nil, visible: nil).count == 0)
    #expect(solved.elements(in: Rect(x: 0, y: 0, width: 9, height: 9), visible: nil).count == 0)
    #expect(solved.attributes(of: .cell(0, 0), visible: nil) == nil)
  }

  @Test("sections without anything take nothing and hide nothing", arguments: layouts.indices)
  func emptySections(kind: Int) throws {
    let sections = [Section(0), Section(0), Section(1), Section(0)]
    let solved = try Self.layouts[kind].prepare(
      SectionList(ContiguousArray(sections)), in: Container(375, 667))
    #expect(solved.names() == ["cell 2.0"])
    #expect(solved.names(in: Rect(x: 0, y: 0, width: 1, height: 1)) == ["cell 2.0"])
  }

  @Test("two hundred thousand sections are found by section and by rect")
  func manySections() throws {
    let count = 200_000
    let sections = SectionList(ContiguousArray(repeating: Section(1), count: count))
    let layout = ListLayout { $0.metrics.sectionHeaderHeight = 6 }
    let solved = try LayoutKind.list(layout).prepare(sections, in: Container(375, 667))
    #expect(solved.contentSize.height == Double(count) * 50)
    #expect(solved.elements(in: nil, visible: nil).count == 2 * count)
    #expect(solved.frame(123_456, 0)?.y == 6_172_806)
    #expect(
      solved.names(in: Rect(x: 0, y: 5_000_007, width: 1, height: 45))
        == ["cell 100000.0", "header 100001.0"])
  }

  @Test("the same collection is laid out the same way twice", arguments: layouts.indices)
  func deterministic(kind: Int) throws {
    var random = SeededGenerator(seed: 99)
    let sample = Sample.random(&random) { _ in .none }
    let first = try Self.layouts[kind].prepare(sample.sectionList, in: sample.container)
    let second = try Self.layouts[kind].prepare(sample.sectionList, in: sample.container)
    let a = first.elements(in: nil, visible: sample.visible)
    let b = second.elements(in: nil, visible: sample.visible)
    #expect((0..<a.count).map { a[$0] } == (0..<b.count).map { b[$0] })
  }

  @Test("frames of items that fit lie inside the content and no two cells overlap")
  func inside() {
    for seed in UInt64(0)..<40 {
      var random = SeededGenerator(seed: seed)
      var builder = ItemSequenceBuilder()
      for _ in 0..<60 {
        builder.append(size: Size(width: random.length(upTo: 100), height: random.length(upTo: 100)))
      }
      let container = Container(320, 500).with { $0.scale = random.pick([nil, 1, 2, 3]) }
      let solved = FlowLayout().solve(Section(items: builder.finish()), in: container)
      let half = container.grid.isActive ? container.grid.hairline / 2 : 1e-6
      let cells = solved.cells()
      for (index, a) in cells.enumerated() {
        #expect(a.x >= -half && a.y >= -half, "seed \(seed), item \(index)")
        #expect(
          a.maxX <= 320 + half && a.maxY <= solved.contentSize.height + half, "seed \(seed), item \(index)")
        for b in cells[(index + 1)...]
        where a.intersects(b.inset(by: Insets(top: 1e-6, left: 1e-6, bottom: 1e-6, right: 1e-6))) {
          Issue.record("seed \(seed): \(a) and \(b) overlap")
        }
      }
    }
  }
}
