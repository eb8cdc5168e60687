import CollectionTestSupport
import LayoutEngine
import TestSupport
import Testing

@testable import CollectionModel

/// All operations on a collection, in any order and in every layout kind.
struct RandomWalkTests {
  @Test(arguments: Moving.kinds.map(\.name))
  func `after any walk every screen is laid out as it would be anew, and its client has the visible elements`(
    kind: String
  ) throws {
    for seed in 1...3 {
      var walk = try Walk(kind, seed: UInt64(seed) * 7919)
      for round in 0..<50 {
        let done = try walk.step()
        if let complaint = walk.complaint() {
          Issue.record("\(kind), seed \(seed), round \(round), after \(done): \(complaint)")
          return
        }
      }
    }
  }

  @Test func `scrolling a million rows by a screen touches tens of elements`() throws {
    var list = ListLayout()
    list.style = .grouped
    list.metrics.sectionHeaderHeight = 20
    let sections = SectionList([Section(id: "s", items: ItemSequence(count: 1_000_000))])
    var solved = try Moving.solved(
      .list(list), sections, bounds: Rect(x: 0, y: 0, width: 200, height: 300))
    for y in stride(from: 0.0, through: 30_000_000, by: 1_999_700) {
      for offset in [y, y + 300, y + 150] {
        let step = try solved.applying(
          ViewportChange(name: Viewport.main, bounds: Rect(x: 0, y: offset, width: 200, height: 300)))
        #expect(try #require(step.scrolled).touched < 60)
        solved = step.after
      }
    }
  }

  @Test func `a thousand screens alike share one layout, and each keeps its own place`() throws {
    var solved = try Moving.solved(
      .list(Moving.list), Moving.sections([Array(repeating: 20, count: 100)]),
      bounds: Rect(x: 0, y: 0, width: 200, height: 300))
    for number in 0..<1000 {
      let change = ViewportChange(
        name: "v\(number)", bounds: Rect(x: 0, y: Double(number), width: 200, height: 300))
      solved = try solved.applying(change).after
    }
    #expect(solved.viewports.count == 1000 && solved.solvedViewports.count == 1)
    let narrow = Container(size: Size(width: 100, height: 300))
    solved = try solved.applying(
      ViewportChange(
        name: "v0", bounds: Rect(x: 0, y: 0, width: 100, height: 300), container: (narrow, []))
    ).after
    #expect(solved.solvedViewports.count == 2)

    let step = try solved.step(.insert("new"))
    for number in [1, 500, 999] {
      let diff = try #require(step.placed("v\(number)").diff(of: "v\(number)", visibleOnly: true))
      #expect(diff.contentOffset.from.y == Double(number))
      #expect(step.after.viewport("v\(number)")?.bounds?.origin == diff.contentOffset.to)
    }
  }
}

/// A collection, a client of its main viewport, and a random generator.
private struct Walk {
  var solved: SolvedCollection
  private var changes: RandomChanges
  /// The elements that the client of the main viewport has.
  private var held: [ElementPath: LayoutAttributes] = [:]
  private var fault: String?

  init(_ kind: String, seed: UInt64) throws {
    changes = RandomChanges(seed: seed)
    let layout = Moving.kinds.first { $0.name == kind }!.layout
    let state = CollectionState(
      sections: changes.sections(3, items: 3...12),
      layout: LayoutChoice(kind: layout, jsonText: Array(kind.utf8)),
      main: Viewport(
        container: Moving.container, containerJSON: [], bounds: Rect(x: 0, y: 0, width: 200, height: 300)))
    solved = try SolvedCollection(solving: state)
    takeVisible()
  }

  /// Carries out a random operation; returns its description.
  mutating func step() throws -> String {
    fault = nil
    switch changes.random.integer(0...13) {
    case 0...3:
      try change(changes.change(of: solved.state.sections))
      return "a change"
    case 4, 5:
      try scroll(Viewport.main)
      return "scrolling"
    case 6:
      try scroll("watch", in: Container(size: Size(width: 120, height: 150)))
      return "scrolling the other screen"
    case 7:
      let width = Double(changes.random.pick([150, 200, 320]))
      try scroll(Viewport.main, in: Container(size: Size(width: width, height: 300)))
      return "turning"
    case 8:
      let (name, layout) = changes.random.pick(Moving.kinds.map { ($0.name, $0.layout) })
      try change(.layout(LayoutChoice(kind: layout, jsonText: Array(name.utf8))))
      return "the layout \(name)"
    case 9:
      if let step = try? solved.removing(viewport: "watch") { solved = step.after }
      return "ending the other screen"
    case 10: return try measure()
    case 11: return try invalidate()
    default: return try moveItem()
    }
  }

