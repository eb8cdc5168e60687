import CollectionTestSupport
import LayoutEngine
import TestSupport
import Testing

@testable import CollectionModel

/// Movements in several viewports at once.
struct SeveralMovementsTests {
  private static let bounds = Rect(x: 0, y: 0, width: 200, height: 300)

  private func both() throws -> SolvedCollection {
    let start = try Moving.solved(
      .list(Moving.list), Moving.sections([[40, 40, 40, 40], [40]]), bounds: Self.bounds)
    return try start.applying(ViewportChange(name: "side", bounds: Self.bounds)).after
  }

  private func error(_ make: () throws(MovementError) -> CollectionStep) -> MovementError? {
    do throws(MovementError) { _ = try make() } catch { return error }
    return nil
  }

  @Test func `an item is held by one viewport, which the refusal of a second names`() throws {
    let held = try both().begin(0, 1, on: "side")
    guard
      case .held("side", let path)? = error({ () throws(MovementError) in
        try held.beginningMovement(of: IndexPath(section: 0, item: 1))
      })
    else {
      Issue.record("the item is not held")
      return
    }
    #expect(path == IndexPath(section: 0, item: 1))
    let two = try held.begin(0, 0)
    #expect(two.movement(on: Viewport.main)?.origin.item == 0 && two.movement(on: "side")?.origin.item == 1)
    guard
      case .inProgress? = error({ () throws(MovementError) in
        try two.beginningMovement(of: IndexPath(section: 0, item: 2), on: "side")
      })
    else {
      Issue.record("the viewport takes a second item")
      return
    }
    let free = try two.cancellingMovement(on: "side").after
    #expect(try free.begin(0, 1, on: "side").movement(on: "side") != nil)
  }

  @Test func `the end of one movement is a change that the other follows`() throws {
    var now = try both().begin(0, 0).begin(0, 3, on: "side")
    now = try now.moving(to: .indexPath(IndexPath(section: 1, item: 1))).after
    now = try now.moving(to: .indexPath(IndexPath(section: 0, item: 1)), on: "side").after
    #expect(Moving.ids(now.sections(shownOn: "side")) == [["0.0", "0.3", "0.1", "0.2"], ["1.0"]])
    now = try now.endingMovement().after
    #expect(
      now.plainIDs == [["0.1", "0.2", "0.3"], ["1.0", "0.0"]] && now.movement(on: Viewport.main) == nil)
    #expect(Moving.ids(now.sections(shownOn: "side")) == [["0.3", "0.1", "0.2"], ["1.0", "0.0"]])
    #expect(try now.endingMovement(on: "side").after.plainIDs == [["0.3", "0.1", "0.2"], ["1.0", "0.0"]])
  }

  @Test func `a movement ends with its viewport, and the other goes on`() throws {
    let two = try both().begin(0, 0).begin(0, 1, on: "side")
    let deleted = try two.removing(viewport: "side").after
    #expect(deleted.movements.keys.sorted() == [Viewport.main])
    #expect(try deleted.cancellingMovement().after.begin(0, 1).movements.count == 1)
  }

  @Test func `a viewport in which an item is moved is in use`() throws {
    let later = ContinuousClock.now + .seconds(600)
    let begun = try both().beginningMovement(of: IndexPath(section: 0, item: 1), on: "side", now: later)
    #expect(begun.after.viewport("side")?.usedAt == later)
    let moved = try begun.after.moving(to: Point(x: 9, y: 9), on: "side", now: later + .seconds(9)).after
    #expect(moved.viewport("side")?.usedAt == later + .seconds(9))
  }

  @Test func `each movement has a timeout of its own`() throws {
    let start = ContinuousClock.now
    let two = try both().beginningMovement(of: IndexPath(section: 0, item: 0), now: start).after
      .beginningMovement(
        of: IndexPath(section: 0, item: 1), on: "side", now: start + .seconds(20)
      ).after
    let later = two.givingUpMovements(idle: .seconds(30), now: start + .seconds(40))
    #expect(later.movement(on: Viewport.main) == nil && later.movement(on: "side") != nil)
    #expect(try later.begin(0, 0, on: Viewport.main).movements.count == 2, "the item is free again")
  }

  @Test(arguments: 0..<48)
  func `random steps of two movements and other changes have the result of plain arrays`(seed: Int) throws {
    var walk = try MovementWalk(Moving.kinds[seed % Moving.kinds.count].layout, seed: UInt64(seed))
    for step in 0..<70 {
      let what = try walk.step()
      if let complaint = walk.complaint() {
        Issue.record("seed \(seed), step \(step), \(what): \(complaint)")
        return
      }
    }
    try walk.checkReplay()
  }
}

