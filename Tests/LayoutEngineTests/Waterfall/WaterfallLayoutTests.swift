import Testing

@testable import LayoutEngine

@Suite("Waterfalls")
struct WaterfallLayoutTests {
  let container = Container(320, 480)

  @Test("without parameters there are two columns, 10 points between them and between their items")
  func defaults() {
    let solved = WaterfallLayout().solve(
      Section(sizes: [(100, 100), (100, 200), (100, 50)]), in: container)
    #expect(
      solved.cells() == [
        Rect(x: 0, y: 0, width: 155, height: 155), Rect(x: 165, y: 0, width: 155, height: 310),
        Rect(x: 0, y: 165, width: 155, height: 77.5),
      ])
    #expect(solved.contentSize == Size(width: 320, height: 310))
  }

  @Test("an item goes to the column that ends highest up, of equals to the first")
  func shortestFirst() {
    let layout = WaterfallLayout {
      $0.metrics.columnCount = 3
      $0.metrics.minimumColumnSpacing = 0
      $0.metrics.minimumInteritemSpacing = 0
    }
    let sizes = [(10.0, 30.0), (10, 10), (10, 20), (10, 10), (10, 20), (10, 10)]
    let solved = layout.solve(Section(sizes: sizes), in: Container(30, 100))
    #expect(solved.xs() == [0, 10, 20, 10, 10, 20])
    #expect(solved.cells().map(\.y) == [0, 0, 0, 10, 20, 20])
  }

  @Test("an item over several columns begins below all of them, where that is highest up, with their spacing")
  func spans() {
    func item(_ span: Int, _ ratio: Double) -> Item {
      var item = Item(aspectRatio: ratio)
      item.span = GridSpan(columns: span, rows: 3)
      return item
    }
    var layout = WaterfallLayout { $0.metrics.columnCount = 3 }
    // Columns of 100 points.
    let items = [item(1, 0.5), item(1, 1), item(2, 2.1), item(1, 1), item(9, 1), item(1, 2)]
    let solved = layout.solve(Section(items: items), in: container)
    #expect(
      solved.cells() == [
        Rect(x: 0, y: 0, width: 100, height: 200), Rect(x: 110, y: 0, width: 100, height: 100),
        // The last two columns end at 110, the first two at 210.
        Rect(x: 110, y: 110, width: 210, height: 100), Rect(x: 0, y: 210, width: 100, height: 100),
        Rect(x: 0, y: 320, width: 320, height: 320), Rect(x: 0, y: 650, width: 100, height: 50),
      ])
    #expect(solved.contentSize.height == 700)
    // An item that begins higher up than the one before it is found all the same.
    let late = layout.solve(
      Section(items: [item(1, 5), item(1, 0.1), item(1, 10), item(2, 2.1), item(1, 1)]), in: container)
    #expect(late.cells().map(\.y) == [0, 0, 0, 1010, 20])
    #expect(late.names(in: Rect(x: 0, y: 25, width: 320, height: 20)) == ["cell 0.1", "cell 0.4"])
    layout.itemRenderDirection = .leftToRight
    // Two columns do not fit behind the second: they begin the next turn.
    let turns = layout.solve(
      Section(items: [item(1, 1), item(1, 1), item(2, 2.1), item(1, 1)]), in: container)
    #expect(turns.xs() == [0, 110, 0, 220])
    layout.itemRenderDirection = .rightToLeft
    let back = layout.solve(Section(items: [item(1, 1), item(2, 2.1), item(1, 1)]), in: container)
    #expect(back.xs() == [220, 0, 220])
    #expect(back.cells().map(\.y) == [0, 0, 110])
  }

  @Test("an item over all columns without a size is a square of the whole width, also among counted items")
  func spannedEstimate() {
    var builder = ItemSequenceBuilder()
    builder.append(run: 600)
    var item = Item()
    item.span = GridSpan(columns: GridSpan.allColumns)
    builder.append(item)
    let solved = WaterfallLayout().solve(Section(items: builder.finish()), in: container)
    #expect(solved.frame(0, 600) == Rect(x: 0, y: 300 * 165, width: 320, height: 320))
    #expect(solved.frame(0, 599) == Rect(x: 165, y: 299 * 165, width: 155, height: 155))
  }

  @Test("left to right and right to left take the columns in turn, whatever the heights")
  func inTurn() {
    var layout = WaterfallLayout {
      $0.itemRenderDirection = .leftToRight
      $0.metrics.columnCount = 3
      $0.metrics.minimumColumnSpacing = 0
    }
    let section = Section(sizes: [(10, 90), (10, 10), (10, 20), (10, 10), (10, 10)])
    #expect(layout.solve(section, in: Container(30, 100)).xs() == [0, 10, 20, 0, 10])
    #expect(layout.solve(section, in: Container(30, 100)).cells().map(\.y) == [0, 0, 0, 100, 20])
    layout.itemRenderDirection = .rightToLeft
    #expect(layout.solve(section, in: Container(30, 100)).xs() == [20, 10, 0, 20, 10])
  }

  @Test("sticky items keep their column when sizes before them change; balanced ones may not")
  func sticky() {
    var layout = WaterfallLayout { $0.columnAssignment = .sticky }
    let before = Section(sizes: [(10, 10), (10, 10), (10, 10), (10, 10), (10, 10)])
    let after = Section(sizes: [(10, 40), (10, 10), (10, 10), (10, 10), (10, 10)])
    #expect(layout.solve(before, in: container).xs() == layout.solve(after, in: container).xs())
    #expect(layout.solve(after, in: container).cells().map(\.y) == [0, 0, 630, 165, 795])
    layout.columnAssignment = .balanced
    #expect(layout.solve(before, in: container).xs() != layout.solve(after, in: container).xs())
  }

  @Test("in a right-to-left container the first column is the right one, whichever the render direction")
  func rightToLeft() {
    let container = Container(200, 480).with { $0.direction = .rightToLeft }
    var layout = WaterfallLayout { $0.metrics.sectionInset = Insets(left: 30) }
    #expect(layout.solve(Section(3), in: container).xs() == [90, 0, 90])
    layout.itemRenderDirection = .rightToLeft
    #expect(layout.solve(Section(3), in: container).xs() == [0, 90, 0])
  }

  @Test("columns share the width less the container's and the section's insets and the spacing")
  func widths() {
    let layout = WaterfallLayout {
      $0.metrics.columnCount = 4
      $0.metrics.minimumColumnSpacing = 4
      $0.metrics.sectionInset = Insets(top: 3, left: 6, bottom: 5, right: 2)
    }
    let container = Container(340, 480).with { $0.insets = Insets(left: 12, right: 8) }
    let solved = layout.solve(Section(5), in: container)
    #expect(solved.xs() == [6, 85, 164, 243, 6])
    #expect(solved.cells().allSatisfy { $0.width == 75 })
    #expect(solved.contentSize == Size(width: 320, height: 3 + 75 + 10 + 75 + 5))
  }

  @Test("an item's size, ratio or estimate gives its aspect; without any it is estimated as a square")
  func precedence() {
    let items = [
      Item(size: Size(width: 20, height: 40), estimatedSize: Size(width: 1, height: 3), aspectRatio: 4),
      Item(estimatedSize: Size(width: 1, height: 3), aspectRatio: 4),
      Item(estimatedSize: Size(width: 1, height: 3)), Item(),
    ]
    let layout = WaterfallLayout { $0.metrics.columnCount = 1 }
    let solved = layout.solve(Section(items: items), in: Container(100, 100))
    #expect(solved.cells().map(\.height) == [200, 25, 300, 100])
    #expect(solved.elements(in: nil, visible: nil).records.map(\.isEstimated) == [false, false, true, true])
  }

  @Test("a size without area has no height, but takes its place", arguments: [(0.0, 50.0), (50, 0), (0, 0)])
  func flat(width: Double, height: Double) {
    let layout = WaterfallLayout { $0.metrics.columnCount = 1 }
    let solved = layout.solve(Section(sizes: [(width, height), (10, 10)]), in: Container(100, 100))
    #expect(solved.cells().map(\.height) == [0, 100])
    #expect(solved.cells().map(\.y) == [0, 10])
  }

  @Test("the content is at least as high as the minimum, and elements stay where they are")
  func minimumContentHeight() {
    var layout = WaterfallLayout {
      $0.metrics.footerHeight = 20
      $0.minimumContentHeight = 2000
    }
    #expect(layout.solve(Section(1), in: container).contentSize.height == 2000)
    #expect(layout.solve(Section(1), in: container).frame(.footer, 0)?.y == 155)
    layout.minimumContentHeight = 100
    #expect(layout.solve(Section(1), in: container).contentSize.height == 175)
  }

  @Test("a section's metrics stand in for the layout's, one by one")
  func overrides() {
    let metrics = WaterfallMetrics {
      $0.columnCount = 4
      $0.minimumColumnSpacing = 0
      $0.minimumInteritemSpacing = 1
      $0.sectionInset = Insets(top: 2)
      $0.headerHeight = 8
      $0.footerHeight = 9
      $0.headerInset = Insets(left: 3)
      $0.footerInset = Insets(right: 4)
    }
    let solved = WaterfallLayout().solve(
      Section(2), Section(5).with { $0.metrics = .waterfall(metrics) }, in: container)
    #expect(solved.frame(.header, 0) == nil)
    #expect(solved.frame(.header, 1) == Rect(x: 3, y: 155, width: 317, height: 8))
    #expect(solved.frame(1, 3) == Rect(x: 240, y: 165, width: 80, height: 80))
    #expect(solved.frame(1, 4)?.y == 246)
    #expect(solved.frame(.footer, 1) == Rect(x: 0, y: 326, width: 316, height: 9))
  }

  @Test("columns beyond the items stay empty, and there is always one", arguments: [-3, 0, 1])
  func columnCounts(count: Int) {
    let one = WaterfallLayout { $0.metrics.columnCount = count }
    #expect(one.solve(Section(2), in: container).cells().map(\.width) == [320, 320])
    let many = WaterfallLayout {
      $0.metrics.columnCount = .max
      $0.metrics.minimumColumnSpacing = 0
    }
    let solved = many.solve(Section(sizes: [(10, 10), (10, 10)]), in: Container(20_000, 100))
    #expect(solved.cells() == [Rect(x: 0, y: 0, width: 2, height: 2), Rect(x: 2, y: 0, width: 2, height: 2)])
  }
}
