import CollectionTestSupport
import LayoutEngine
import Testing

@testable import CollectionModel

/// The effects of scrolling a list of a hundred rows of 20 points in a viewport of 100 by 60.
struct ScrollingTests {
  private static func screen(
    _ y: Double, header: Double = 0, overscan: Overscan = .none
  ) throws -> SolvedCollection {
    var list = ListLayout()
    list.metrics.rowHeight = .points(20)
    list.metrics.sectionHeaderHeight = header
    return try SolvedCollection(
      solving: CollectionState(
        sections: SectionList([Section(id: "s", items: ItemSequence(count: 100))]),
        layout: LayoutChoice(kind: .list(list), jsonText: []),
        main: Viewport(
          container: Container(size: Size(width: 100, height: 60)), containerJSON: [],
          bounds: Rect(x: 0, y: y, width: 100, height: 60), overscan: overscan)))
  }

  private func scroll(
    _ solved: inout SolvedCollection, to y: Double, velocity: Double? = nil, isPaging: Bool = false
  ) throws -> ScrollOutcome {
    var change = ViewportChange(name: Viewport.main, bounds: Rect(x: 0, y: y, width: 100, height: 60))
    change.velocity = velocity.map { Point(x: 0, y: $0) }
    change.isPaging = isPaging
    let step = try solved.applying(change)
    solved = step.after
    return try #require(step.scrolled)
  }

  private func pending(_ solved: SolvedCollection) -> [Int] {
    solved.state.main.prefetcher.pending.map { IndexPath(key: $0).item }
  }

  private func items(_ elements: [LayoutAttributes]) -> [Int] {
    elements.filter { $0.kind == .cell }.map(\.indexPath.item)
  }

  @Test func `a row that comes into the bounds appears, and one that leaves them disappears`() throws {
    var solved = try Self.screen(0)
    let near = try scroll(&solved, to: 20)
    #expect(items(near.appeared) == [3] && items(near.disappeared) == [0] && near.changed.isEmpty)
    let far = try scroll(&solved, to: 50)
    #expect(items(far.appeared) == [4, 5] && items(far.disappeared) == [1])
  }

  @Test func `with overscan the window decides which rows appear, disappear and are prefetched`() throws {
    var solved = try Self.screen(400, overscan: Overscan(Insets(top: 20, left: 0, bottom: 40, right: 0)))
    let outcome = try scroll(&solved, to: 420)
    // The bounds are rows 21 to 23, and the window rows 20 to 25.
    #expect(items(outcome.appeared) == [25] && items(outcome.disappeared) == [19])
    #expect(outcome.prefetch.map(\.item) == [26, 27, 28])
  }

  @Test func `overscan in screens counts lengths of the bounds`() throws {
    var solved = try Self.screen(400, overscan: .screens(1))
    let outcome = try scroll(&solved, to: 420)
    #expect(items(outcome.appeared) == [26] && items(outcome.disappeared) == [17])
  }

