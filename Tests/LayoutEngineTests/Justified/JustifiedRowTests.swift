import Testing

@testable import LayoutEngine

@Suite("Justified rows")
struct JustifiedRowTests {
  let container = Container(1060, 1000)

  private func photos(_ ratios: Double...) -> Section {
    Section(items: ratios.map { Item(aspectRatio: $0) })
  }

  @Test("without parameters rows are near 320 high and 10 points apart, with 10 points around them")
  func defaults() {
    let solved = JustifiedLayout().solve(photos(1, 1, 1, 1.5, 1.5), in: container)
    #expect(solved.frame(0, 0) == Rect(x: 10, y: 10, width: 340, height: 340))
    #expect(solved.frame(0, 2) == Rect(x: 710, y: 10, width: 340, height: 340))
    #expect(solved.frame(0, 4)?.maxX == 1050)
    #expect(solved.frame(0, 4)?.y == 360)
    #expect(solved.contentSize.width == 1060)
    #expect(solved.contentSize.height == 360 + solved.frame(0, 4)!.height + 10)
  }

  @Test("an item keeps its aspect ratio: that of its size, its own, its estimate's, else a square's")
  func aspects() {
    var none = Item()
    none.id = "none"
    let items = [
      Item(size: Size(width: 400, height: 200), aspectRatio: 9),
      Item(estimatedSize: Size(width: 9, height: 1), aspectRatio: 0.5),
      Item(estimatedSize: Size(width: 30, height: 60)), none,
    ]
    let layout = JustifiedLayout { $0.targetRowHeight = 100 }
    let solved = layout.solve(Section(items: items), in: Container(440, 300))
    #expect(
      solved.cells().map { $0.width / $0.height }.map { ($0 * 1e6).rounded() / 1e6 } == [2, 0.5, 0.5, 1])
    let list = solved.elements(in: nil, visible: nil)
    #expect((0..<4).map { list[$0].isEstimated } == [false, false, true, false])
  }

  @Test("a size without width or height says nothing of an aspect")
  func emptySizes() {
    let items = [
      Item(size: Size(width: 0, height: 80)), Item(size: Size(width: 80, height: 0), aspectRatio: 2),
      Item(size: .zero, estimatedSize: Size(width: 3, height: 0)),
    ]
    let layout = JustifiedLayout { $0.targetRowHeight = 100 }
    let solved = layout.solve(Section(items: items), in: Container(440, 300))
    #expect(solved.cells().map { $0.width / $0.height } == [1, 2, 1])
  }

  @Test("a row takes the item that widens it too far if that brings it nearer the target, else leaves it")
  func nearer() {
    let layout = JustifiedLayout {
      $0.targetRowHeight = 100
      $0.horizontalSpacing = 0
      $0.containerPadding = .zero
    }
    // Four ratios to a row are the target; two and a half are short of it by 1.5.
    let taken = layout.solve(photos(2.5, 2.9, 1), in: Container(400, 300))
    #expect(taken.frame(0, 1)?.maxX == 400)
    #expect(taken.frame(0, 1)?.y == 0)
    // As near with it as without: it is taken.
    #expect(layout.solve(photos(2.5, 3, 1), in: Container(400, 300)).frame(0, 1)?.y == 0)
    let left = layout.solve(photos(2.5, 3.1, 1), in: Container(400, 300))
    #expect(left.frame(0, 0) == Rect(x: 0, y: 0, width: 400, height: 160))
    #expect(left.frame(0, 1)?.y == 170)
  }

  @Test("with no tolerance a row closes where its ratios fill it at the target height")
  func tolerance() {
    let layout = JustifiedLayout { $0.targetRowHeightTolerance = 0 }
    #expect(layout.solve(photos(1, 1, 1), in: container).cells().map(\.height) == [320, 320, 320])
  }

  @Test("a height beyond the limits is cut, and items fill the row all the same")
  func edgeCases() {
    let high = JustifiedLayout().solve(photos(0.5, 9, 1), in: Container(375, 600))
    #expect(high.frame(0, 0) == Rect(x: 10, y: 10, width: 355, height: 640))
    #expect(high.frame(0, 1) == Rect(x: 10, y: 660, width: 355, height: 160))
    let layout = JustifiedLayout { $0.edgeCaseMaxRowHeight = 2.5 }
    let higher = layout.solve(photos(0.5, 9, 1), in: Container(355, 600))
    #expect(higher.frame(0, 0)?.height == 670)
  }

  @Test("every row of the cadence goes to one item, unless that is upright")
  func breakouts() {
    let layout = JustifiedLayout {
      $0.fullWidthBreakoutRowCadence = 2
      $0.edgeCaseMaxRowHeight = 9
    }
    let solved = layout.solve(photos(1, 1, 1, 1, 1, 1, 1, 0.9, 1, 1), in: container)
    #expect(solved.frame(0, 3) == Rect(x: 10, y: 360, width: 1040, height: 1040))
    #expect(solved.cells()[4...6].map(\.y) == [1410, 1410, 1410])
    #expect(solved.cells()[7...9].map(\.y) == [1760, 1760, 1760])
  }

  @Test("widows are as high as the row before them, or as the target behind a breakout or nothing")
  func widowHeight() {
    #expect(JustifiedLayout().solve(photos(1), in: container).frame(0, 0)?.height == 320)
    #expect(JustifiedLayout().solve(photos(1, 1, 1, 1), in: container).frame(0, 3)?.height == 340)
    let layout = JustifiedLayout { $0.fullWidthBreakoutRowCadence = 2 }
    let solved = layout.solve(photos(1, 1, 1, 2, 1), in: container)
    #expect(solved.frame(0, 3)?.height == 520)
    #expect(solved.frame(0, 4)?.height == 320)
  }

  @Test("widows stand at the leading edge, in the middle, or stretched over the row")
  func widowStyles() {
    func widows(_ style: JustifiedMetrics.WidowLayoutStyle) -> [Rect] {
      let layout = JustifiedLayout { $0.widowLayoutStyle = style }
      return Array(layout.solve(photos(1, 1, 1, 1, 1), in: container).cells()[3...])
    }
    #expect(widows(.left).map(\.x) == [10, 360])
    #expect(widows(.center).map(\.x) == [185, 535])
    #expect(widows(.justify).map(\.x) == [10, 535])
    #expect(widows(.justify).map(\.width) == [515, 515])
  }

  @Test("stretched widows share the width to fill in whole points")
  func widowShares() {
    let layout = JustifiedLayout { $0.widowLayoutStyle = .justify }
    let solved = layout.solve(photos(1, 1), in: Container(1061, 600))
    #expect(solved.cells().map(\.width) == [515, 516])
    let single = layout.solve(photos(1), in: Container(1060.25, 600))
    #expect(single.cells().map(\.width) == [1040])
  }

  @Test("centred widows stay in the row's room, however wide the spacing")
  func widowCentre() {
    let layout = JustifiedLayout {
      $0.widowLayoutStyle = .center
      $0.containerPadding = .zero
      $0.horizontalSpacing = 100
      $0.targetRowHeight = 100
    }
    let solved = layout.solve(photos(1, 1), in: Container(310, 600))
    #expect(solved.cells().map(\.x) == [10, 210])
  }

  @Test("a row has no more than maxPerRow items, counted or described")
  func mostPerRow() {
    let layout = JustifiedLayout {
      $0.maxPerRow = 2
      $0.edgeCaseMaxRowHeight = 9
    }
    for section in [Section(5), photos(1, 1, 1, 1, 1)] {
      let solved = layout.solve(section, in: container)
      // Two squares fill the 1040 points less the spacing.
      #expect(solved.cells().map(\.y) == [10, 10, 535, 535, 1060])
      #expect(solved.cells().prefix(4).allSatisfy { $0.width == 515 && $0.height == 515 })
    }
    #expect(JustifiedLayout { $0.maxPerRow = 1 }.solve(Section(3), in: container).xs() == [10, 10, 10])
  }

  @Test("an item that spans all columns has a row of its own; the row before it ends and is filled")
  func wholeRows() {
    var items = [1, 1, 2, 1, 1].map { Item(aspectRatio: $0) }
    items[2].span = GridSpan(columns: GridSpan.allColumns)
    // Another number of columns says nothing here.
    items[4].span = GridSpan(columns: 2)
    let layout = JustifiedLayout { $0.edgeCaseMaxRowHeight = 9 }
    let solved = layout.solve(Section(items: items), in: container)
    #expect(solved.frame(0, 1) == Rect(x: 535, y: 10, width: 515, height: 515))
    #expect(solved.frame(0, 2) == Rect(x: 10, y: 535, width: 1040, height: 520))
    // Widows behind it have the target height, as behind a breakout.
    #expect(solved.cells()[3...].map(\.height) == [320, 320])
    let limited = JustifiedLayout { $0.maxRows = 1 }.solve(Section(items: items), in: container)
    #expect(limited.names() == ["cell 0.0", "cell 0.1"])
  }

  @Test("no widow is wider than the row, nor are several together, in every style and direction")
  func wideWidows() {
    // 6:5 fills the first row at 283 points; 5:4 at that height would be 354 wide in a row of 340.
    for style in JustifiedMetrics.WidowLayoutStyle.allCases {
      for direction in [Container.Direction.leftToRight, .rightToLeft] {
        let layout = JustifiedLayout {
          $0.targetRowHeight = 200
          $0.widowLayoutStyle = style
        }
        let solved = layout.solve(
          photos(1.2, 1.25), in: Container(360, 600).with { $0.direction = direction })
        let widow = solved.frame(0, 1)!
        #expect(abs(widow.x - 10) < 1e-9 && abs(widow.width - 340) < 1e-9 && abs(widow.height - 272) < 1e-9)
      }
    }
    for tolerance in [0, 0.25, 1] {
      for width in stride(from: 200.0, to: 420, by: 3.7) {
        for style in JustifiedMetrics.WidowLayoutStyle.allCases {
          for ratios in [[1.2, 1.25], [1.1, 0.3, 0.9], [0.8, 0.7, 2.4], [0.4], [1.9, 1.2, 0.2, 0.3]] {
            let layout = JustifiedLayout {
              $0.targetRowHeight = 200
              $0.targetRowHeightTolerance = tolerance
              $0.widowLayoutStyle = style
            }
            let section = Section(items: ratios.map { Item(aspectRatio: $0) })
            let cells = layout.solve(section, in: Container(width, 600)).cells()
            let rows = Dictionary(grouping: cells) { $0.y }.values
            let widest = rows.map { row in row.reduce(0.0) { $0 + $1.width } }.max()!
            let leftmost = cells.map(\.x).min()!
            #expect(
              widest <= width - 20 + 1e-9 && leftmost >= 10 - 1e-9,
              "\(ratios) in \(width), \(tolerance), \(style)")
          }
        }
      }
    }
  }

  @Test("items beyond maxRows, and widows that are not shown, have no attributes and take no room")
  func notPlaced() {
    let limited = JustifiedLayout { $0.maxRows = 1 }.solve(photos(1, 1, 1, 1, 1), in: container)
    #expect(limited.names() == ["cell 0.0", "cell 0.1", "cell 0.2"])
    #expect(limited.frame(0, 3) == nil)
    #expect(limited.contentSize.height == 360)
    let hidden = JustifiedLayout { $0.showWidows = false }.solve(photos(1, 1, 1, 1), in: container)
    #expect(hidden.names().count == 3)
    #expect(hidden.contentSize.height == 360)
    let full = JustifiedLayout { $0.maxRows = 1 }.solve(photos(1, 1, 1, 9), in: container)
    #expect(full.names().count == 3)
  }

  @Test("a forced ratio is that of every item")
  func forced() {
    let layout = JustifiedLayout { $0.forceAspectRatio = 1 }
    let items = [Item(estimatedSize: Size(width: 4, height: 1)), Item(aspectRatio: 2), Item(), Item()]
    let solved = layout.solve(Section(items: items), in: container)
    #expect(solved.cells().map(\.width) == [340, 340, 340, 340])
    #expect(solved.elements(in: nil, visible: nil)[0].isEstimated == false)
  }

  @Test("sections are laid out on their own, with their own padding, header, footer and parameters")
  func sections() {
    let header = Supplementary(size: Size(width: 1, height: 44))
    let narrow = JustifiedMetrics {
      $0.targetRowHeight = 200
      $0.containerPadding = Insets(top: 5, left: 30, bottom: 0, right: 30)
    }
    let solved = JustifiedLayout().solve(
      photos(1, 1, 1),
      photos(1, 1, 1, 1, 1).with { $0.metrics = .justified(narrow) }
        .with { $0.header = header }.with { $0.footer = header }, in: container)
    #expect(solved.frame(.header, 1) == Rect(x: 0, y: 360, width: 1060, height: 44))
    #expect(solved.frame(1, 0) == Rect(x: 30, y: 409, width: 242.5, height: 242.5))
    #expect(solved.frame(1, 4)?.y == 661.5)
    #expect(solved.frame(.footer, 1)?.y == 904)
  }

  @Test("a section without rows is its padding less one spacing, and never turned over")
  func empty() {
    #expect(JustifiedLayout().solve(Section(0), in: container).contentSize.height == 10)
    let layout = JustifiedLayout { $0.containerPadding = .zero }
    let strip = Supplementary(size: Size(width: 1, height: 44))
    let solved = layout.solve(Section(0, header: strip, footer: strip), in: container)
    #expect(solved.frame(.footer, 0)?.y == 44)
  }

  @Test("right to left, rows fill from the right and left widows stand there")
  func rightToLeft() {
    let container = container.with { $0.direction = .rightToLeft }
    let solved = JustifiedLayout().solve(photos(1, 1, 1, 1), in: container)
    #expect(solved.cells().map(\.x) == [710, 360, 10, 710])
  }
}
