import CollectionTestSupport
import LayoutEngine
import Testing

@testable import CollectionModel

/// The content of elements is measured when they come into a viewport.
struct ContentSizingTests {
  private let measurer = HeightMeasurer()

  @Test(arguments: MeasuredScreens.kinds.map(\.name))
  func `visible items have their sizes, and items far away keep their estimates`(kind: String) throws {
    let layout = try #require(MeasuredScreens.kinds.first { $0.name == kind }).kind
    let solved = try MeasuredScreens.sized(
      layout, MeasuredScreens.showing((0..<2000).map { Double(20 + $0 % 7 * 10) }), measurer)
    #expect(solved.estimatedOnScreen.isEmpty)
    #expect(try #require(solved.cell(1999)).isEstimated)
    #expect(measurer.measured.count < 200)
    #expect(Set(measurer.measured).count == measurer.measured.count, "nothing is measured twice")
    #expect(solved.version == 1)
  }

  @Test(arguments: MeasuredScreens.kinds.map(\.name))
  func `with scope all, or without bounds, every item is measured`(kind: String) throws {
    let layout = try #require(MeasuredScreens.kinds.first { $0.name == kind }).kind
    let sections = MeasuredScreens.showing((0..<500).map { Double(20 + $0 % 7 * 10) })
    let all = try MeasuredScreens.sized(layout, sections, scope: .all, measurer)
    #expect(all.cells.allSatisfy { !$0.isEstimated })
    #expect(measurer.measured.count == 500)
    let unseen = try MeasuredScreens.sized(layout, sections, y: nil, HeightMeasurer())
    #expect(difference(all.layout, unseen.layout) == nil)
  }

  @Test func `a measured cell is as high as its content, and those below it follow`() throws {
    let solved = try MeasuredScreens.sized(
      MeasuredScreens.list, MeasuredScreens.showing([30, 70, 10]), measurer)
    #expect(solved.cells.map(\.frame.y) == [0, 30, 100])
    #expect(solved.layout.contentSize.height == 110)
  }

  @Test func `estimates that are far too large cost few rounds, and leave nothing estimated on the screen`()
    throws
  {
    var list = ListLayout()
    list.metrics.estimatedRowHeight = 10_000
    let solved = try MeasuredScreens.sized(
      .list(list), MeasuredScreens.showing(Array(repeating: 4, count: 5000)), measurer)
    #expect(solved.estimatedOnScreen.isEmpty)
    #expect(measurer.rounds.count <= 24)
  }

  @Test func `an item that has no template keeps its estimate, and a size of its own comes before content`()
    throws
  {
    var sized = Item("sized", height: 90)
    sized.size = Size(width: 200, height: 33)
    let sections = SectionList([Section("s", [Item(id: "plain"), sized, Item("shown", height: 60)])])
    let solved = try MeasuredScreens.sized(MeasuredScreens.list, sections, measurer)
    #expect(solved.cells.map(\.frame.height) == [50, 33, 60])
    #expect(solved.cells.map(\.isEstimated) == [true, false, false])
    #expect(measurer.measured == [.cell(0, 2)])
  }

  @Test func `headers and footers are measured too`() throws {
    var sections = MeasuredScreens.showing([40])
    var section = sections[0]
    section.header = Supplementary(content: Content(template: "height", jsonText: Array("25".utf8)))
    section.footer = Supplementary(content: Content(template: "height", jsonText: Array("15".utf8)))
    sections = SectionList([section])
    let solved = try MeasuredScreens.sized(MeasuredScreens.list, sections, measurer)
    let elements = solved.layout.elements(in: nil, visible: nil)
    #expect((0..<elements.count).map { elements[$0].frame.height } == [25, 40, 15])
    #expect((0..<elements.count).allSatisfy { !elements[$0].isEstimated })
  }

  @Test func `appearance of preferred attributes stays with a size that is measured`() throws {
    var item = Item("a", height: 60)
    item.appearance.alpha = 0.5
    item.appearance.transform = AffineTransform(a: 2, b: 0, c: 0, d: 2, tx: 0, ty: 0)
    let solved = try MeasuredScreens.sized(
      MeasuredScreens.list, SectionList([Section("s", [item])]), measurer)
    let cell = try #require(solved.cell(0))
    #expect(cell.frame.height == 60 && cell.appearance == item.appearance)
  }