  @Test func `pinning, paging and anchors go by the bounds, whatever the overscan`() throws {
    let overscan = Overscan.screens(2)
    var solved = try Self.screen(400, header: 10, overscan: overscan)
    let outcome = try scroll(&solved, to: 425, isPaging: true)
    #expect(outcome.changed.map(\.kind) == [.header] && outcome.changed.first?.frame.y == 425)
    #expect(outcome.targetContentOffset == Point(x: 0, y: 420))
    // Row 20 is visible and stays in place; row 14 is the first of the window.
    let deletion = CollectionChange.updates([
      BatchUpdate(.deleteItems(at: [IndexPath(section: 0, item: 18)])),
      BatchUpdate(
        .insertItems(
          at: (0..<3).map { IndexPath(section: 0, item: $0) }, [Item(), Item(), Item()])),
    ])
    let step = try solved.step(deletion)
    #expect(step.after.state.bounds?.y == 465)
    let target = try #require(
      solved.scrollTarget(
        for: IndexPath(section: 0, item: 50), at: .bottom, in: solved.state.main))
    #expect(target.contentOffset.y == 10 + 51 * 20 - 60)
  }

  @Test func `an outcome with a resync lists the whole window`() throws {
    var solved = try Self.screen(0)
    var change = ViewportChange(name: Viewport.main, bounds: Rect(x: 0, y: 20, width: 100, height: 60))
    change.isResync = true
    let outcome = try #require(try solved.applying(change).scrolled)
    #expect(outcome.isResync && items(outcome.appeared) == [1, 2, 3] && outcome.disappeared.isEmpty)
    let usual = try scroll(&solved, to: 20)
    #expect(!usual.isResync && items(usual.appeared) == [3])
  }

  @Test func `the first outcome of a viewport without bounds lists the whole window`() throws {
    var state = try Self.screen(0).state
    state.main.bounds = nil
    state.main.isSynced = false
    var solved = try SolvedCollection(solving: state)
    let first = try scroll(&solved, to: 20)
    #expect(first.isResync && items(first.appeared) == [1, 2, 3])
    #expect(try !scroll(&solved, to: 40).isResync)
  }

  @Test func `a pinned header moves along and is among the changed elements`() throws {
    var solved = try Self.screen(0, header: 10)
    let outcome = try scroll(&solved, to: 25)
    #expect(outcome.changed.map(\.kind) == [.header])
    #expect(outcome.changed.first?.frame.y == 25)
  }

  @Test func `scrolling leaves the version and the layout as they are`() throws {
    var solved = try Self.screen(0)
    let revision = solved.revision
    _ = try scroll(&solved, to: 200)
    #expect(solved.version == 1 && solved.revision == revision + 1 && solved.solvedViewports.count == 1)
  }

  @Test func `items ahead are prefetched, the nearest first, down and up`() throws {
    var solved = try Self.screen(400)
    #expect(try scroll(&solved, to: 420).prefetch.map(\.item) == [24, 25, 26])
    var upward = try Self.screen(400)
    #expect(try scroll(&upward, to: 380).prefetch.map(\.item) == [18, 17, 16])
  }

  @Test func `no item is prefetched twice, and an item that becomes visible is no longer pending`() throws {
    var solved = try Self.screen(400)
    _ = try scroll(&solved, to: 420)
    let next = try scroll(&solved, to: 440)
    #expect(next.prefetch.map(\.item) == [27] && next.cancelPrefetch.isEmpty)
    #expect(pending(solved) == [25, 26, 27])
  }

  @Test func `the faster it goes the farther ahead, and in a fling nothing`() throws {
    func fetched(_ velocity: Double) throws -> Int {
      var solved = try Self.screen(400)
      return try scroll(&solved, to: 420, velocity: velocity).prefetch.count
    }
    #expect(try fetched(0) == 3)
    #expect(try fetched(0.2) > 3)
    // 60 points in less than 150 ms.
    #expect(try fetched(0.41) == 0)
  }

  @Test func `a reversal cancels the prefetching of items that are behind now`() throws {
    var solved = try Self.screen(400)
    _ = try scroll(&solved, to: 420)
    let back = try scroll(&solved, to: 410)
    #expect(back.cancelPrefetch.map(\.item) == [24, 25, 26])
    #expect(back.prefetch.map(\.item) == [19, 18, 17])
  }

  @Test func `at the end of the content there is nothing to fetch`() throws {
    var solved = try Self.screen(1900)
    #expect(try scroll(&solved, to: 1940).prefetch.isEmpty)
  }

  @Test func `at most four items are prefetched for each visible one`() throws {
    var grid = GridLayout()
    grid.metrics.columns = .count(50)
    let layout = LayoutChoice(kind: .grid(grid), jsonText: [])
    let main = Viewport(
      container: Container(size: Size(width: 1000, height: 10)), containerJSON: [],
      bounds: Rect(x: 0, y: 0, width: 1000, height: 1))
    let solved = try SolvedCollection(
      solving: CollectionState(
        sections: SectionList([Section(id: "s", items: ItemSequence(count: 100_000))]), layout: layout,
        main: main))
    let step = try solved.applying(
      ViewportChange(name: Viewport.main, bounds: Rect(x: 0, y: 1, width: 1000, height: 400)))
    let outcome = try #require(step.scrolled)
    let visible = step.after.layout.elements(in: Rect(x: 0, y: 1, width: 1000, height: 400), visible: nil)
      .count
    #expect(outcome.prefetch.count <= 4 * visible && !outcome.prefetch.isEmpty)
  }

  @Test func `pages come to rest at multiples of the bounds, a fling at the next one`() throws {
    var solved = try Self.screen(0)
    #expect(try scroll(&solved, to: 100).targetContentOffset == nil)
    #expect(try scroll(&solved, to: 100, isPaging: true).targetContentOffset == Point(x: 0, y: 120))
    #expect(
      try scroll(&solved, to: 100, velocity: -1, isPaging: true).targetContentOffset == Point(x: 0, y: 60))
    #expect(
      try scroll(&solved, to: 121, velocity: 1, isPaging: true).targetContentOffset == Point(x: 0, y: 180))
    // The last page ends with the content.
    #expect(
      try scroll(&solved, to: 1939, velocity: 1, isPaging: true).targetContentOffset == Point(x: 0, y: 1940))
  }

  @Test func `after a change the client has the visible elements and waits for the same items`() throws {
    var solved = try Self.screen(400)
    _ = try scroll(&solved, to: 420)
    solved = try solved.step(.insert("new")).after
    #expect(solved.state.bounds?.y == 440 && pending(solved) == [25, 26, 27])
    let outcome = try scroll(&solved, to: 460)
    #expect(items(outcome.appeared) == [25] && items(outcome.disappeared) == [22])
  }

  @Test func `predictions follow their items through a batch, and end with deleted ones`() throws {
    var solved = try Self.screen(400)
    #expect(try scroll(&solved, to: 420).prefetch.map(\.item) == [24, 25, 26])
    func path(_ item: Int) -> IndexPath { IndexPath(section: 0, item: item) }
    solved = try solved.applying(
      .updates([
        BatchUpdate(.insertItems(at: [path(0)], [Item()])), BatchUpdate(.deleteItems(at: [path(25)])),
        BatchUpdate(.moveItem(from: path(26), to: path(50))),
      ])
    ).after
    #expect(pending(solved) == [25, 50])
    let next = try scroll(&solved, to: 440)
    #expect(next.cancelPrefetch.map(\.item) == [50] && !next.prefetch.contains(path(25)))
  }

  @Test func `predictions follow their items while a movement makes room, and back`() throws {
    var solved = try Self.screen(400)
    _ = try scroll(&solved, to: 420)
    let held = try solved.begin(0, 22).to(50, 509)
    #expect(held.movement?.proposed.item == 25 && pending(held) == [23, 24, 26])
    #expect(pending(try held.cancellingMovement().after) == [24, 25, 26])
    #expect(pending(try held.endingMovement().after) == [23, 24, 26])
    let later = ContinuousClock.now + .seconds(60)
    #expect(pending(held.givingUpMovements(idle: .seconds(30), now: later)) == [24, 25, 26])
  }
}
