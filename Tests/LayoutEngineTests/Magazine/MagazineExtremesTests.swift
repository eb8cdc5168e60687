import Testing

@testable import LayoutEngine

@Suite("Magazines of very many or very strange items")
struct MagazineExtremesTests {
  @Test("ten million items without sizes are one run and the open row behind it")
  func counted() {
    let solved = MagazineLayout().prepare(SectionList(Section(10_000_000)), in: Container(320, 480))
    #expect(solved.sections.leaf(at: 0).leaf.body.rows.leafCount == 2)
    #expect(solved.contentSize.height == 1_500_000_000)
    #expect(solved.frame(0, 9_999_999)?.y == 1_499_999_850)
    #expect(
      solved.names(in: Rect(x: 0, y: 15e7 + 1, width: 1, height: 150)) == [
        "cell 0.1000000", "cell 0.1000001",
      ])
  }

  @Test("a row that spans chunks of items stretches as one")
  func acrossChunks() {
    var items = (0..<1500).map { _ in
      Item(.fractional(divisor: 1000), .dynamicAndStretchToTallestItemInRow, 10)
    }
    items[999].sizeMode?.points = 77
    items[1400].sizeMode?.points = 55
    let solved = MagazineLayout().solve(Section(items: items), in: Container(1000, 480))
    #expect(solved.frame(0, 0) == Rect(x: 0, y: 0, width: 1, height: 77))
    #expect(solved.frame(0, 999) == Rect(x: 999, y: 0, width: 1, height: 77))
    #expect(solved.frame(0, 1000) == Rect(x: 0, y: 77, width: 1, height: 55))
    #expect(solved.cells().allSatisfy { $0.height == ($0.y == 0 ? 77 : 55) })
  }

  @Test("insets and spacing that leave nothing make items of no width, not of negative width")
  func noRoom() {
    for layout in [
      MagazineLayout { $0.metrics.sectionInsets = Insets(left: 300, right: 300) },
      MagazineLayout { $0.metrics.itemInsets = Insets(left: 300, right: 300) },
      MagazineLayout { $0.metrics.horizontalSpacing = 1e6 },
    ] {
      let items = [Item(.half, .static, 5), Item(.half, .static, 5), Item(.third, .dynamic, aspectRatio: 2)]
      let solved = layout.solve(Section(items: items), in: Container(320, 480).with { $0.scale = 3 })
      #expect(solved.cells().map(\.width) == [0, 0, 0])
      #expect(solved.cells().map(\.height) == [5, 5, 0])
    }
  }

  @Test("numbers of any size, a divisor of any, containers without extent: nothing traps")
  func huge() {
    let widths = [
      MagazineSizeMode.Width.full, .fractional(divisor: .max), .fractional(divisor: 0),
      .fractional(divisor: -5),
    ]
    for limit in [0.0, 0x1p53] {
      let layout = MagazineLayout {
        $0.metrics.verticalSpacing = limit
        $0.metrics.horizontalSpacing = limit
        $0.metrics.sectionInsets = Insets(top: -limit, left: limit, bottom: limit, right: -limit)
        $0.metrics.itemInsets = Insets(top: limit, left: -limit, bottom: -limit, right: limit)
      }
      let items = widths.flatMap { width in
        MagazineSizeMode.Height.allCases.map { Item(width, $0, limit, aspectRatio: 1e-300) }
      }
      for scale in [nil, 3.0] {
        let container = Container(limit, limit).with { $0.scale = scale }
        let solved = layout.solve(
          Section(items: items).with { $0.hasBackground = true }, Section(3), in: container)
        #expect(solved.elements(in: nil, visible: nil).count == items.count + 4)
        _ = solved.elements(in: Rect(x: -1e9, y: -1e9, width: 2e9, height: 2e9), visible: nil)
        #expect(solved.frame(0, items.count - 1) != nil)
      }
    }
  }

  @Test("rows that overlap by negative spacing are all found")
  func overlapping() {
    let layout = MagazineLayout { $0.metrics.verticalSpacing = -140 }
    let solved = layout.solve(Section(20), in: Container(320, 480))
    #expect(solved.names(in: Rect(x: 0, y: 149, width: 1, height: 0.5)).count == 15)
  }
}