  @Test func `scrolling measures items that come onto the screen, once, as a change`() throws {
    let solved = try MeasuredScreens.sized(
      MeasuredScreens.list, MeasuredScreens.showing((0..<300).map { Double(30 + $0 % 5 * 10) }), measurer)
    measurer.forget()
    let step = try solved.scrolled(to: 2000, measurer)
    #expect(!measurer.measured.isEmpty)
    #expect(step.after.version == 2)
    if case .contentSizes(let batch) = step.change {
      #expect(batch.elements.map(\.path) == measurer.measured)
    } else {
      Issue.record("no change of sizes")
    }
    #expect(step.after.estimatedOnScreen.isEmpty)
    measurer.forget()
    // Elements near the viewport were measured along with the visible ones.
    let again = try step.after.scrolled(to: 1900, measurer)
    #expect(measurer.rounds.isEmpty && again.change == nil && again.after.version == 2)
  }

  @Test func `elements that scrolling brings have their measured sizes in the outcome`() throws {
    let solved = try MeasuredScreens.sized(
      MeasuredScreens.list, MeasuredScreens.showing(Array(repeating: 80, count: 100)), measurer)
    let step = try solved.scrolled(to: 400, measurer)
    let outcome = try #require(step.scrolled)
    #expect(outcome.appeared.allSatisfy { $0.frame.height == 80 && !$0.isEstimated })
    for element in outcome.appeared {
      #expect(step.after.cell(element.indexPath.item)?.frame == element.frame)
    }
  }

  @Test func `visible cells stay in place while higher cells come in above them`() throws {
    let solved = try MeasuredScreens.sized(
      MeasuredScreens.list, MeasuredScreens.showing(Array(repeating: 90, count: 200)), y: 5000, measurer)
    let y = try #require(solved.state.bounds?.y)
    // Up to offsets at which some visible elements are measured and some are not.
    let first = try #require(solved.cells.first { !$0.isEstimated })
    let step = try solved.scrolled(to: first.frame.y - 100, measurer)
    let bounds = try #require(step.after.state.bounds)
    let item = first.indexPath.item
    #expect(try #require(step.after.cell(item)).frame.y - bounds.y == 100)
    #expect(bounds.y > first.frame.y - 100)
    #expect(step.after.estimatedOnScreen.isEmpty && y > bounds.y)
  }

  @Test func `other content is measured again, and nothing else`() throws {
    let solved = try MeasuredScreens.sized(
      MeasuredScreens.list, MeasuredScreens.showing([30, 40, 50]), measurer)
    measurer.forget()
    let change = CollectionChange.updates([
      BatchUpdate(
        .reconfigureItems(at: [IndexPath(section: 0, item: 1)], [Item("i1", height: 75)]))
    ])
    let step = try solved.sizedStep(change, measurer)
    #expect(measurer.measured == [.cell(0, 1)])
    #expect(step.after.cells.map(\.frame.height) == [30, 75, 50])
    let diff = try #require(step.placed().diff(visibleOnly: true))
    #expect(diff.changes.first { $0.type == .reconfigure }?.final.frame.height == 75)
    #expect(!diff.changes.contains { $0.final.isEstimated })
  }

  @Test func `an inserted item has its measured size in the diff of its insertion`() throws {
    let solved = try MeasuredScreens.sized(
      MeasuredScreens.list, MeasuredScreens.showing([30, 40]), measurer)
    let change = CollectionChange.updates([
      BatchUpdate(.insertItems(at: [IndexPath(section: 0, item: 0)], [Item("new", height: 64)]))
    ])
    let step = try solved.sizedStep(change, measurer)
    let diff = try #require(step.placed().diff(visibleOnly: true))
    let inserted = try #require(diff.changes.first { $0.type == .insert })
    #expect(inserted.final.frame.height == 64 && !inserted.final.isEstimated)
  }