/// Two viewports in which items are moved while others change the collection, beside a model of plain arrays.
private struct MovementWalk {
  private static let viewports = [Viewport.main, "side"]
  private static let bounds = Rect(x: 0, y: 0, width: 200, height: 300)

  private let start: SolvedCollection
  private var solved: SolvedCollection
  private var model: MovementModel
  private var clients: [String: Client] = [:]
  private var changes: [CollectionChange] = []
  private var random: SeededGenerator
  private var made = 0
  private var fault: String?

  init(_ layout: LayoutKind, seed: UInt64) throws {
    start = try Moving.solved(
      layout, Moving.sections([[40, 20, 90, 30], [60, 40], []]), bounds: Self.bounds
    ).applying(ViewportChange(name: "side", bounds: Self.bounds)).after
    solved = start
    model = MovementModel(sections: start.plainIDs)
    random = SeededGenerator(seed: seed)
    for name in Self.viewports { clients[name] = Client(solved, on: name) }
  }

  /// Carries out a random operation; returns its description.
  mutating func step() throws -> String {
    fault = nil
    let viewport = random.pick(Self.viewports)
    switch random.integer(0...11) {
    case 0, 1, 2: return try edit()
    case 3 where model.drags[viewport] != nil:
      try take(try solved.endingMovement(on: viewport), on: viewport)
      model.end(on: viewport)
      return "ending on \(viewport)"
    case 4 where model.drags[viewport] != nil:
      try take(try solved.cancellingMovement(on: viewport), on: viewport)
      model.drags[viewport] = nil
      return "cancelling on \(viewport)"
    case 5: return try replaceSide()
    default:
      return model.drags[viewport] == nil ? try begin(on: viewport) : try move(on: viewport)
    }
  }

  private mutating func begin(on viewport: String) throws -> String {
    let ids = model.sections.flatMap { $0 }
    guard !ids.isEmpty else { return "nothing" }
    let id = random.pick(ids)
    let path = model.path(of: id)!
    if let holder = model.drags.first(where: { $0.value.id == id })?.key {
      do throws(MovementError) {
        _ = try solved.beginningMovement(of: path, on: viewport)
        fault = "\(id) is held twice"
      } catch {
        guard case .held(holder, path) = error else {
          fault = "\(error)"
          return "beginning"
        }
      }
      return "taking up \(id), which is held"
    }
    if case .cancelled? = solved.movements[viewport] {
      solved = solved.forgettingMovement(on: viewport).after
    }
    try take(try solved.beginningMovement(of: path, on: viewport), on: viewport)
    model.drags[viewport] = MovementModel.Drag(id: id, proposed: path)
    return "taking up \(id) on \(viewport)"
  }

  private mutating func move(on viewport: String) throws -> String {
    let drag = model.drags[viewport]!
    let others = model.sections.flatMap { $0 }.filter { $0 != drag.id }
    let target: MovementTarget
    switch random.integer(0...3) {
    case 0:
      let size = solved.layout(shownOn: viewport, solved.viewport(viewport)!).contentSize
      target = .position(
        Point(
          x: Double(random.integer(0...Int(size.width))), y: Double(random.integer(0...Int(size.height)))))
    case 1 where !others.isEmpty:
      let id = random.pick(others)
      target = .before(model.path(of: id)!)
      model.drags[viewport]!.proposed = model.place(of: drag, nextTo: id, by: 0)
    case 2 where !others.isEmpty:
      let id = random.pick(others)
      target = .after(model.path(of: id)!)
      model.drags[viewport]!.proposed = model.place(of: drag, nextTo: id, by: 1)
    default:
      let section = random.integer(0...model.sections.count - 1)
      let room = model.sections[section].filter { $0 != drag.id }.count
      let path = IndexPath(section: section, item: random.integer(0...room))
      target = .indexPath(path)
      model.drags[viewport]!.proposed = path
    }
    try take(try solved.moving(to: target, on: viewport), on: viewport)
    // Only the layout knows what a position means.
    if case .position = target { model.drags[viewport]!.proposed = solved.movement(on: viewport)!.proposed }
    return "moving \(drag.id) on \(viewport) to \(target)"
  }

