import CollectionTestSupport
import LayoutEngine
import Testing

@testable import CollectionModel
@testable import Collections

/// When a store cancels a movement whose client is gone.
struct MovementTimeoutTests {
  @Test func `a movement of whose client nothing is heard is over, and every sign of life keeps it`() throws {
    let clock = MovedClock()
    let store = try CollectionStore(
      journal: MemoryJournal(), movementTimeout: .seconds(30), now: { clock.now })
    let (key, path) = (CollectionKey("c"), IndexPath(section: 0, item: 0))
    try store.create(key, .list([["a", "b", "c"]])).wait()
    func step(_ make: (SolvedCollection) throws(MovementError) -> CollectionStep) throws {
      try store.changeHere(key) { (before) throws(MovementError) in (try make(before), ()) }.wait()
    }
    try step { (before) throws(MovementError) in
      try before.beginningMovement(of: path, now: store.now())
    }
    for _ in 0..<3 {
      clock.advance(by: .seconds(29))
      try step { (before) throws(MovementError) in
        try before.moving(to: .position(Point(x: 50, y: 55)), now: store.now())
      }
    }
    clock.advance(by: .seconds(30))
    try store.changeHere(key) { (before) throws(MovementError) in
      #expect(before.activeMovements.isEmpty)
      do throws(MovementError) {
        _ = try before.moving(to: .position(.zero))
        Issue.record("it is not over")
      } catch {
        guard case .cancelled(.timedOut(.seconds(30))) = error else { throw error }
      }
      return (before.forgettingMovement(), ())
    }.wait()
    #expect(try store.solved(key).wait().ids == [["a", "b", "c"]])
    try step { (before) throws(MovementError) in
      try before.beginningMovement(of: path, now: store.now())
    }
  }
}