  /// The first problem found; nil if there is none.
  func complaint() -> String? {
    if let fault { return fault }
    for name in solved.viewportNames {
      let viewport = solved.viewport(name)!
      let screen = solved.solvedViewport(of: viewport)
      let anew = try! screen.kind.expecting(screen.estimate).prepare(
        solved.sections(of: screen), in: screen.container)
      if let difference = difference(screen.layout, anew) { return "\(name): \(difference)" }
    }
    guard solved.movement == nil else { return nil }
    for (path, element) in visible() where held[path] != element {
      return "\(element) is visible, the client has \(String(describing: held[path]))"
    }
    return nil
  }
}

extension Walk {
  private func visible() -> [ElementPath: LayoutAttributes] {
    let bounds = solved.state.main.bounds!
    let list = solved.layout.elements(in: bounds, visible: bounds)
    return Dictionary(
      (0..<list.count).map {
        (ElementPath(kind: list[$0].kind, indexPath: list[$0].indexPath), list[$0])
      }
    ) { $1 }
  }

  /// The client has applied a diff.
  private mutating func takeVisible() { held = visible() }

  private mutating func change(_ change: CollectionChange) throws {
    let wasMoving = solved.movement != nil
    var step = try solved.applying(change)
    step.place()
    let diff = step.diff(visibleOnly: true)!
    if !wasMoving, step.change != nil {
      let isLayout = if case .layout = change { true } else { false }
      fault = Self.jump(of: diff, from: solved, to: step.after, isLaidOutAnew: isLayout)
    }
    solved = step.after
    takeVisible()
  }

  /// How far visible content has moved in the viewport, if it has: the first seen cell that is neither deleted nor moved.
  private static func jump(
    of diff: UpdateDiff, from before: SolvedCollection, to after: SolvedCollection, isLaidOutAnew: Bool
  ) -> String? {
    guard let bounds = before.state.main.bounds, !before.layout.followsVisibleRect,
      !after.layout.followsVisibleRect
    else { return nil }
    let ranges = [before, after].map {
      $0.state.main.container.scrollRange(of: $0.layout.contentSize, in: bounds.size)
    }
    var wanted = diff.contentOffset.from
    let isShort = ranges[0].least.y == ranges[0].most.y
    if wanted.y > ranges[0].least.y + 0.01, !isShort {
      let visible = before.layout.elements(in: bounds, visible: bounds)
      let cells = (0..<visible.count).map { visible[$0] }.filter {
        $0.kind == .cell && min($0.frame.maxY, bounds.maxY) - max($0.frame.y, bounds.y) > 1
          && min($0.frame.maxX, bounds.maxX) - max($0.frame.x, bounds.x) > 1
      }.sorted { ($0.frame.y, $0.frame.x, $0.indexPath) < ($1.frame.y, $1.frame.x, $1.indexPath) }
      let fates = Dictionary(
        diff.changes.filter { $0.kind == .cell && $0.from != nil }.map { ($0.from!, $0) }
      ) { first, _ in first }
      let kept = cells.first { cell in
        let fate = fates[cell.indexPath]
        let isMeasured =
          cell.isEstimated && cell.frame.y < bounds.y
          && abs((fate?.final.frame.height ?? cell.frame.height) - cell.frame.height) > 1e-6
        return fate?.type != .delete && fate?.type != .move && !isMeasured
      }
      guard let first = kept else { return nil }
      let final = fates[first.indexPath]?.final.frame ?? first.frame
      // Of a cell that another layout would leave out of sight, a share stays.
      if isLaidOutAnew, first.frame.y - bounds.y + final.height <= 1 { return nil }
      wanted = Point(x: wanted.x + final.x - first.frame.x, y: wanted.y + final.y - first.frame.y)
    }
    let offset = diff.contentOffset.to
    // Bounds beyond the ends of the content are a pull, which lasts.
    func limited(_ offset: Double, _ axis: KeyPath<Point, Double>) -> Double {
      let pull = bounds.origin[keyPath: axis]
      let (least, most) = (ranges[0].least[keyPath: axis], ranges[0].most[keyPath: axis])
      return min(
        max(offset, ranges[1].least[keyPath: axis] + min(0, pull - least)),
        ranges[1].most[keyPath: axis] + max(0, pull - most))
    }
    let isHeld =
      abs(offset.x - limited(wanted.x, \.x)) < 1e-6 && abs(offset.y - limited(wanted.y, \.y)) < 1e-6
    return isHeld ? nil : "the content offset is \(offset), the reader wants \(wanted) in \(ranges)"
  }

