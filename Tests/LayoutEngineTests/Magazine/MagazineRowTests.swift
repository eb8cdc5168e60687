import Testing

@testable import LayoutEngine

@Suite("Rows of a magazine")
struct MagazineRowTests {
  let container = Container(320, 480)
  /// 320 less 20 around the items leaves 300.
  let layout = MagazineLayout {
    $0.metrics.verticalSpacing = 8
    $0.metrics.horizontalSpacing = 20
    $0.metrics.itemInsets = Insets(top: 5, left: 10, bottom: 6, right: 10)
  }

  private func solve(_ items: Item...) -> any SolvedLayout {
    layout.solve(Section(items: items), in: container)
  }

  @Test("an item without a size is a row of its own, between the item insets, of an estimated 150 points")
  func defaults() {
    let solved = layout.solve(Section(2), in: container)
    #expect(
      solved.cells() == [
        Rect(x: 10, y: 5, width: 300, height: 150), Rect(x: 10, y: 163, width: 300, height: 150),
      ])
    #expect(solved.attributes(of: .cell(0, 0), visible: nil)?.isEstimated == true)
    #expect(solved.contentSize == Size(width: 320, height: 319))
  }

  @Test("without parameters there are no insets and no spacing")
  func plain() {
    let solved = MagazineLayout().solve(
      Section(items: [Item(.half, .static, 10), Item(.half, .static, 10), Item(.full, .static, 7)]),
      in: container)
    #expect(
      solved.cells() == [
        Rect(x: 0, y: 0, width: 160, height: 10), Rect(x: 160, y: 0, width: 160, height: 10),
        Rect(x: 0, y: 10, width: 320, height: 7),
      ])
  }

  @Test("an item that ignores the insets spans the section")
  func ignoringInsets() {
    #expect(solve(Item(.fullIgnoringInsets, .static, 9)).cells() == [Rect(x: 0, y: 5, width: 320, height: 9)])
  }

  @Test("two thirds share a row with one third, on either side, and never with another two thirds")
  func twoThirds() {
    // Thirds of 300 less two spacings are 260/3 wide; two of them have the spacing between them too.
    let (third, both) = (260.0 / 3, 520.0 / 3 + 20)
    let cells = solve(
      Item(.twoThirds, .static, 10), Item(.third, .static, 30), Item(.third, .static, 10),
      Item(.twoThirds, .static, 10), Item(.twoThirds, .static, 10), Item(.twoThirds, .static, 10),
      Item(.third, .static, 10), Item(.half, .static, 10)
    ).cells()
    #expect(cells.map(\.y) == [5, 5, 43, 43, 61, 79, 79, 97])
    let xs = [10, 10 + both + 20, 10, 10 + third + 20, 10, 10, 10 + both + 20, 10]
    #expect(zip(cells, xs).allSatisfy { abs($0.x - $1) < 1e-9 })
    let widths = [both, third, third, both, both, both, third, 140]
    #expect(zip(cells, widths).allSatisfy { abs($0.width - $1) < 1e-9 })
  }

  @Test(
    "an item of a fraction has its share of the room that the spacing between such items leaves",
    arguments: [(1, 300.0), (2, 140), (3, 260.0 / 3), (4, 60), (5, 44), (6, 200.0 / 6)] as [(Int, Double)])
  func shares(divisor: Int, width: Double) {
    let items = (0..<divisor).map { _ in Item(.fractional(divisor: divisor), .static, 10) }
    let cells = layout.solve(Section(items: items), in: container).cells()
    for (place, cell) in cells.enumerated() {
      #expect(abs(cell.width - width) < 1e-9)
      #expect(abs(cell.x - (10 + Double(place) * (width + 20))) < 1e-9)
      #expect(cell.y == 5)
    }
    #expect(abs(cells.last!.maxX - 310) < 1e-9)
  }

  @Test("a row that is full ends, and one that is not keeps the places of a full one")
  func full() {
    let solved = layout.solve(
      Section(items: Array(repeating: Item(.third, .static, 10), count: 4)), in: container)
    #expect(solved.cells().map(\.y) == [5, 5, 5, 23])
    #expect(solved.cells()[3].x == 10)
  }

  @Test("a row ends where the width mode changes")
  func modeChanges() {
    let solved = solve(
      Item(.half, .static, 10), Item(.third, .static, 10), Item(.third, .static, 10),
      Item(.half, .static, 10), Item(.full, .static, 10), Item(.fullIgnoringInsets, .static, 10))
    #expect(solved.cells().map(\.y) == [5, 23, 23, 41, 59, 77])
    #expect(solved.contentSize.height == 93)
  }

  @Test("all of the width and a fraction of one are different modes of one width")
  func fractionOfOne() {
    let solved = solve(Item(.full, .static, 10), Item(.fractional(divisor: 1), .static, 10))
    #expect(solved.cells().map(\.width) == [300, 300])
    #expect(solved.cells().map(\.y) == [5, 23])
  }

  @Test("a row is as high as its highest item; others keep their heights at its top")
  func rowHeight() {
    let solved = solve(Item(.half, .static, 10), Item(.half, .static, 40), Item(.half, .static, 5))
    #expect(solved.cells().map(\.height) == [10, 40, 5])
    #expect(solved.cells().map(\.y) == [5, 5, 53])
  }

  @Test("an item that stretches is as high as its row, whichever of its items is the highest")
  func stretching() {
    let stretching = MagazineSizeMode.Height.dynamicAndStretchToTallestItemInRow
    let tall = solve(Item(.half, .static, 90), Item(.half, stretching, 50))
    #expect(tall.cells().map(\.height) == [90, 90])
    let low = solve(Item(.half, .static, 20), Item(.half, stretching, 50), Item(.full, .static, 1))
    #expect(low.cells().map(\.height) == [20, 50, 1])
    #expect(low.cells()[2].y == 63)
    let alone = solve(Item(.half, stretching, 50))
    #expect(alone.cells().map(\.height) == [50])
  }

  @Test("a stretched item is an estimate while its own height is one")
  func stretchedEstimate() {
    let stretching = MagazineSizeMode.Height.dynamicAndStretchToTallestItemInRow
    let solved = solve(
      Item(.third, stretching, 50), Item(.third, stretching, size: Size(width: 0, height: 30)),
      Item(.third, .dynamic, 70))
    #expect(solved.cells().map(\.height) == [70, 70, 70])
    #expect(
      solved.elements(in: nil, visible: nil).records.map(\.isEstimated) == [true, false, true])
  }

  @Test("item insets stand before the first row and behind the last, and not at all without items")
  func itemInsets() {
    #expect(solve(Item(.full, .static, 10)).contentSize.height == 21)
    #expect(layout.solve(Section(0), in: container).contentSize.height == 0)
  }

  @Test("with a scale widths go to the nearest pixel, even where a row then reaches beyond its room")
  func rounding() {
    let layout = MagazineLayout {
      $0.metrics.horizontalSpacing = 5
      $0.metrics.sectionInsets = Insets(top: 4, left: 4, bottom: 4, right: 4)
      $0.metrics.itemInsets = Insets(top: 2, left: 2, bottom: 2, right: 2)
    }
    let modes = [MagazineSizeMode.Width.half, .third, .fractional(divisor: 4)]
    let items = modes.flatMap { [Item($0, .static, 10.4), Item($0, .static, 10.4)] }
    let solved = layout.solve(Section(items: items), in: Container(100, 100).with { $0.scale = 1 })
    #expect(solved.cells().map(\.width) == [42, 42, 26, 26, 18, 18])
    #expect(solved.cells().map(\.x) == [6, 53, 6, 37, 6, 29])
    #expect(solved.cells().map(\.height) == [10, 10, 10, 10, 10, 10])
  }

  @Test("from right to left a row begins at the right")
  func rightToLeft() {
    let layout = MagazineLayout { $0.metrics.sectionInsets = Insets(left: 20) }
    let solved = layout.solve(
      Section(items: [Item(.third, .static, 10), Item(.third, .static, 10)]),
      in: container.with { $0.direction = .rightToLeft })
    #expect(solved.xs() == [200, 100])
  }
}
