import CollectionTestSupport
import LayoutEngine
import Testing

@testable import CollectionModel

/// Properties of a movement in any layout kind.
@Suite("Movements in every layout kind")
struct EveryKindMovementTests {
  /// Positions all over a collection and beyond it.
  private static func path(_ solved: SolvedCollection) -> [Point] {
    let size = solved.layout.contentSize
    var state: UInt64 = 7
    func next() -> Double {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Double(state >> 33) / Double(1 << 31)
    }
    return (0..<40).map { _ in
      Point(x: next() * (size.width + 80) - 40, y: next() * (size.height + 80) - 40)
    }
  }

  @Test(
    "finals of every diff turn the old attributes into the shown ones, and in the end into those of a fresh solve",
    arguments: Moving.kinds.indices, [nil, Rect(x: 0, y: 20, width: 200, height: 300)])
  func diffs(kind: Int, bounds: Rect?) throws {
    let (name, layout) = Moving.kinds[kind]
    for origin in [(0, 0), (0, 3), (2, 1)] {
      let start = try Moving.solved(layout, Moving.sections(Moving.uneven), bounds: bounds)
      var client = Client(start)
      var now = try start.begin(origin.0, origin.1)
      for position in Self.path(start) {
        let held = now.movement!.proposed
        let (after, diff) = now.told(try now.moving(to: position))
        // Diffs leave out the moving item: the client shows it under the finger.
        client.elements[ElementPath(kind: .cell, indexPath: held)] = nil
        client.take(diff)
        now = after
        let movement = try #require(now.movement)
        #expect(now.version == 1)
        #expect(now.plainIDs == start.plainIDs, "\(name): the collection itself has changed")
        let complaint = client.difference(from: Client(now), without: movement.proposed)
        #expect(complaint == nil, "\(name) at \(position)")
        #expect(!diff.changes.contains { $0.kind == .cell && $0.to == movement.proposed })
        let center = movement.item.frame.center
        #expect(abs(center.x - position.x) < 1e-9 && abs(center.y - position.y) < 1e-9)
      }
      let proposed = now.movement!.proposed
      let item = now.movement!.item
      let (ended, diff) = now.told(try now.endingMovement())
      #expect(ended.version == (proposed == now.movement!.origin ? 1 : 2))
      #expect(ended.movement == nil)
      client.take(diff)
      #expect(client.difference(from: Client(ended)) == nil, "\(name): ended")
      let settled = try #require(diff.changes.first { $0.to == proposed && $0.kind == .cell })
      #expect(settled.initial == item && settled.from == proposed)
      let fresh = try Moving.solved(layout, ended.state.sections, bounds: ended.state.bounds)
      #expect(Client(ended).difference(from: Client(fresh)) == nil, "\(name): fresh")
    }
  }

  @Test("a cancelled movement leaves everything as it was", arguments: Moving.kinds.indices)
  func cancelling(kind: Int) throws {
    let (name, layout) = Moving.kinds[kind]
    let start = try Moving.solved(layout, Moving.sections(Moving.uneven))
    var now = try start.begin(0, 1)
    for position in Self.path(start).prefix(12) { now = try now.moving(to: position).after }
    var client = Client(now)
    let (after, diff) = now.told(try now.cancellingMovement())
    client.take(diff)
    #expect(client.difference(from: Client(start)) == nil, "\(name)")
    #expect(after.version == 1 && after.movement == nil && after.plainIDs == start.plainIDs)
  }

  @Test("the position of a cell of items alike proposes its place", arguments: Moving.kinds.indices)
  func hits(kind: Int) throws {
    let (name, layout) = Moving.kinds[kind]
    // In a pile every cell lies under every other; the middle of one is the middle of all.
    guard name != "stack" else { return }
    let start = try Moving.solved(layout, Moving.sections([[40, 40, 40, 40, 40, 40]]))
    for target in 1..<6 {
      let frame = start.layout.attributes(of: .cell(0, target), visible: nil)!.frame
      // The part of a cell that others overlap may mean them as well.
      let center = frame.center
      let holders = (0..<6).filter {
        start.layout.attributes(of: .cell(0, $0), visible: nil)!.frame.contains(center)
      }
      guard holders == [target] else { continue }
      let now = try start.begin(0, 0).moving(to: center).after
      #expect(now.movement!.proposed == IndexPath(section: 0, item: target), "\(name)")
    }
  }

  @Test("a finger at rest changes nothing, wherever it came from", arguments: Moving.kinds.indices)
  func rest(kind: Int) throws {
    let (name, layout) = Moving.kinds[kind]
    let start = try Moving.solved(layout, Moving.sections(Moving.uneven))
    let size = start.layout.contentSize
    for (section, item) in [(0, 0), (0, 1), (0, 3), (2, 2)] {
      var now = try start.begin(section, item)
      let steps = 45
      for step in 0...(2 * steps) {
        let way = Double(step <= steps ? step : 2 * steps - step) / Double(steps)
        let position = Point(x: size.width * way, y: size.height * way)
        now = try now.moving(to: position).after
        #expect(try now.moving(to: position).after.movement!.proposed == now.movement!.proposed)
        // A tremor at an edge may mean another cell, but the item must not go to and fro.
        for tremor in [1e-9, -1e-9, 0] { now = try now.to(position.x + tremor, position.y) }
        let proposed = now.movement!.proposed
        for tremor in [1e-9, -1e-9, 0, 1e-9] {
          let step = try now.moving(to: Point(x: position.x + tremor, y: position.y))
          #expect(
            step.after.movement!.proposed == proposed, "\(name), [\(section), \(item)] at \(position)")
          now = step.after
        }
      }
    }
  }
}
