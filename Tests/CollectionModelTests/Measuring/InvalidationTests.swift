import CollectionTestSupport
import LayoutEngine
import Testing

@testable import CollectionModel

/// The effects of invalidation contexts.
struct InvalidationTests {
  private func invalidation(
    _ collection: SolvedCollection, _ scope: Invalidation.Scope, _ elements: [ElementPath] = []
  ) -> CollectionChange {
    .invalidation(
      Invalidation(
        breadth: collection.measuredBreadth(of: collection.state.main), scope: scope, elements: elements))
  }

  private func measured(y: Double = 0) throws -> SolvedCollection {
    let collection = try MeasuredScreens.collection(
      MeasuredScreens.list, MeasuredScreens.items(100), y: y)
    let sizes = (0..<10).map { (item: $0, size: Size(width: 200, height: 70)) }
    return try collection.applying(collection.measurements(sizes)).settled()
  }

  @Test func `only the named items have estimated sizes again`() throws {
    let before = try measured()
    let step = try before.applying(invalidation(before, .elements, [.cell(0, 3), .cell(0, 50)]))
    let counts = step.invalidationCounts(of: "main")
    #expect((counts.sections, counts.items, counts.supplementaries) == (1, 1, 0))
    #expect(step.after.cells.prefix(10).map(\.isEstimated) == (0..<10).map { $0 == 3 })
    #expect(step.after.layout.contentSize.height == before.layout.contentSize.height - 20)
    #expect(step.after.version == before.version + 1)
  }

  @Test func `an invalidation of an item that was not measured changes nothing`() throws {
    let before = try measured()
    let step = try before.applying(invalidation(before, .elements, [.cell(0, 50)]))
    #expect(step.after.version == before.version)
    #expect(step.invalidationCounts(of: "main").items == 0)
    #expect(step.placed().diff(visibleOnly: false)?.changes == [])
  }

  @Test func `everything forgets all that was measured, counts forget nothing`() throws {
    let before = try measured()
    let counts = try before.applying(invalidation(before, .counts))
    #expect(difference(counts.after.layout, before.layout) == nil)
    #expect(counts.after.version == before.version)
    let everything = try before.applying(invalidation(before, .everything))
    #expect(everything.after.cells.allSatisfy { $0.isEstimated })
    #expect(everything.after.version == before.version + 1)
  }

  @Test func `visible elements do not jump, and the offset is adjusted within its limits`() throws {
    let before = try measured(y: 1000)
    let y = try #require(before.state.bounds?.y)
    #expect(y == 1200)
    for (distance, expected) in [(0.0, 1180.0), (30, 1210), (-5000, 0), (1e9, 4880)] {
      var step = try before.applying(invalidation(before, .elements, [.cell(0, 3)]))
      step.place(asked: .shift(Point(x: 0, y: distance), .automatic))
      let diff = try #require(step.diff(visibleOnly: true))
      #expect(diff.contentOffset.to.y == expected)
      #expect(step.after.state.bounds?.y == expected)
    }
    var step = try before.applying(invalidation(before, .elements))
    step.place(asked: .shift(Point(x: 0, y: 40), .automatic))
    #expect(step.after.version == before.version)
    #expect(step.after.state.bounds?.y == 1240)
  }

  @Test func `a header that was measured is an estimate again`() throws {
    var list = ListLayout()
    list.metrics.estimatedSectionHeaderHeight = 20
    let before = try MeasuredScreens.collection(.list(list), MeasuredScreens.items(10))
    let path = ElementPath(kind: .header, indexPath: IndexPath(section: 0, item: 0))
    let element = MeasuredElement(path, Measurement(size: Size(width: 200, height: 35)))
    let after =
      try before.applying(
        .measurements(
          MeasurementBatch(breadth: before.measuredBreadth(of: before.state.main), elements: [element]))
      ).after
    let step = try after.applying(invalidation(after, .elements, [path]))
    #expect(step.invalidationCounts(of: "main").supplementaries == 1)
    #expect(difference(step.after.layout, before.layout) == nil)
  }
}
