import CollectionTestSupport
import LayoutEngine
import TestSupport
import Testing

@testable import CollectionModel

/// The outcomes of scrolling, held against dictionaries of elements and a set of predictions, in every layout kind and in
/// lists whose headers, footers and separators are pinned and drawn in ways of their own.
struct ScrollOracleTests {
  private static let kinds: [(name: String, layout: LayoutKind)] =
    Moving.kinds + [("grouped", .list(grouped)), ("pinned", .flow(pinned))]

  private static var grouped: ListLayout {
    var list = ListLayout()
    list.style = .grouped
    list.metrics.sectionHeaderHeight = 20
    list.metrics.sectionFooterHeight = 10
    list.metrics.separator = .zero
    return list
  }

  private static var pinned: FlowLayout {
    var flow = Moving.flow
    flow.metrics.footerReferenceSize = Size(width: 0, height: 20)
    flow.sectionFootersPinToVisibleBounds = true
    return flow
  }

  @Test(arguments: kinds.indices)
  func `outcomes are those of dictionaries of elements and a set of predictions`(kind: Int) throws {
    let (name, layout) = Self.kinds[kind]
    var predictions = 0
    for seed in 0..<TestEffort.part(of: 16) {
      var walk = try ScrollWalk(layout, seed: UInt64(1000 * kind + seed))
      for number in 0..<60 {
        if let complaint = try walk.step(among: Self.kinds) {
          Issue.record("\(name), seed \(seed), step \(number): \(complaint)")
          return
        }
      }
      predictions += walk.predictions
    }
    // Content of some kinds fits into the viewport.
    if ["list", "flow", "grid"].contains(name) { #expect(predictions > 0) }
  }

  @Test func `a window is kept in memory until the collection changes or the viewport goes`() throws {
    var solved = try SolvedCollection.list(
      [(0..<40).map { "\($0)" }], bounds: Rect(x: 0, y: 0, width: 100, height: 60))
    let bounds = Rect(x: 0, y: 20, width: 100, height: 60)
    solved = try solved.applying(ViewportChange(name: Viewport.main, bounds: bounds)).after
    solved = try solved.applying(ViewportChange(name: "other", bounds: bounds)).after
    #expect(solved.shownWindows.keys.sorted() == [Viewport.main, "other"].sorted())
    let main = try #require(solved.shownWindows[Viewport.main])
    #expect(main.elements(of: solved.state.main, in: solved.layout)?.count == 3)
    var moved = solved.state.main
    moved.bounds?.y = 21
    #expect(main.elements(of: moved, in: solved.layout) == nil)
    let anew = try SolvedCollection(solving: solved.state)
    #expect(main.elements(of: solved.state.main, in: anew.layout) == nil)
    #expect(try solved.step(.insert("new")).after.shownWindows.isEmpty)
    #expect(Array(try solved.removing(viewport: "other").after.shownWindows.keys) == [Viewport.main])
  }

  @Test func `a window of many elements is not kept in memory`() throws {
    let limit = ShownWindow.elementLimit
    let solved = try SolvedCollection.list([(0...limit).map { "\($0)" }])
    for (count, isKept) in [(limit, true), (limit + 1, false)] {
      let bounds = Rect(x: 0, y: 0, width: 100, height: 20 * Double(count))
      let step = try solved.applying(ViewportChange(name: Viewport.main, bounds: bounds))
      #expect(step.scrolled?.appeared.count == count)
      #expect((step.after.shownWindows[Viewport.main] != nil) == isKept)
    }
  }
}

/// A collection with a viewport that is scrolled, turned and given other layouts, and the obvious form of its outcomes.
private struct ScrollWalk {
  private static let name = "other"

  private var solved: SolvedCollection
  private var changes: RandomChanges
  private var prefetcher = PlainPrefetcher()
  /// How many items were prefetched so far.
  private(set) var predictions = 0

  init(_ layout: LayoutKind, seed: UInt64) throws {
    changes = RandomChanges(seed: seed)
    solved = try SolvedCollection(
      solving: CollectionState(
        sections: changes.sections(4, items: 8...40),
        layout: LayoutChoice(kind: layout, jsonText: Array("first".utf8)),
        main: Viewport(container: Moving.container, containerJSON: [])))
  }

