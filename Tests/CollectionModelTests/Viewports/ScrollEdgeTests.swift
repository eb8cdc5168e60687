import CollectionTestSupport
import LayoutEngine
import Testing

@testable import CollectionModel

/// Viewports that are scrolled to an edge of the content.
struct ScrollEdgeTests {
  private func scrolled(_ solved: SolvedCollection, to edge: ScrollEdge) throws -> CollectionStep {
    var change = ViewportChange(name: Viewport.main, bounds: try #require(solved.state.main.bounds))
    change.scrollEdge = edge
    return try solved.applying(change, HeightMeasurer().measure)
  }

  private func offset(_ solved: SolvedCollection, at edge: ScrollEdge) throws -> Point? {
    try scrolled(solved, to: edge).after.state.main.bounds?.origin
  }

  @Test func `the edges are those of the insets, the alignment and the room of a policy`() throws {
    let plain = try Reader(20, at: 300, insets: Insets(top: 10, bottom: 30)).solved
    #expect(try offset(plain, at: .start)?.y == -10)
    #expect(try offset(plain, at: .end)?.y == 750)
    let room = try Reader(20, at: 300) { $0.roomBelow = .id("r19") }.solved
    #expect(try offset(room, at: .end)?.y == 1140)
    let short = try Reader(2, at: 0) { $0.contentAlignment = .end }.solved
    #expect(try offset(short, at: .start)?.y == -360)
  }

  @Test(arguments: [Container.Direction.leftToRight, .rightToLeft])
  func `the edges of a horizontal layout are those of reading`(direction: Container.Direction) throws {
    let solved = try Reader(
      Reader.plain(200), in: Reader.flow(.horizontal), at: Point(x: 600, y: 0), direction: direction
    ).solved
    let last = solved.layout.contentSize.width - 320
    #expect(last > 1000)
    let edges = direction == .leftToRight ? [0, last] : [last, 0]
    #expect(try ScrollEdge.allCases.compactMap { try offset(solved, at: $0)?.x } == edges)
  }

  @Test func `the end is that of the content whose last rows are measured`() throws {
    let solved = try MeasuredScreens.sized(
      MeasuredScreens.list, MeasuredScreens.showing(Array(repeating: 80, count: 100)), HeightMeasurer())
    let after = try scrolled(solved, to: .end).after
    let bounds = try #require(after.state.main.bounds)
    #expect(bounds.y + bounds.height == after.layout.contentSize.height)
    #expect(after.estimatedOnScreen.isEmpty && after.cell(99)?.frame.height == 80)
  }

  @Test func `a client that scrolls to an edge has nothing to adjust`() throws {
    let step = try scrolled(try Reader().solved, to: .end)
    #expect(step.scrolled?.displaced == nil)
    #expect(step.diff(visibleOnly: true)?.contentOffsetAdjustment == .zero)
  }
}
