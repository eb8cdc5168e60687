import CollectionTestSupport
import LayoutEngine
import TestSupport
import Testing

@testable import CollectionModel

/// Items without a size, in layouts whose items decide the height of the content.
struct BareItemTests {
  @Test func `a bare item takes a measurement, and the others are expected to be like it`() throws {
    for kind in MeasuredScreens.learningKinds {
      let before = try MeasuredScreens.collection(
        kind, SectionList([Section(items: ItemSequence(count: 5000))]))
      let width = try #require(before.cell(0)).frame.width
      #expect(before.cells.allSatisfy { $0.isEstimated })
      let sizes = (0..<8).map { (item: $0, size: Size(width: width, height: 70)) }
      let step = try before.applying(before.measurements(sizes))
      #expect(step.measurementCounts(of: Viewport.main).applied == 8, "\(kind.name)")
      let after = step.after
      #expect(after.cells.prefix(8).allSatisfy { !$0.isEstimated && $0.frame.height == 70 }, "\(kind.name)")
      #expect(after.cells.dropFirst(8).allSatisfy { $0.isEstimated }, "\(kind.name)")
      #expect(after.cell(4000)?.frame.height == 70, "\(kind.name)")
      // A measurement of nothing leaves no estimate of nothing.
      let empty = try before.applying(before.measurements([(0, Size(width: width, height: 0))])).after
      #expect(try #require(empty.cell(4000)).frame.height > 0, "\(kind.name)")
    }
  }

  @Test func `lines of a grid are expected to be as long as the longest of their items`() throws {
    var grid = GridLayout()
    grid.metrics.columns = .count(3)
    grid.metrics.lineExtent = .automatic
    var random = SeededGenerator(seed: 4)
    let heights = (0..<3000).map { _ in Double(random.integer(40...160)) }
    var collection = try MeasuredScreens.collection(
      .grid(grid), SectionList([Section(items: ItemSequence(count: 3000))]))
    func measure(_ items: Range<Int>) throws {
      let sizes = items.map { (item: $0, size: Size(width: 60, height: heights[$0])) }
      collection = try collection.applying(collection.measurements(sizes)).after
    }
    try measure(0..<300)
    let expected = collection.layout.contentSize.height
    try measure(300..<3000)
    #expect(abs(expected / collection.layout.contentSize.height - 1) < 0.05)
  }
}
