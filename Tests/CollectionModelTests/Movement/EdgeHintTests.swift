import LayoutEngine
import Testing

@testable import CollectionModel

@Suite("Hints at the edges of the screen")
struct EdgeHintTests {
  private let bounds = Rect(x: 100, y: 200, width: 300, height: 600)
  /// Room to scroll on every side.
  private let range = (least: Point(x: 0, y: 0), most: Point(x: 1000, y: 1000))

  private func hints(_ x: Double, _ y: Double) -> EdgeHints {
    EdgeHints(at: Point(x: x, y: y), in: bounds, range: range)
  }

  @Test("in the middle nothing scrolls")
  func middle() {
    #expect(hints(250, 500).autoScroll == .zero && hints(250, 500).page == nil)
    // A tenth of the width, and 44 points of the height.
    #expect(hints(130, 244).autoScroll == .zero && hints(370, 756).autoScroll == .zero)
  }

  @Test("scrolling grows towards each of the four edges, to 1 at it and beyond")
  func edges() {
    #expect(hints(115, 500).autoScroll == Point(x: -0.5, y: 0))
    #expect(hints(385, 500).autoScroll == Point(x: 0.5, y: 0))
    #expect(hints(250, 222).autoScroll == Point(x: 0, y: -0.5))
    #expect(hints(250, 778).autoScroll == Point(x: 0, y: 0.5))
    #expect(hints(100, 200).autoScroll == Point(x: -1, y: -1))
    #expect(hints(5000, 5000).autoScroll == Point(x: 1, y: 1))
  }

  @Test("the outermost part of an edge turns the page, the stronger one of two")
  func pages() {
    #expect(hints(101, 500).page == .left && hints(399, 500).page == .right)
    #expect(hints(250, 201).page == .up && hints(250, 799).page == .down)
    #expect(hints(115, 500).page == nil)
    #expect(hints(107, 201).page == .up)
  }

  @Test("nothing scrolls where the content ends")
  func ends() {
    for (x, y) in [(100, 200), (400, 800)] as [(Double, Double)] {
      let fits = EdgeHints(
        at: Point(x: x, y: y), in: bounds, range: (Point(x: 100, y: 200), Point(x: 100, y: 200)))
      #expect(fits.autoScroll == .zero && fits.page == nil)
    }
    let above = EdgeHints(
      at: Point(x: 250, y: 200), in: bounds, range: (Point(x: 100, y: 200), Point(x: 100, y: 900)))
    #expect(above.autoScroll == .zero)
  }

  @Test("a screen without size scrolls nowhere")
  func empty() {
    let hints = EdgeHints(at: .zero, in: .zero, range: (Point(x: -9, y: -9), Point(x: 9, y: 9)))
    #expect(hints.autoScroll == .zero)
  }

  @Test("a collection has them for the screen of its movement, and without bounds none")
  func collection() throws {
    let bounds = Rect(x: 0, y: 100, width: 200, height: 300)
    let rows = Moving.sections([Array(repeating: 40, count: 40)])
    let now = try Moving.solved(.list(Moving.list), rows, bounds: bounds).begin(0, 4).to(100, 395)
    #expect(now.edgeHints(on: Viewport.main)?.autoScroll == Point(x: 0, y: 25.0 / 30))
    #expect(now.edgeHints(on: Viewport.main)?.page == .down)
    let unbounded = try Moving.solved(.list(Moving.list), rows).begin(0, 4).to(100, 395)
    #expect(unbounded.edgeHints(on: Viewport.main) == nil)
    #expect(now.edgeHints(on: "other") == nil)
    let still = try Moving.solved(.list(Moving.list), rows, bounds: bounds)
    #expect(still.edgeHints(on: Viewport.main) == nil)
  }
}
