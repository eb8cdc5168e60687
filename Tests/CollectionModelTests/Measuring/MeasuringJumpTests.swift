import CollectionTestSupport
import LayoutEngine
import TestSupport
import Testing

@testable import CollectionModel

/// The visible content stays in position while estimates are replaced.
struct MeasuringJumpTests {
  @Test(arguments: MeasuredScreens.kinds.indices)
  func `seen cells do not jump while anything is measured anywhere`(number: Int) throws {
    let (name, kind, estimate) = MeasuredScreens.kinds[number]
    for seed in 0..<UInt64(4) {
      var random = SeededGenerator(seed: seed)
      var collection = try MeasuredScreens.collection(
        kind, MeasuredScreens.items(400, estimate: estimate), y: 2000)
      for round in 0..<40 {
        let items = Set((0..<random.integer(1...6)).map { _ in random.integer(0...399) }).sorted()
        let sizes = items.map { item in
          (item: item, size: Size(width: 90, height: Double(random.integer(5...150))))
        }
        let bounds = try #require(collection.state.bounds)
        let before = seenCells(in: bounds, of: collection.layout)
        collection = try collection.applying(collection.measurements(sizes)).settled()
        // Where the start of an estimate is out of sight, its seen part says nothing.
        let kept = before.first {
          !$0.isEstimated || $0.frame.y >= bounds.y
            || collection.cell($0.indexPath.item)?.frame.height == $0.frame.height
        }
        let seen = try #require(kept)
        let after = try #require(collection.state.bounds)
        let range = collection.state.main.container.scrollRange(
          of: collection.layout.contentSize, in: after.size)
        // At an end of the content, the end decides.
        guard after.y > range.least.y, after.y < range.most.y else { continue }
        let cell = try #require(collection.cell(seen.indexPath.item))
        let jump = (cell.frame.y - after.y) - (seen.frame.y - bounds.y)
        #expect(abs(jump) < 1e-6, "\(name), seed \(seed), round \(round)")
      }
    }
  }

  /// More than a point of each is seen, from top to bottom.
  private func seenCells(in bounds: Rect, of layout: any SolvedLayout) -> [LayoutAttributes] {
    let elements = layout.elements(in: bounds, visible: bounds)
    return (0..<elements.count).map { elements[$0] }.filter {
      $0.kind == .cell && min($0.frame.maxY, bounds.maxY) - max($0.frame.y, bounds.y) > 1
    }.sorted { ($0.frame.y, $0.frame.x) < ($1.frame.y, $1.frame.x) }
  }

  @Test func `a screen at the start of the content stays there`() throws {
    let before = try MeasuredScreens.collection(MeasuredScreens.list, MeasuredScreens.items(100))
    let after =
      try before.applying(before.measurements([(0, Size(width: 200, height: 500))])).settled()
    #expect(after.state.bounds?.y == 0)
  }

  @Test func `another screen does not jump either`() throws {
    var collection = try MeasuredScreens.collection(MeasuredScreens.list, MeasuredScreens.items(100))
    collection =
      try collection.applying(
        ViewportChange(name: "below", bounds: Rect(x: 0, y: 1000, width: 200, height: 300))
      ).after
    let after =
      try collection.applying(collection.measurements([(3, Size(width: 200, height: 75))])).settled()
    #expect(after.viewport("below")?.bounds?.y == 1025)
    #expect(after.state.bounds?.y == 0)
  }
}
