import CollectionTestSupport
import LayoutEngine
import Testing

@testable import CollectionModel

/// The effects of measurements on a viewport.
struct MeasurementEffectTests {
  private typealias Screens = MeasuredScreens

  @Test func `a measurement replaces an estimate, and the items behind it move`() throws {
    let before = try Screens.collection(Screens.list, Screens.items(10))
    let step = try before.applying(before.measurements([(2, Size(width: 200, height: 80))]))
    #expect(step.after.version == 2)
    #expect(step.measurementCounts(of: "main") == MeasurementCounts(applied: 1))
    #expect(step.after.cell(2)?.frame.height == 80)
    #expect(step.after.cell(2)?.isEstimated == false)
    #expect(step.after.cell(3)?.frame.y == 180)
    #expect(step.after.cell(3)?.isEstimated == true)
    let diff = try #require(step.placed().diff(visibleOnly: true))
    #expect(diff.contentSize.to.height - diff.contentSize.from.height == 30)
    #expect(diff.changes.allSatisfy { $0.type == .shift })
    #expect(diff.changes.map(\.to?.item) == [2, 3, 4, 5])
    #expect(step.after.state.sections[0].items.item(at: 2)?.size == nil)
  }

  @Test func `measuring the size that an item has already changes nothing`() throws {
    let size = Size(width: 200, height: 80)
    let before = try Screens.collection(Screens.list, Screens.items(10))
    let measured = try before.applying(before.measurements([(2, size)])).after
    let step = try measured.applying(measured.measurements([(2, size)]))
    #expect(step.measurementCounts(of: "main") == MeasurementCounts(unchanged: 1))
    #expect(step.after.version == 2)
    #expect(step.change == nil)
    #expect(step.placed().diff(visibleOnly: true)?.changes == [])
    let again = try measured.applying(measured.measurements([(2, Size(width: 200, height: 90))]))
    #expect(again.measurementCounts(of: "main") == MeasurementCounts(applied: 1))
    #expect(again.after.cell(2)?.frame.height == 90)
  }

  @Test func `a measurement that confirms an estimate moves nothing, and it is one no longer`() throws {
    let before = try Screens.collection(Screens.list, Screens.items(10))
    let step = try before.applying(before.measurements([(2, Size(width: 200, height: 50))]))
    #expect(step.after.cells.map(\.frame) == before.cells.map(\.frame))
    #expect(step.after.cell(2)?.isEstimated == false)
    #expect(step.measurementCounts(of: "main") == MeasurementCounts(applied: 1))
  }

  @Test func `a fixed size ignores measurements`() throws {
    var builder = ItemSequenceBuilder()
    builder.append(Item(id: "sized", size: Size(width: 200, height: 30)))
    builder.append(Item(id: "ratio", aspectRatio: 2))
    builder.append(Item(id: "open"))
    let sections = SectionList([Section(items: builder.finish())])
    let size = Size(width: 200, height: 70)
    let list = try Screens.collection(Screens.list, sections)
    let step = try list.applying(list.measurements([(0, size), (1, size), (2, size)]))
    let ignored = [0, 1].map { IgnoredMeasurement(.cell(0, $0), .fixedSize) }
    #expect(step.measurementCounts(of: "main") == MeasurementCounts(applied: 1, ignored: ignored))
    #expect(step.after.cells.map(\.frame.height) == [30, 100, 70])
    for kind in [LayoutKind.list(ListLayout()), .flow(FlowLayout()), .grid(GridLayout())] {
      let fixed = try Screens.collection(kind, Screens.items(3))
      let step = try fixed.applying(fixed.measurements([(0, size)]))
      let ignored = [IgnoredMeasurement(.cell(0, 0), .notEstimated)]
      #expect(step.measurementCounts(of: "main") == MeasurementCounts(ignored: ignored))
      #expect(step.after.version == 1)
    }
  }

  @Test func `headers are measured where a layout estimates them`() throws {
    var list = ListLayout()
    list.metrics.estimatedSectionHeaderHeight = 20
    let before = try Screens.collection(.list(list), Screens.items(10))
    let path = ElementPath(kind: .header, indexPath: IndexPath(section: 0, item: 0))
    func measure(_ collection: SolvedCollection, _ height: Double) throws -> CollectionStep {
      let element = MeasuredElement(path, Measurement(size: Size(width: 200, height: height)))
      return try collection.applying(
        .measurements(
          MeasurementBatch(
            breadth: collection.measuredBreadth(of: collection.state.main), elements: [element])))
    }
    let step = try measure(before, 35)
    #expect(step.measurementCounts(of: "main") == MeasurementCounts(applied: 1))
    #expect(step.after.layout.attributes(of: path, visible: nil)?.frame.height == 35)
    #expect(step.after.cell(0)?.frame.y == 35)
    #expect(try measure(step.after, 35).measurementCounts(of: "main") == MeasurementCounts(unchanged: 1))
  }

