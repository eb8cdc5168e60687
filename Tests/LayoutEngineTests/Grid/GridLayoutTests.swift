import Testing

@testable import LayoutEngine

@Suite("Grids")
struct GridLayoutTests {
  let container = Container(320, 480)

  @Test("without parameters a grid is one column of squares, 10 points apart")
  func defaults() {
    let solved = GridLayout().solve(Section(2), in: container)
    #expect(solved.cells() == [Rect(0, 0, 320, 320), Rect(0, 330, 320, 320)])
    #expect(solved.contentSize == Size(width: 320, height: 650))
  }

  @Test("columns share the room less the spacing between them; rows follow one another")
  func columns() {
    let layout = GridLayout(3) {
      $0.metrics.columnSpacing = 10
      $0.metrics.rowSpacing = 7
      $0.metrics.sectionInset = Insets(top: 1, left: 20, bottom: 2, right: 10)
    }
    let solved = layout.solve(Section(4), in: container)
    #expect(
      solved.cells() == [
        Rect(20, 1, 90, 90), Rect(120, 1, 90, 90), Rect(220, 1, 90, 90), Rect(20, 98, 90, 90),
      ])
    #expect(solved.contentSize == Size(width: 320, height: 190))
  }

  @Test("the container's insets take from the room")
  func containerInsets() {
    let container = container.with { $0.insets = Insets(top: 50, left: 10, right: 20) }
    #expect(GridLayout(2).solve(Section(2), in: container).frame(0, 1) == Rect(145, 0, 145, 145))
  }

  @Test("horizontally a line is a column of cells: column spacing lies across, row spacing along")
  func horizontal() {
    let layout = GridLayout(2) {
      $0.scrollDirection = .horizontal
      $0.metrics.columnSpacing = 20
      $0.metrics.rowSpacing = 5
      $0.metrics.lineExtent = .aspectRatio(2)
      $0.metrics.sectionInset = Insets(top: 10, left: 3, bottom: 30, right: 4)
      $0.metrics.headerHeight = 11
      $0.metrics.footerHeight = 12
    }
    let solved = layout.solve(Section(3), in: container)
    #expect(solved.cells() == [Rect(14, 10, 420, 210), Rect(14, 240, 420, 210), Rect(439, 10, 420, 210)])
    #expect(solved.frame(.header, 0) == Rect(0, 0, 11, 480))
    #expect(solved.frame(.footer, 0) == Rect(863, 0, 12, 480))
    #expect(solved.contentSize == Size(width: 875, height: 480))
  }

  @Test(
    "as many columns as fit, each at least as wide as asked, and one where none fits",
    arguments: [(100.0, 3), (101, 2), (155, 2), (156, 1), (400, 1), (0, 33), (1e-9, 32)])
  func minimumWidth(width: Double, expected: Int) {
    let layout = GridLayout(1) {
      $0.metrics.columns = .minimumWidth(width)
      $0.metrics.columnSpacing = 10
      $0.metrics.lineExtent = .points(1)
    }
    #expect(layout.solve(Section(500), in: container).cells().filter { $0.y == 0 }.count == expected)
  }

  @Test("rounding noise does not keep a column out")
  func minimumWidthNoise() {
    let layout = GridLayout(1) { $0.metrics.columns = .minimumWidth(0.1) }
    #expect(layout.solve(Section(9), in: Container(0.3, 9)).cells().filter { $0.y == 0 }.count == 3)
  }

  @Test("across the scroll direction the columns of a horizontal grid fit into the height")
  func minimumWidthHorizontally() {
    let layout = GridLayout(1) {
      $0.scrollDirection = .horizontal
      $0.metrics.columns = .minimumWidth(100)
    }
    #expect(layout.solve(Section(9), in: container).frame(0, 3) == Rect(0, 360, 120, 120))
  }

  @Test("a row height is exact, whatever its items need; horizontally it is the width of a line")
  func rowHeight() {
    var layout = GridLayout(2) { $0.metrics.lineExtent = .points(30) }
    let section = Section(sizes: [(10, 99), (10, 5), (10, 99)])
    #expect(layout.solve(section, in: container).frame(0, 2) == Rect(0, 30, 160, 30))
    layout.scrollDirection = .horizontal
    #expect(layout.solve(section, in: container).frame(0, 2) == Rect(30, 0, 30, 240))
  }

  @Test("with automatic heights a line is as long as its longest item, and its cells fill it")
  func tallestInRow() {
    let layout = GridLayout(2, spacing: 10) { $0.metrics.lineExtent = .automatic }
    let solved = layout.solve(Section(sizes: [(1, 20), (1, 50), (1, 30)]), in: container)
    #expect(solved.cells() == [Rect(0, 0, 155, 50), Rect(165, 0, 155, 50), Rect(0, 60, 155, 30)])
    #expect(solved.contentSize.height == 90)
  }

  @Test("uniform lines are all as long as the section's longest item")
  func uniform() {
    let layout = GridLayout(2, spacing: 10) {
      $0.metrics.lineExtent = .automatic
      $0.metrics.rowSizing = .uniform
    }
    let solved = layout.solve(
      Section(sizes: [(1, 20), (1, 50), (1, 30)]), Section(sizes: [(1, 7)]), in: container)
    #expect(solved.cells().map(\.height) == [50, 50, 50])
    #expect(solved.frame(0, 2)?.y == 60)
    #expect(solved.frame(1, 0) == Rect(0, 110, 155, 7))
  }

  @Test("an item's size, ratio and estimate decide in that order; without them a square is the estimate")
  func precedence() {
    let items = [
      Item(size: Size(width: 0, height: 10), estimatedSize: Size(width: 0, height: 11), aspectRatio: 4),
      Item(estimatedSize: Size(width: 0, height: 11), aspectRatio: 4),
      Item(estimatedSize: Size(width: 0, height: 11)), Item(),
    ]
    var layout = GridLayout(1) { $0.metrics.lineExtent = .automatic }
    let solved = layout.solve(Section(items: items), in: container)
    #expect(solved.cells().map(\.height) == [10, 80, 11, 320])
    #expect(solved.elements(in: nil, visible: nil).records.map(\.isEstimated) == [false, false, true, true])
    layout.scrollDirection = .horizontal
    #expect(layout.solve(Section(items: items), in: container).cells().map(\.width) == [0, 1920, 0, 480])
    layout.metrics.lineExtent = .points(30)
    let fixed = layout.solve(Section(items: items), in: container)
    #expect(!fixed.elements(in: nil, visible: nil).records.contains { $0.isEstimated })
  }

  @Test("headers and footers lie outside the inset; a section's own stand in for the layout's and may pin")
  func strips() {
    let layout = GridLayout(1) {
      $0.metrics.headerHeight = 20
      $0.metrics.footerHeight = 10
      $0.metrics.sectionInset = Insets(top: 5, left: 10, bottom: 6, right: 10)
      $0.metrics.lineExtent = .points(1000)
    }
    let own = Section(
      1, header: Supplementary(size: Size(width: 0, height: 33), pinsToVisibleBounds: true),
      footer: Supplementary(size: .zero))
    let solved = layout.solve(Section(1), own, in: container)
    #expect(solved.frame(.header, 0) == Rect(0, 0, 320, 20))
    #expect(solved.frame(0, 0) == Rect(10, 25, 300, 1000))
    #expect(solved.frame(.footer, 0) == Rect(0, 1031, 320, 10))
    #expect(solved.frame(.header, 1) == Rect(0, 1041, 320, 33))
    #expect(solved.frame(.footer, 1) == nil)
    let visible = Rect(0, 1500, 320, 480)
    #expect(solved.frame(.header, 1, visible: visible) == Rect(0, 1500, 320, 33))
    #expect(solved.frame(.header, 0, visible: visible)?.y == 0)
  }

  @Test("an empty section keeps its header, its inset and its footer")
  func empty() {
    let layout = GridLayout(3) {
      $0.metrics.headerHeight = 20
      $0.metrics.sectionInset = Insets(top: 5, bottom: 6)
    }
    #expect(layout.solve(Section(0), in: container).contentSize.height == 31)
  }

  @Test("a section's metrics stand in for the layout's, one by one")
  func overrides() {
    let metrics = GridMetrics {
      $0.columns = .count(4)
      $0.lineExtent = .points(5)
      $0.columnSpacing = 40
      $0.rowSpacing = 1
      $0.headerHeight = 2
    }
    let solved = GridLayout(2).solve(
      Section(2), Section(5).with { $0.metrics = .grid(metrics) }, in: container)
    #expect(solved.frame(0, 1) == Rect(160, 0, 160, 160))
    #expect(solved.frame(1, 1) == Rect(90, 162, 50, 5))
    #expect(solved.frame(1, 4) == Rect(0, 168, 50, 5))
  }

  @Test("right to left the first column is the right one; horizontally the first line is")
  func rightToLeft() {
    let container = container.with { $0.direction = .rightToLeft }
    var layout = GridLayout(2)
    #expect(layout.solve(Section(2), in: container).xs() == [160, 0])
    layout.scrollDirection = .horizontal
    #expect(layout.solve(Section(3), in: container).cells().map(\.x) == [240, 240, 0])
  }
}
