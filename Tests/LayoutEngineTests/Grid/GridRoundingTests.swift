import Testing

@testable import LayoutEngine

@Suite("Grids on a pixel grid")
struct GridRoundingTests {
  private func container(_ width: Double, scale: Double, _ change: (inout Container) -> Void = { _ in })
    -> Container
  {
    Container(width, 480).with {
      $0.scale = scale
      change(&$0)
    }
  }

  @Test("edges snap: columns differ by a pixel, but fill the room without gaps and without overlaps")
  func seamless() {
    let layout = GridLayout(7) { $0.metrics.lineExtent = .points(50) }
    let cells = layout.solve(Section(7), in: container(375, scale: 2)).cells()
    #expect(cells.map(\.width) == [53.5, 53.5, 53.5, 54, 53.5, 53.5, 53.5])
    for (cell, next) in zip(cells, cells.dropFirst()) { #expect(cell.maxX == next.x) }
    #expect(cells.last?.maxX == 375)
  }

  @Test("right to left they do too", arguments: [375, 375.5, 374.75])
  func seamlessRightToLeft(width: Double) {
    let layout = GridLayout(7)
    let container = container(width, scale: 3) { $0.direction = .rightToLeft }
    let cells = layout.solve(Section(7), in: container).cells()
    for (cell, next) in zip(cells, cells.dropFirst()) { #expect(abs(cell.x - next.maxX) < 1e-9) }
  }

  @Test("an item over several columns ends where the last of them does")
  func spans() {
    let layout = GridLayout(7, spacing: 3)
    let items = [Item(3, 1), Item(4, 1)] + (0..<7).map { _ in Item(1, 1) }
    let cells = layout.solve(Section(items: items), in: container(375, scale: 2)).cells()
    #expect(cells[0].maxX == cells[4].maxX)
    #expect(cells[1].x == cells[5].x)
    #expect(cells[1].maxX == 375)
  }

  @Test("a line by ratio is computed from the exact width of a column, then rounded")
  func lines() {
    let layout = GridLayout(3)
    let solved = layout.solve(Section(7), in: container(100, scale: 2))
    #expect(solved.cells().map(\.height) == Array(repeating: 33.5, count: 7))
    #expect(solved.cells().map(\.width).prefix(3) == [33.5, 33, 33.5])
    #expect(solved.frame(0, 6)?.y == 67)
  }

  @Test("automatic lines are as long as their longest item, rounded")
  func automatic() {
    let layout = GridLayout(2) { $0.metrics.lineExtent = .automatic }
    let solved = layout.solve(
      Section(sizes: [(1, 20.3), (1, 20.2), (1, 9.1)]), in: container(100, scale: 2))
    #expect(solved.cells().map(\.height) == [20.5, 20.5, 9])
  }

  @Test("where spacing ends between pixels, an item over several lines ends before the next line")
  func lineSpacing() {
    let layout = GridLayout(2) {
      $0.metrics.rowSpacing = 0.3
      $0.metrics.lineExtent = .points(10)
    }
    let items = (0..<30).map { $0 % 3 == 0 ? Item(1, 2) : Item(1, 1) }
    let solved = layout.solve(Section(items: items), in: container(100, scale: 1))
    let first = solved.frame(0, 0)
    #expect(first == Rect(0, 0, 50, 20))
    #expect(solved.frame(0, 2) == Rect(50, 10, 50, 10))
  }
}
