import LayoutEngine
import Testing

@testable import CollectionModel

/// Movements by index paths and next to items, as keyboards make them.
struct MovementTargetTests {
  private func held() throws -> SolvedCollection {
    let rows = Moving.sections([[40, 40, 40, 40], [40]])
    return try Moving.solved(.list(Moving.list), rows, bounds: Rect(x: 0, y: 0, width: 200, height: 300))
      .begin(0, 1)
  }

  private func path(_ section: Int, _ item: Int) -> IndexPath { IndexPath(section: section, item: item) }

  @Test(arguments: [
    (MovementTarget.indexPath(IndexPath(section: 0, item: 0)), [["0.1", "0.0", "0.2", "0.3"], ["1.0"]]),
    (.indexPath(IndexPath(section: 0, item: 3)), [["0.0", "0.2", "0.3", "0.1"], ["1.0"]]),
    (.indexPath(IndexPath(section: 1, item: 1)), [["0.0", "0.2", "0.3"], ["1.0", "0.1"]]),
    (.before(IndexPath(section: 0, item: 0)), [["0.1", "0.0", "0.2", "0.3"], ["1.0"]]),
    (.before(IndexPath(section: 0, item: 2)), [["0.0", "0.1", "0.2", "0.3"], ["1.0"]]),
    (.before(IndexPath(section: 0, item: 3)), [["0.0", "0.2", "0.1", "0.3"], ["1.0"]]),
    (.after(IndexPath(section: 0, item: 0)), [["0.0", "0.1", "0.2", "0.3"], ["1.0"]]),
    (.after(IndexPath(section: 0, item: 3)), [["0.0", "0.2", "0.3", "0.1"], ["1.0"]]),
    (.after(IndexPath(section: 1, item: 0)), [["0.0", "0.2", "0.3"], ["1.0", "0.1"]]),
  ])
  func `a target is where the item goes`(target: MovementTarget, shown: [[String]]) throws {
    let now = try held().moving(to: target).after
    #expect(now.shownIDs == shown)
    #expect(try now.endingMovement().after.plainIDs == shown)
  }

  @Test func `the item is in its gap, and a finger goes on from there`() throws {
    let now = try held().moving(to: .indexPath(path(0, 3))).after
    let movement = try #require(now.movement)
    let gap = try #require(movement.placeholder(visible: now.state.bounds))
    #expect(movement.item.frame == gap.frame && movement.position == gap.frame.center)
    #expect(try now.moving(to: movement.position).after.movement?.proposed == path(0, 3))
    #expect(try now.to(100, 30).movement?.proposed == path(0, 0))
    let again = try now.moving(to: .indexPath(path(0, 3)))
    #expect(again.placed().diff(visibleOnly: true)?.changes.isEmpty == true)
  }

  @Test func `a target that does not exist, or is the item itself, changes nothing`() throws {
    let now = try held()
    func error(_ target: MovementTarget) -> MovementError? {
      do throws(MovementError) { _ = try now.moving(to: target) } catch { return error }
      return nil
    }
    for (target, last) in [(path(0, 4), 3), (path(1, 2), 1), (path(2, 0), nil), (path(-1, 0), nil)] {
      guard case .noSuchTarget(target, last)? = error(.indexPath(target)) else {
        Issue.record("\(target) is a target")
        continue
      }
    }
    guard case .ownItem? = error(.after(path(0, 1))), case .ownItem? = error(.before(path(0, 1))),
      case .noSuchItem? = error(.after(path(0, 9)))
    else {
      Issue.record("the item is next to itself, or to nothing")
      return
    }
  }
}