  /// Makes a random step; returns the first difference from the obvious form.
  mutating func step(among kinds: [(name: String, layout: LayoutKind)]) throws -> String? {
    if changes.random.chance(1, in: 6) {
      let step = try solved.step(changes.change(of: solved.state.sections))
      if step.change != nil { prefetcher.follow(step.map) }
      solved = step.after
      return solved.viewport(Self.name).flatMap { complaint(about: $0) }
    }
    var change = ViewportChange(name: Self.name, bounds: bounds())
    if changes.random.chance(1, in: 2) {
      let speed = Double(changes.random.integer(-300...300)) / 100
      change.velocity = Point(x: changes.random.chance(1, in: 4) ? speed : 0, y: speed)
    }
    if changes.random.chance(1, in: 6) {
      change.overscan = .screens(Double(changes.random.integer(0...4)) / 2)
    }
    if changes.random.chance(1, in: 12) {
      let size = Size(width: changes.random.pick([150, 200, 320]), height: 250)
      change.container = (Container(size: size), Array("\(size)".utf8))
    }
    if changes.random.chance(1, in: 12) {
      let (name, layout) = changes.random.pick(kinds)
      change.layout = .some(LayoutChoice(kind: layout, jsonText: Array(name.utf8)))
    }
    change.isResync = changes.random.chance(1, in: 12)
    return try scroll(change)
  }

  /// Near the bounds of before in most steps, in both directions.
  private mutating func bounds() -> Rect {
    let size = Size(width: 200, height: changes.random.chance(1, in: 10) ? 120 : 200)
    guard let old = solved.viewport(Self.name)?.bounds, changes.random.chance(5, in: 6) else {
      return Rect(origin: Point(x: 0, y: Double(changes.random.integer(0...800))), size: size)
    }
    let x = changes.random.chance(1, in: 4) ? Double(changes.random.integer(-60...60)) : 0
    let y = Double(changes.random.integer(-150...250))
    return Rect(
      origin: Point(x: old.x + x, y: old.y + y), size: changes.random.chance(1, in: 8) ? size : old.size)
  }

  private mutating func scroll(_ change: ViewportChange) throws -> String? {
    let step = try solved.applying(change)
    let outcome = try #require(step.scrolled)
    let viewport = try #require(step.after.viewport(change.name))
    let bounds = try #require(viewport.bounds)
    let had = change.isResync ? nil : solved.viewport(change.name).map { elements(of: $0, in: solved) }
    let has = elements(of: viewport, in: step.after)
    let old = solved.viewport(change.name)
    solved = step.after

    if outcome.isResync != (had == nil) { return "a resync: \(outcome.isResync)" }
    let paths = (had: index(had ?? []), has: index(has))
    if outcome.appeared != has.filter({ paths.had[$0.path] == nil }) { return "the elements that appear" }
    if outcome.disappeared != (had ?? []).filter({ paths.has[$0.path] == nil }) {
      return "the elements that disappear"
    }
    let changed = has.filter { element in paths.had[element.path].map { $0 != element } ?? false }
    if outcome.changed != changed { return "the elements that change" }
    let sections = Set(has.map { $0.indexPath.section }).filter { $0 < solved.state.sections.count }
    if solved.windowFacts(of: change.name)?.itemCounts.map({ $0.section }) != sections.sorted() {
      return "the sections"
    }

    if had == nil { prefetcher.reset() }
    let advice = prefetcher.move(
      from: old?.bounds, to: bounds, in: viewport.overscan.window(of: bounds), velocity: change.velocity,
      present: Set(has.filter { $0.kind == .cell }.map { $0.indexPath }),
      of: solved.layout(shownOn: change.name, viewport),
      seen: try #require(solved.side(viewport, of: change.name).seenRect).size)
    predictions += advice.prefetch.count
    if outcome.prefetch != advice.prefetch { return "\(outcome.prefetch) fetched, not \(advice.prefetch)" }
    if outcome.cancelPrefetch != advice.cancel {
      return "\(outcome.cancelPrefetch) cancelled, not \(advice.cancel)"
    }
    return complaint(about: viewport)
  }

  /// The difference of the pending predictions; nil if there is none.
  private func complaint(about viewport: Viewport) -> String? {
    let pending = viewport.prefetcher.pending.map { IndexPath(key: $0) }
    return pending == prefetcher.pending.sorted() ? nil : "the pending predictions"
  }

  private func elements(of viewport: Viewport, in solved: SolvedCollection) -> [LayoutAttributes] {
    let list = solved.layout(shownOn: Self.name, viewport).elements(
      in: viewport.window!, visible: viewport.bounds!)
    return (0..<list.count).map { list[$0] }
  }

  private func index(_ elements: [LayoutAttributes]) -> [ElementPath: LayoutAttributes] {
    Dictionary(elements.map { ($0.path, $0) }) { $1 }
  }
}
