import Testing

@testable import LayoutEngine

@Suite("Justified rows on device pixels")
struct JustifiedRoundingTests {
  private let ratios = (0..<60).map { 0.4 + Double($0 * 37 % 23) * 0.13 }

  @Test(
    "full rows end at their room's edge on the pixel, with whole spacing between items", arguments: [1, 2, 3])
  func edges(scale: Double) {
    let container = Container(375, 600).with { $0.scale = scale }
    let layout = JustifiedLayout { $0.targetRowHeight = 90 }
    let cells = layout.solve(Section(items: ratios.map { Item(aspectRatio: $0) }), in: container).cells()
    let rows = Dictionary(grouping: cells, by: \.y).sorted { $0.key < $1.key }.map(\.value)
    #expect(rows.count > 5)
    for row in rows.dropLast() {
      #expect(row[0].x == 10 && abs(row[row.count - 1].maxX - 365) < 1e-9)
      for (cell, next) in zip(row, row.dropFirst()) { #expect(abs(next.x - cell.maxX - 10) < 1e-9) }
    }
    for (row, next) in zip(rows, rows.dropFirst()) { #expect(abs(next[0].y - row[0].maxY - 10) < 1e-9) }
    for value in cells.flatMap({ [$0.x, $0.y, $0.width, $0.height] }) {
      #expect(abs(value * scale - (value * scale).rounded()) < 1e-9)
    }
  }

  @Test("where rows end does not depend on the scale")
  func breaks() {
    let layout = JustifiedLayout { $0.targetRowHeight = 90 }
    let section = Section(items: ratios.map { Item(aspectRatio: $0) })
    let counts = [nil, 1, 2].map { scale in
      Dictionary(
        grouping: layout.solve(section, in: Container(375, 600).with { $0.scale = scale }).cells(), by: \.y
      ).sorted { $0.key < $1.key }.map(\.value.count)
    }
    #expect(Set(counts).count == 1)
  }
}