  /// A batch by a client that moves nothing: items are inserted, deleted and moved.
  private mutating func edit() throws -> String {
    var sections = model.sections
    let section = random.integer(0...sections.count - 1)
    let ids = sections.flatMap { $0 }
    let update: BatchUpdate
    switch random.integer(0...3) {
    case 0 where ids.count > 3:
      let path = model.path(of: random.pick(ids))!
      sections[path.section].remove(at: path.item)
      update = BatchUpdate(.deleteItems(at: [path]))
    case 1 where !ids.isEmpty:
      let from = model.path(of: random.pick(ids))!
      let id = sections[from.section].remove(at: from.item)
      let to = IndexPath(section: section, item: random.integer(0...sections[section].count))
      sections[to.section].insert(id, at: to.item)
      update = BatchUpdate(.moveItem(from: from, to: to))
    default:
      made += 1
      let path = IndexPath(section: section, item: random.integer(0...sections[section].count))
      sections[section].insert("new\(made)", at: path.item)
      let size = Size(width: 60, height: Double(random.integer(2...9)) * 10)
      update = BatchUpdate(.insertItems(at: [path], [Item(id: "new\(made)", size: size)]))
    }
    try take(try solved.applying(.updates([update])), on: nil)
    model.edit(to: sections)
    return "\(update.action)"
  }

  /// Removes the other viewport with its movement, and adds it again.
  private mutating func replaceSide() throws -> String {
    guard random.chance(1, in: 3) else { return "nothing" }
    solved = try solved.removing(viewport: "side").after
    solved = try solved.applying(ViewportChange(name: "side", bounds: Self.bounds)).after
    model.drags["side"] = nil
    clients["side"] = Client(solved, on: "side")
    return "replacing the side"
  }

  /// Carries out a step whose diff the client of a viewport gets, and the other an event.
  private mutating func take(_ step: CollectionStep, on viewport: String?) throws {
    var step = step
    let named = viewport ?? Viewport.main
    for name in Self.viewports {
      guard let held = solved.movement(on: name) else { continue }
      // The moving item belongs to the client.
      clients[name]!.elements[ElementPath(kind: .cell, indexPath: held.proposed)] = nil
    }
    step.place(named)
    let diff = try #require(step.diff(of: named, visibleOnly: false))
    clients[named]!.take(diff)
    if step.change != nil {
      for name in Self.viewports where name != named {
        clients[name]!.take(try #require(step.diff(of: name, visibleOnly: false)))
      }
    }
    if let change = step.change { changes.append(change) }
    solved = step.after
  }

  /// The first difference from the model; nil if there is none.
  func complaint() -> String? {
    if let fault { return fault }
    guard solved.plainIDs == model.sections else { return "\(solved.plainIDs), not \(model.sections)" }
    for name in Self.viewports {
      let (movement, drag) = (solved.movement(on: name), model.drags[name])
      guard (movement == nil) == (drag == nil) else { return "\(name) has the movement \(movement as Any)" }
      let shown = Moving.ids(solved.sections(shownOn: name))
      guard shown == model.shown(on: name) else { return "\(name): \(shown), not \(model.shown(on: name))" }
      if let movement, model.path(of: drag!.id) != movement.origin { return "\(name) holds another item" }
      let fresh = Client(solved, on: name)
      if let difference = clients[name]!.difference(from: fresh, without: movement?.proposed) {
        return "\(name): \(difference)"
      }
    }
    return nil
  }

  /// The stored changes alone make the same collection.
  func checkReplay() throws {
    var replayed = start
    for change in changes {
      var step = try replayed.applying(change)
      step.place()
      replayed = step.after
    }
    #expect(replayed.version == solved.version && replayed.plainIDs == solved.plainIDs)
    var ended = solved
    for name in Self.viewports where ended.movement(on: name) != nil {
      ended = try ended.cancellingMovement(on: name).after
    }
    #expect(Client(replayed).difference(from: Client(ended)) == nil)
  }
}
