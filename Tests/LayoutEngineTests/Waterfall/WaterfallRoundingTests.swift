import Testing

@testable import LayoutEngine

@Suite("Waterfall on a pixel grid")
struct WaterfallRoundingTests {
  @Test("widths and heights are floored to the pixel, never rounded up", arguments: [1.0, 2, 3])
  func floored(scale: Double) {
    let layout = WaterfallLayout {
      $0.metrics.columnCount = 3
      $0.metrics.minimumColumnSpacing = 0
    }
    let container = Container(320, 480).with { $0.scale = scale }
    let frame = layout.solve(Section(sizes: [(100, 99.99)]), in: container).frame(0, 0)!
    #expect(frame.width == (106 + 2.0 / 3) - (2.0 / 3).truncatingRemainder(dividingBy: 1 / scale))
    #expect(frame.height == (frame.width * scale - 1) / scale)
  }

  @Test("without a scale nothing is floored")
  func unscaled() {
    let layout = WaterfallLayout { $0.metrics.columnCount = 3 }
    let frame = layout.solve(Section(sizes: [(4, 2)]), in: Container(120, 480)).frame(0, 0)
    #expect(frame == Rect(x: 0, y: 0, width: 100.0 / 3, height: 50.0 / 3))
  }

  @Test("columns that are equally filled are equal at thirds of a point too: the first is taken")
  func ties() {
    let layout = WaterfallLayout {
      $0.metrics.minimumColumnSpacing = 0
      $0.metrics.minimumInteritemSpacing = 0
    }
    let container = Container(200, 480).with { $0.scale = 3 }
    // In pixels at width 300: 31 + 100 = 100 + 31. In points the two sums of thirds can differ.
    for heights in [(31.0, 100.0), (32, 64), (35, 91), (1, 299)] {
      let (a, b) = (heights.0 / 300, heights.1 / 300)
      let sizes = [(1.0, a + 1e-9), (1, b + 1e-9), (1, b + 1e-9), (1, a + 1e-9), (1, 1)]
      #expect(layout.solve(Section(sizes: sizes), in: container).xs() == [0, 100, 0, 100, 0])
    }
  }

  @Test("spacing is not rounded, origins are")
  func spacing() {
    let layout = WaterfallLayout {
      $0.metrics.columnCount = 1
      $0.metrics.minimumInteritemSpacing = 0.3
    }
    let container = Container(10, 480).with { $0.scale = 1 }
    #expect(layout.solve(Section(4), in: container).cells().map(\.y) == [0, 10, 21, 31])
    #expect(abs(layout.solve(Section(4), in: container).contentSize.height - 40.9) < 1e-9)
  }
}
