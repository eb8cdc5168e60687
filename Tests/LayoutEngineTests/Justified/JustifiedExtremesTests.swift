import Testing

@testable import LayoutEngine

@Suite("Justified rows at the limits of their parameters")
struct JustifiedExtremesTests {
  @Test("counted items cost no more for being many, with breakouts and without", arguments: [0, 1, 2, 7])
  func counted(cadence: Int) {
    let layout = JustifiedLayout { $0.fullWidthBreakoutRowCadence = cadence }
    let count = 1_000_000_000
    let solved = layout.solve(Section(count), in: Container(1060, 1000))
    let end = solved.frame(0, count - 1)?.maxY ?? 0
    #expect(end > 1e9 && abs(solved.contentSize.height - end - 10) < 1)
    let query = Rect(x: 0, y: solved.contentSize.height / 2, width: 1060, height: 1000)
    let found = solved.elements(in: query, visible: nil)
    #expect(found.count > 0 && found.count < 20)
  }

  @Test("a cadence beyond every row has no breakouts")
  func hugeCadence() {
    let layout = JustifiedLayout { $0.fullWidthBreakoutRowCadence = .max }
    let container = Container(1060, 1000)
    let plain = JustifiedLayout().solve(Section(1000), in: container)
    #expect(layout.solve(Section(1000), in: container).cells() == plain.cells())
  }

  @Test("a limit of rows holds for counted items too")
  func limited() {
    for rows in 1...9 {
      let layout = JustifiedLayout {
        $0.fullWidthBreakoutRowCadence = 3
        $0.maxRows = rows
      }
      let solved = layout.solve(Section(1_000_000), in: Container(1060, 1000))
      #expect(Set(solved.cells().map(\.y)).count == rows)
    }
  }

  @Test("without room every item has a row of its own, without width")
  func noRoom() {
    let solved = JustifiedLayout().solve(Section(sizes: [(3, 2), (2, 3)]), in: Container(0, 0))
    #expect(solved.cells().map(\.width) == [0, 0])
    #expect(solved.cells().map(\.y) == [10, 180])
  }

  @Test("extreme lengths give finite frames that are not negative")
  func extremes() {
    let lengths = [Double.leastNonzeroMagnitude, 1e-300, 1, 1000, 9_007_199_254_740_992]
    var items = lengths.map { Item(aspectRatio: $0) }
    for width in lengths { items += lengths.map { Item(size: Size(width: width, height: $0)) } }
    for container in [Container(0, 0), Container(375, 600), Container(0x1p53, 0x1p53)] {
      for length in lengths {
        for style in JustifiedMetrics.WidowLayoutStyle.allCases {
          let layout = JustifiedLayout {
            $0.targetRowHeight = length
            $0.horizontalSpacing = length
            $0.widowLayoutStyle = style
            $0.fullWidthBreakoutRowCadence = 5
          }
          let solved = layout.solve(Section(items: items), in: container.with { $0.scale = 3 })
          for cell in solved.cells() {
            #expect(cell.x.isFinite && cell.y.isFinite)
            #expect(cell.width >= 0 && cell.width.isFinite && cell.height >= 0 && cell.height.isFinite)
          }
          _ = layout.solve(Section(1_000_000), in: container).contentSize
        }
      }
    }
  }

  @Test("a very small forced ratio fills a row with very many items at once")
  func tinyRatio() {
    let layout = JustifiedLayout { $0.forceAspectRatio = 1e-12 }
    let solved = layout.solve(Section(1 << 50), in: Container(1060, 1000))
    #expect(solved.contentSize.height > 300)
  }
}