  @Test func `an alpha and a transform that were measured are drawn`() throws {
    let before = try Screens.collection(Screens.flow, Screens.items(4))
    let size = Size(width: 60, height: 40)
    let measurement = Measurement(
      size: size, alpha: 0.5, transform: AffineTransform(a: 0, b: 1, c: -1, d: 0, tx: 0, ty: 0))
    let batch = MeasurementBatch(
      breadth: before.measuredBreadth(of: before.state.main),
      elements: [MeasuredElement(.cell(0, 1), measurement)])
    let after = try before.applying(.measurements(batch)).after
    #expect(after.cell(1)?.appearance.alpha == 0.5)
    #expect(after.cell(1)?.appearance.transform == AffineTransform(a: 0, b: 1, c: -1, d: 0, tx: 0, ty: 0))
    let again = try after.applying(.measurements(batch))
    #expect(again.measurementCounts(of: "main") == MeasurementCounts(unchanged: 1))
  }

  @Test func `screens of one breadth share measurements, others do not`() throws {
    var collection = try Screens.collection(Screens.list, Screens.items(10))
    func show(_ name: String, width: Double, height: Double) throws {
      let container = Container(size: Size(width: width, height: height))
      collection =
        try collection.applying(
          ViewportChange(
            name: name, bounds: Rect(x: 0, y: 0, width: width, height: height),
            container: (container, Screens.words(name)))
        ).after
    }
    try show("alike", width: 200, height: 500)
    try show("other", width: 400, height: 300)
    let after =
      try collection.applying(collection.measurements([(0, Size(width: 200, height: 90))])).settled()
    for (name, height) in [("main", 90.0), ("alike", 90), ("other", 50)] {
      let viewport = try #require(after.viewport(name))
      let cell = after.solvedViewport(of: viewport).layout.attributes(of: .cell(0, 0), visible: nil)
      #expect(cell?.frame.height == height, "\(name)")
    }
    try show("late", width: 200, height: 100)
    #expect(collection.version == 1)
  }

  @Test func `an automatic estimate becomes the mean of measurements each time their number doubles`() throws
  {
    var collection = try Screens.collection(Screens.automaticList, Screens.items(100))
    #expect(collection.cell(50)?.frame.height == 44)
    var heights: [Double] = []
    for item in 0..<9 {
      let size = Size(width: 200, height: 60 + Double(item) * 10)
      collection = try collection.applying(collection.measurements([(item, size)])).settled()
      heights.append(collection.cell(50)!.frame.height)
    }
    #expect(heights == [60, 65, 65, 75, 75, 75, 75, 95, 95])
    let explicit = try Screens.collection(Screens.list, Screens.items(10))
    let after = try explicit.applying(explicit.measurements([(0, Size(width: 200, height: 90))])).after
    #expect(after.cell(5)?.frame.height == 50)
  }

  @Test func `an automatic estimate of a flow layout learns widths too`() throws {
    var flow = FlowLayout()
    flow.estimatedItemSize = .automatic
    let before = try Screens.collection(.flow(flow), Screens.items(10))
    let after =
      try before.applying(
        before.measurements([(0, Size(width: 80, height: 30)), (1, Size(width: 100, height: 50))])
      ).after
    #expect(after.cell(5)?.frame.size == Size(width: 90, height: 40))
    #expect(after.cell(5)?.isEstimated == true)
  }

  @Test func `a million rows are measured one by one in the space of some`() throws {
    var collection = try Screens.collection(
      Screens.list, SectionList([Section(items: ItemSequence(count: 1_000_000))]), y: 1_000_000)
    for item in [0, 999_999, 20_000, 20_010] {
      let y = collection.state.bounds!.y
      collection =
        try collection.applying(collection.measurements([(item, Size(width: 200, height: 70))])).settled()
      #expect(collection.state.bounds!.y - y == (item < 20_000 ? 20 : 0), "\(item)")
    }
    #expect(collection.layout.contentSize.height == 50_000_080)
  }
}
