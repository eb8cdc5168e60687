import Testing

@testable import LayoutEngine

@Suite("Grids: items over several cells")
struct GridSpanTests {
  let container = Container(300, 480)

  private func places(_ packing: GridMetrics.Packing, _ items: [Item]) -> [[Double]] {
    let layout = GridLayout(3) { $0.metrics.packing = packing }
    return layout.solve(Section(items: items), in: container).cells().map { [$0.y / 100, $0.x / 100] }
  }

  @Test("an item takes its columns and lines and the spacing between them")
  func frame() {
    let layout = GridLayout(3, spacing: 15) { $0.metrics.lineExtent = .points(40) }
    let solved = layout.solve(Section(items: [Item(2, 3), Item(1, 1)]), in: container)
    #expect(solved.cells() == [Rect(0, 0, 195, 150), Rect(210, 0, 90, 40)])
    #expect(solved.contentSize.height == 150)
  }

  @Test("sparse: the cursor never goes back, so holes stay open")
  func sparse() {
    #expect(
      places(.sparse, [Item(2, 1), Item(2, 1), Item(1, 1), Item(3, 1), Item(1, 1)])
        == [[0, 0], [1, 0], [1, 2], [2, 0], [3, 0]])
  }

  @Test("dense: each item goes into the first hole that holds it")
  func dense() {
    #expect(
      places(.dense, [Item(2, 1), Item(2, 1), Item(1, 1), Item(3, 1), Item(1, 1)])
        == [[0, 0], [1, 0], [0, 2], [2, 0], [1, 2]])
  }

  @Test("items go around those that hang down from the lines above")
  func hanging() {
    let items = [Item(1, 1), Item(1, 3), Item(1, 1), Item(2, 1), Item(1, 1), Item(1, 1)]
    #expect(places(.sparse, items) == [[0, 0], [0, 1], [0, 2], [3, 0], [3, 2], [4, 0]])
    #expect(places(.dense, items) == [[0, 0], [0, 1], [0, 2], [3, 0], [1, 0], [1, 2]])
  }

  @Test("a hole is as deep as the item, or is none")
  func depth() {
    let items = [Item(1, 1), Item(1, 2), Item(1, 1), Item(3, 1), Item(1, 2), Item(1, 1)]
    #expect(places(.dense, items) == [[0, 0], [0, 1], [0, 2], [2, 0], [3, 0], [1, 0]])
  }

  @Test("a span wider than the grid is the grid's width")
  func clamped() {
    let solved = GridLayout(3).solve(Section(items: [Item(1, 1), Item(9, 1)]), in: container)
    #expect(solved.cells() == [Rect(0, 0, 100, 100), Rect(0, 100, 300, 100)])
  }

  @Test("an item over several lines makes the last of them longer if they do not hold it")
  func growth() {
    let layout = GridLayout(2, spacing: 10) { $0.metrics.lineExtent = .automatic }
    let items = [Item(1, 2, height: 100), Item(1, 1, height: 30), Item(1, 1, height: 20)]
    let solved = layout.solve(Section(items: items), in: container)
    #expect(solved.cells() == [Rect(0, 0, 145, 100), Rect(155, 0, 145, 30), Rect(155, 40, 145, 60)])
    let held = layout.solve(
      Section(items: [Item(1, 2, height: 10), Item(1, 1, height: 30), Item(1, 1, height: 20)]), in: container)
    #expect(held.cells().map(\.height) == [60, 30, 20])
  }

  @Test("uniform lines hold an item over several of them together")
  func uniform() {
    let layout = GridLayout(2, spacing: 10) {
      $0.metrics.lineExtent = .automatic
      $0.metrics.rowSizing = .uniform
    }
    let items = [Item(1, 3, height: 110), Item(1, 1, height: 20)]
    #expect(layout.solve(Section(items: items), in: container).cells().map(\.height) == [110, 30])
  }

  @Test("by its ratio an item over several columns is measured with all of them")
  func ratio() {
    let layout = GridLayout(3, spacing: 15) { $0.metrics.lineExtent = .automatic }
    var item = Item(2, 1)
    item.aspectRatio = 2
    #expect(layout.solve(Section(items: [item]), in: container).frame(0, 0) == Rect(0, 0, 195, 97.5))
  }

  @Test("unsized items are estimated as a square cell a line")
  func estimate() {
    let layout = GridLayout(3, spacing: 15) { $0.metrics.lineExtent = .automatic }
    let solved = layout.solve(Section(items: [Item(2, 2)]), in: container)
    #expect(solved.attributes(of: .cell(0, 0), visible: nil)?.isEstimated == true)
    #expect(solved.frame(0, 0) == Rect(0, 0, 195, 195))
  }

  @Test("counted items follow spanning ones cell by cell")
  func runs() {
    var builder = ItemSequenceBuilder()
    builder.append(Item(2, 2))
    builder.append(run: 3)
    for packing in GridMetrics.Packing.allCases {
      let layout = GridLayout(3) { $0.metrics.packing = packing }
      var builder = builder
      builder.append(Item(1, 1))
      let solved = layout.solve(Section(items: builder.finish()), in: container)
      #expect(
        solved.cells().map { [$0.y, $0.x] } == [[0, 0], [0, 200], [100, 200], [200, 0], [200, 100]])
    }
  }

  @Test("a rect finds an item that reaches into it from far above")
  func query() {
    let layout = GridLayout(2) { $0.metrics.lineExtent = .points(10) }
    let items = [Item(1, 1000)] + (0..<2000).map { _ in Item(1, 1) }
    let solved = layout.solve(Section(items: items), in: container)
    #expect(solved.names(in: Rect(0, 9990, 300, 10)) == ["cell 0.0", "cell 0.1000"])
    #expect(solved.names(in: Rect(0, 10_000, 300, 10)) == ["cell 0.1001", "cell 0.1002"])
  }
}
