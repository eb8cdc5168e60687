import CollectionTestSupport
import LayoutEngine
import TestSupport
import Testing

@testable import CollectionModel

/// Two viewports with overscan, each with a client that knows only what the server tells it.
@Suite struct WindowTests {
  private static let kinds = Moving.kinds + [("carousels", ReadingAcrossTests.carousels(.continuous))]

  @Test(arguments: kinds.indices)
  func `clients have the elements of their windows after every step, in every layout kind`(
    kind: Int
  ) throws {
    let (name, layout) = Self.kinds[kind]
    for seed in 0..<4 {
      var pair = try ClientPair(layout, seed: UInt64(100 * kind + seed))
      for number in 0..<60 {
        let step = try pair.step()
        let complaint = pair.clients.lazy.compactMap { $0.difference(from: pair.solved) }.first
        #expect(complaint == nil, "\(name), seed \(seed), step \(number): \(step)")
        if complaint != nil { return }
      }
    }
  }

  @Test func `clients have the elements of their windows while content is measured`() throws {
    for (name, kind) in [("list", MeasuredScreens.automaticList), ("grid", MeasuredScreens.grid)] {
      var random = SeededGenerator(seed: 5)
      let measurer = HeightMeasurer()
      var solved = try MeasuredScreens.sized(
        kind, MeasuredScreens.showing((0..<300).map { _ in Double(random.integer(10...120)) }), measurer)
      let other = ViewportChange(
        name: "other", bounds: Rect(x: 0, y: 200, width: 200, height: 300), overscan: .screens(1))
      solved = try solved.applying(other, measurer.measure).after
      var clients = [WindowClient(solved), WindowClient(solved, on: "other")]
      for _ in 0..<40 {
        let mover = random.integer(0...1)
        let y = Double(random.integer(0...6000))
        var change = ViewportChange(
          name: clients[mover].viewport, bounds: Rect(x: 0, y: y, width: 200, height: 300))
        if random.chance(1, in: 4) { change.overscan = .screens(Double(random.integer(0...2))) }
        let step = try solved.applying(change, measurer.measure)
        solved = step.after
        clients[mover].take(try #require(step.scrolled))
        if step.change != nil {
          let viewport = clients[1 - mover].viewport
          clients[1 - mover].take(try #require(step.diff(of: viewport, visibleOnly: true)))
        }
        for client in clients { #expect(client.difference(from: solved) == nil, "\(name)") }
        let viewport = try #require(solved.viewport(change.name))
        #expect(try solved.estimated(in: #require(viewport.window), on: viewport).isEmpty)
      }
    }
  }
}

/// A collection with two viewports, their clients, and random steps.
private struct ClientPair {
  var solved: SolvedCollection
  var clients: [WindowClient]
  private var changes: RandomChanges

  init(_ layout: LayoutKind, seed: UInt64) throws {
    changes = RandomChanges(seed: seed)
    let main = Viewport(
      container: Moving.container, containerJSON: [1], bounds: Rect(x: 0, y: 0, width: 200, height: 300),
      overscan: .screens(0.5))
    solved = try SolvedCollection(
      solving: CollectionState(
        sections: changes.sections(3, items: 6...20),
        layout: LayoutChoice(kind: layout, jsonText: Array("first".utf8)), main: main))
    let narrow = Container(size: Size(width: 150, height: 200))
    solved = try solved.applying(
      ViewportChange(
        name: "other", bounds: Rect(x: 0, y: 50, width: 150, height: 200),
        overscan: Overscan(Insets(top: 40, left: 5, bottom: 120, right: 0)), container: (narrow, [2]))
    ).after
    clients = [WindowClient(solved), WindowClient(solved, on: "other")]
  }

  /// Makes a random step and hands it to both clients.
  ///
  /// - Returns: what the step is.
  mutating func step() throws -> String {
    switch changes.random.integer(0...9) {
    case 0...4: return try scroll()
    case 5: return try rotate()
    case 6, 7: return try drag()
    default: return try change()
    }
  }

  private var mover: Int { mutating get { changes.random.integer(0...1) } }

  private mutating func offset(on viewport: Viewport) -> Point {
    let size = solved.solvedViewport(of: viewport).layout.contentSize
    return Point(
      x: Double(changes.random.integer(-20...Int(size.width))),
      y: Double(changes.random.integer(-40...Int(size.height))))
  }

  private mutating func scroll() throws -> String {
    let mover = self.mover
    let viewport = solved.viewport(clients[mover].viewport)!
    let far = offset(on: viewport)
    var bounds = viewport.bounds!
    let isNear = changes.random.chance(2, in: 3)
    bounds.y = isNear ? bounds.y + Double(changes.random.integer(-90...90)) : far.y
    if changes.random.chance(1, in: 4) { bounds.x = far.x }
    var change = ViewportChange(name: clients[mover].viewport, bounds: bounds)
    if changes.random.chance(1, in: 5) {
      change.overscan = Overscan(
        Insets(top: Double(changes.random.integer(0...200)), left: 0, bottom: 30, right: 10))
    }
    let layout = solved.layout(shownOn: change.name, viewport)
    change.orthogonalOffsets = layout.orthogonalSections(in: nil).map {
      OrthogonalOffset(
        section: $0.section, offset: Double(changes.random.integer(0...Int($0.contentSize.width))))
    }
    change.isResync = changes.random.chance(1, in: 12)
    try move(mover, change)
    return "scroll \(mover) to \(bounds)"
  }

  private mutating func rotate() throws -> String {
    let mover = self.mover
    let viewport = solved.viewport(clients[mover].viewport)!
    let size = Size(width: viewport.container.size.height, height: viewport.container.size.width)
    let bounds = Rect(origin: offset(on: viewport), size: size)
    var change = ViewportChange(
      name: clients[mover].viewport, bounds: bounds,
      container: (Container(size: size), Array("\(size)".utf8)))
    if mover == 1, changes.random.chance(1, in: 2) {
      let kind = changes.random.pick(Moving.kinds)
      change.layout = .some(LayoutChoice(kind: kind.layout, jsonText: Array(kind.name.utf8)))
    }
    let step = try move(mover, change)
    // The diff is another form of the same outcome.
    var client = WindowClient(step.before, on: change.name)
    let diff = try #require(step.diff(of: change.name, visibleOnly: true))
    client.take(diff)
    #expect(client.difference(from: step.after) == nil, "the diff of a rotation")
    return "rotate \(mover)"
  }

  @discardableResult
  private mutating func move(_ mover: Int, _ change: ViewportChange) throws -> CollectionStep {
    let step = try solved.applying(change)
    solved = step.after
    clients[mover].take(try #require(step.scrolled))
    return step
  }

  private mutating func change() throws -> String {
    let mover = self.mover
    let change = changes.change(of: solved.state.sections)
    var step = try solved.applying(change)
    let name = clients[mover].viewport
    let anchor: DiffAnchor = changes.random.pick([.automatic, .start, .end])
    step.place(name, asked: .anchor(anchor))
    let diff = try #require(step.diff(of: name, visibleOnly: true))
    solved = step.after
    clients[mover].take(diff)
    let other = clients[1 - mover].viewport
    clients[1 - mover].take(try #require(step.diff(of: other, visibleOnly: true)))
    return "change by \(mover): \(change)"
  }

  /// Begins, continues or ends a movement on the main viewport.
  private mutating func drag() throws -> String {
    guard let movement = solved.movement else {
      let cells = clients[0].elements.keys.filter { $0.kind == .cell }.map(\.indexPath).sorted()
      guard let path = cells.isEmpty ? nil : changes.random.pick(cells) else { return "nothing to drag" }
      try carryOut(try solved.beginningMovement(of: path))
      clients[0].pickUp(path)
      return "begin \(path)"
    }
    let viewport = solved.viewport(Viewport.main)!
    switch changes.random.integer(0...4) {
    case 0: try carryOut(try solved.cancellingMovement())
    case 1: try carryOut(try solved.endingMovement())
    default: try carryOut(try solved.moving(to: offset(on: viewport)))
    }
    return "drag from \(movement.origin)"
  }

  private mutating func carryOut(_ moved: CollectionStep) throws {
    var step = moved
    step.place()
    let diff = try #require(step.diff(visibleOnly: true))
    solved = step.after
    clients[0].take(diff)
    if step.change != nil {
      clients[1].take(try #require(step.diff(of: "other", visibleOnly: true)))
    }
  }
}

extension Overscan {
  /// Some screens above and below.
  static func screens(_ count: Double) -> Overscan {
    Overscan(Insets(top: count, left: 0, bottom: count, right: 0), unit: .screens)
  }
}

extension SolvedCollection {
  fileprivate func estimated(in rect: Rect, on viewport: Viewport) -> [LayoutAttributes] {
    let found = solvedViewport(of: viewport).layout.elements(in: rect, visible: viewport.bounds)
    return (0..<found.count).map { found[$0] }.filter(\.isEstimated)
  }
}
