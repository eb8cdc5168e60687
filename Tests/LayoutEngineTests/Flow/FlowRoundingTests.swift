import Testing

@testable import LayoutEngine

@Suite("Flow on a pixel grid")
struct FlowRoundingTests {
  private func columns(
    _ count: Int, in width: Double, spacing: Double, _ change: (inout FlowLayout) -> Void = { _ in }
  )
    -> FlowLayout
  {
    FlowLayout {
      $0.metrics.itemSize = Size(width: (width - Double(count - 1) * spacing) / Double(count), height: 100)
      $0.metrics.minimumInteritemSpacing = spacing
      change(&$0)
    }
  }

  @Test("sizes snap to the pixel before slack is spread")
  func snapping() {
    let container = Container(1024, 768).with { $0.scale = 1 }
    let solved = columns(7, in: 1024, spacing: 2).solve(Section(7), in: container)
    #expect(solved.frame(0, 3) == Rect(x: 440, y: 0, width: 144, height: 100))
  }

  @Test("without a scale nothing is rounded")
  func unscaled() {
    let solved = columns(7, in: 1024, spacing: 2).solve(Section(7), in: Container(1024, 768))
    #expect(solved.frame(0, 3)?.width == 1012.0 / 7)
  }

  @Test(
    "items of one size are of one width on every line, also where the nearest pixel is too wide",
    arguments: FlowLayout.ItemAlignment.allCases)
  func oneWidth(alignment: FlowLayout.ItemAlignment) {
    let container = Container(320, 500).with { $0.scale = 1 }
    for count in 2...12 {
      let layout = columns(count, in: 320, spacing: 0) { $0.itemAlignment = alignment }
      let solved = layout.solve(Section(count * 2 + 1), in: container)
      #expect(Set(solved.cells().map(\.width)).count == 1, "\(count) to a line")
      #expect(solved.cells().allSatisfy { $0.x >= 0 && $0.maxX <= 320 }, "\(count) to a line")
      #expect(solved.contentSize.height == 320)
    }
  }

  @Test("snapped items of a line never overlap, at any scale and in any direction")
  func noOverlap() {
    for scale in [1.0, 2, 3] {
      for direction in Container.Direction.allCases {
        for count in 2...20 {
          let container = Container(375, 500).with {
            $0.scale = scale
            $0.direction = direction
          }
          let cells = columns(count, in: 375, spacing: 1).solve(Section(count), in: container).cells()
            .sorted { $0.x < $1.x }
          for (left, right) in zip(cells, cells.dropFirst()) {
            #expect(left.maxX <= right.x + 1e-9, "\(count) at \(scale), \(direction)")
          }
        }
      }
    }
  }
}
