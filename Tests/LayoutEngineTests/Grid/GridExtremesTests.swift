import Testing

@testable import LayoutEngine

@Suite("Grids at their extremes")
struct GridExtremesTests {
  let container = Container(320, 480)

  @Test("ten million counted items are two numbers, and any of them is at hand")
  func counted() {
    let layout = GridLayout(3) { $0.metrics.lineExtent = .points(44) }
    let solved = layout.prepare(SectionList(Section(10_000_000)), in: container)
    let body = solved.sections.leaf(at: 0).leaf.body
    #expect(body.places == nil)
    #expect(body.lines.chunks.leafCount == 1)
    #expect(solved.contentSize.height == 146_666_696)
    #expect(solved.frame(0, 9_999_999)?.y == 146_666_652.0)
    #expect(
      solved.names(in: Rect(0, 44e6, 1, 44)) == ["cell 0.3000000"])
  }

  @Test("so they are with automatic heights, and one that differs among them is a few lines")
  func countedAutomatic() {
    let layout = GridLayout(4) { $0.metrics.lineExtent = .automatic }
    var builder = ItemSequenceBuilder()
    builder.append(run: 1_000_001)
    builder.append(size: Size(width: 0, height: 7))
    builder.append(run: 1_000_001)
    let solved = layout.prepare(SectionList(Section(items: builder.finish())), in: container)
    #expect(solved.sections.leaf(at: 0).leaf.body.lines.chunks.leafCount == 4)
    #expect(solved.contentSize.height == 500_001 * 80)
    #expect(solved.frame(0, 1_000_001) == Rect(80, 250_000 * 80, 80, 80))
  }

  @Test("a size for each item costs nothing where lines are fixed")
  func sizedButFixed() {
    let layout = GridLayout(3) { $0.metrics.lineExtent = .points(44) }
    let solved = layout.prepare(
      SectionList(Section(sizes: Array(repeating: (1, 2), count: 2000))), in: container)
    #expect(solved.sections.leaf(at: 0).leaf.body.lines.chunks.leafCount == 1)
  }

  @Test("a line for each item, each over a thousand lines, takes the memory that the items need")
  func deepSpans() {
    for packing in GridMetrics.Packing.allCases {
      let layout = GridLayout(2, spacing: 10) {
        $0.metrics.lineExtent = .automatic
        $0.metrics.packing = packing
      }
      let items = (0..<3000).map { _ in Item(2, 1000, height: 50_000) }
      let solved = layout.prepare(SectionList(Section(items: items)), in: container)
      #expect(solved.sections.leaf(at: 0).leaf.body.lines.count == 3_000_000)
      #expect(solved.frame(0, 2999) == Rect(0, 2999 * 50_010, 320, 50_000))
      #expect(solved.contentSize.height == 3000 * 50_010 - 10)
      #expect(solved.names(in: Rect(0, 50_010 * 7 + 9, 1, 50_010)) == ["cell 0.7", "cell 0.8"])
    }
  }

  @Test("dense packing gives up on holes before they cost too much, and places every item all the same")
  func giveUp() {
    let layout = GridLayout(1000) { $0.metrics.packing = .dense }
    // No two spans are alike, and none of them fits beside another.
    let items = (0..<4000).map { Item(501 + $0 % 499, 1000 - $0 % 997) }
    let container = Container(1000, 100)
    let sample = Sample(container: container, sections: [.init(pieces: items.map { .item($0) })])
    let solved = layout.prepare(sample.sectionList, in: container)
    #expect(Properties(solved: solved, sample: sample).overlappingCells() == nil)
    let total = items.reduce(0) { $0 + $1.span!.rows }
    #expect(solved.contentSize.height == Double(total))
  }

  @Test("numbers at the ends of their ranges neither trap nor leave the numbers")
  func hugeNumbers() {
    let huge = 0x1p53
    for extent in [
      GridMetrics.LineExtent.automatic, .points(huge), .aspectRatio(1e-300), .aspectRatio(1e300),
    ] {
      for rowSizing in GridMetrics.RowSizing.allCases {
        for scrollDirection in ScrollAxis.allCases {
          let layout = GridLayout(Int.max, spacing: huge) {
            $0.scrollDirection = scrollDirection
            $0.metrics.lineExtent = extent
            $0.metrics.rowSizing = rowSizing
          }
          var item = Item(Int.max, Int.max, height: huge)
          let container = Container(huge, huge).with { $0.scale = 3 }
          let sized = item
          item.size = nil
          item.aspectRatio = 1e-300
          let solved = layout.solve(Section(items: [sized, item, Item()]), Section(5), in: container)
          #expect(solved.cells(0).count == 3)
          #expect(solved.contentSize.height.isFinite && solved.contentSize.width.isFinite)
          #expect(solved.cells(0).allSatisfy { $0.maxX.isFinite && $0.maxY.isFinite })
        }
      }
    }
  }

  @Test("parameters below their ranges count as the least of them")
  func belowRange() {
    let layout = GridLayout(-3, spacing: -5) { $0.metrics.lineExtent = .points(-1) }
    let solved = layout.solve(Section(items: [Item(-1, 0), Item(1, 1)]), in: container)
    #expect(solved.cells() == [Rect(0, 0, 320, 0), Rect(0, 0, 320, 0)])
  }

  @Test("where spacing alone is more than the room, cells vanish inside it")
  func noRoom() {
    let solved = GridLayout(5, spacing: 100).solve(Section(5), in: container)
    #expect(solved.cells().map(\.x) == [0, 80, 160, 240, 320])
    #expect(solved.cells().allSatisfy { $0.width == 0 && $0.height == 0 })
    #expect(solved.contentSize.width == 320)
  }

  @Test("a container without size and collections without items are laid out")
  func zero() {
    let layout = GridLayout(3, spacing: 10)
    #expect(layout.solve(Section(4), in: Container(0, 0)).cells().count == 4)
    #expect(layout.solve(in: container).contentSize == Size(width: 320, height: 0))
    #expect(layout.solve(Section(0), in: container).contentSize == Size(width: 320, height: 0))
  }
}