  @Test func `deleting visible items measures the items that take their place`() throws {
    let solved = try MeasuredScreens.sized(
      MeasuredScreens.list, MeasuredScreens.showing(Array(repeating: 60, count: 100)), measurer)
    let gone = (0..<20).map { IndexPath(section: 0, item: $0) }
    let step = try solved.sizedStep(.updates([BatchUpdate(.deleteItems(at: gone))]), measurer)
    #expect(step.after.estimatedOnScreen.isEmpty)
  }

  @Test func `a client's measurement comes before one of the content`() throws {
    let solved = try MeasuredScreens.sized(
      MeasuredScreens.list, MeasuredScreens.showing([30, 40]), measurer)
    let step = try solved.sizedStep(
      solved.measurements([(item: 0, size: Size(width: 200, height: 99))]), measurer)
    #expect(step.after.cells.map(\.frame.height) == [99, 40])
    measurer.forget()
    let invalid = CollectionChange.invalidation(
      Invalidation(
        breadth: solved.measuredBreadth(of: solved.state.main), scope: .elements, elements: [.cell(0, 0)]))
    let after = try step.after.sizedStep(invalid, measurer)
    #expect(measurer.measured == [.cell(0, 0)])
    #expect(after.after.cells.map(\.frame.height) == [30, 40])
  }

  @Test func `larger text is measured anew, and text of the size before is known when it comes back`() throws
  {
    let solved = try MeasuredScreens.sized(
      MeasuredScreens.list, MeasuredScreens.showing([30, 40]), measurer)
    var container = MeasuredScreens.container()
    container.contentSizeCategory = .accessibilityLarge
    let change = ViewportChange(
      name: Viewport.main, bounds: Rect(x: 0, y: 0, width: 200, height: 300),
      container: (container, MeasuredScreens.words("larger")))
    let step = try solved.applying(change, measurer.measure)
    #expect(step.after.cells.map(\.frame.height) == [60, 80])
    #expect(step.scrolled?.changed.count == 2)
    #expect(step.before.cells.map(\.frame.height) == [30, 40])
  }

  @Test func `another layout is measured for its own widths`() throws {
    let solved = try MeasuredScreens.sized(
      MeasuredScreens.list, MeasuredScreens.showing([30, 40, 50]), measurer)
    let grid = LayoutChoice(kind: MeasuredScreens.grid, jsonText: MeasuredScreens.words("grid"))
    let step = try solved.sizedStep(.layout(grid), measurer)
    #expect(step.after.estimatedOnScreen.isEmpty)
    #expect(step.after.cells.map(\.frame.height) == [40, 40, 50], "a row is as high as its highest")
  }

  @Test func `a screen beside the main one has what it sees measured, and the main one stays where it is`()
    throws
  {
    let solved = try MeasuredScreens.sized(
      MeasuredScreens.list, MeasuredScreens.showing(Array(repeating: 80, count: 300)), measurer)
    let step = try solved.applying(
      ViewportChange(name: "side", bounds: Rect(x: 0, y: 4000, width: 200, height: 300)), measurer.measure)
    let side = try #require(step.after.viewport("side"))
    let seen = step.after.solvedViewport(of: side).layout.elements(in: side.bounds, visible: side.bounds)
    #expect((0..<seen.count).allSatisfy { !seen[$0].isEstimated })
    #expect(step.after.state.bounds == solved.state.bounds)
    #expect(step.after.version == 2)
  }

  @Test func `a failure to measure changes nothing`() throws {
    struct Failure: Error {}
    let solved = try MeasuredScreens.sized(
      MeasuredScreens.list, MeasuredScreens.showing([30, 40]), measurer)
    var step = try solved.applying(
      .updates([BatchUpdate(.insertItems(at: [IndexPath(section: 0, item: 0)], [Item("a", height: 1)]))]))
    var hasFailed = false
    do throws(ContentSizingError<Failure>) {
      try step.sizeContent { (_, _) throws(Failure) in throw Failure() }
    } catch {
      if case .measuring = error { hasFailed = true }
    }
    #expect(hasFailed)
    #expect(solved.cells.map(\.frame.height) == [30, 40])
  }
}