  private mutating func scroll(_ name: String, in container: Container? = nil) throws {
    let size = container?.size ?? solved.viewport(name)?.bounds?.size ?? Moving.container.size
    let content = solved.layout.contentSize
    let bounds = Rect(
      x: changes.random.chance(1, in: 4) ? Double(changes.random.integer(0...200)) : 0,
      y: Double(changes.random.integer(0...max(1, Int(min(content.height, 3000))))), width: size.width,
      height: size.height)
    var change = ViewportChange(name: name, bounds: bounds, container: container.map { ($0, []) })
    change.velocity =
      changes.random.chance(1, in: 2) ? Point(x: 0, y: Double(changes.random.integer(-3...3))) : nil
    let step = try solved.applying(change)
    solved = step.after
    guard name == Viewport.main, let outcome = step.scrolled, solved.movement == nil else {
      if name == Viewport.main { takeVisible() }
      return
    }
    for element in outcome.disappeared
    where held.removeValue(forKey: ElementPath(kind: element.kind, indexPath: element.indexPath)) == nil {
      fault = "\(element) disappeared, and was not there"
    }
    for element in outcome.appeared
    where held.updateValue(element, forKey: ElementPath(kind: element.kind, indexPath: element.indexPath))
      != nil
    {
      fault = "\(element) appeared, and was there"
    }
    for element in outcome.changed
    where held.updateValue(element, forKey: ElementPath(kind: element.kind, indexPath: element.indexPath))
      == nil
    {
      fault = "\(element) changed, and was not there"
    }
    let items = Set(outcome.prefetch)
    if items.count != outcome.prefetch.count { fault = "an item is to be fetched twice" }
    if !items.isDisjoint(with: outcome.cancelPrefetch) { fault = "an item is fetched and cancelled" }
  }

  /// Any item of the collection, if it has one.
  private mutating func anyItem() -> IndexPath? {
    let sections = solved.state.sections
    let filled = (0..<sections.count).filter { sections[$0].items.count > 0 }
    guard !filled.isEmpty else { return nil }
    let section = changes.random.pick(filled)
    return IndexPath(section: section, item: changes.random.integer(0...sections[section].items.count - 1))
  }

  private mutating func measure() throws -> String {
    guard let path = anyItem() else { return "nothing" }
    let size = Size(width: 40, height: Double(changes.random.integer(10...90)))
    // Items without a size are estimated if the layout measures them.
    try change(.updates([BatchUpdate(.reloadItems(at: [path], [Item(id: "m\(solved.revision)")]))]))
    try change(
      .measurements(
        MeasurementBatch(
          breadth: solved.measuredBreadth(of: solved.state.main),
          elements: [MeasuredElement(.cell(path.section, path.item), Measurement(size: size))])))
    return "a measurement"
  }

  private mutating func invalidate() throws -> String {
    let scope = changes.random.pick([Invalidation.Scope.counts, .everything, .elements])
    let elements = anyItem().map { [ElementPath.cell($0.section, $0.item)] } ?? []
    try change(
      .invalidation(
        Invalidation(
          breadth: solved.measuredBreadth(of: solved.state.main), scope: scope,
          elements: scope == .elements ? elements : [])))
    return "an invalidation"
  }

  /// Begins, moves, ends or cancels a movement, as possible.
  private mutating func moveItem() throws -> String {
    guard solved.movement != nil else {
      if !solved.movements.isEmpty { solved = solved.forgettingMovement().after }
      guard let path = anyItem(),
        let step = try? solved.beginningMovement(of: path, at: nil, on: Viewport.main, now: .now)
      else { return "nothing" }
      solved = step.after
      return "taking an item up"
    }
    let position = Point(
      x: Double(changes.random.integer(0...200)), y: Double(changes.random.integer(0...600)))
    let step: CollectionStep
    let name: String
    switch changes.random.integer(0...3) {
    case 0: (step, name) = (try solved.endingMovement(), "putting it down")
    case 1: (step, name) = (try solved.cancellingMovement(), "putting it back")
    default: (step, name) = (try solved.moving(to: position, now: .now), "moving it")
    }
    var settled = step
    settled.place()
    solved = settled.after
    if solved.movement == nil { takeVisible() }
    return name
  }
}
