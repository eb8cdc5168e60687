import Foundation
import Synchronization

/// Counts by name, from many threads.
final class Tally: Sendable {
  private let state = Mutex<[String: Int]>([:])

  var counts: [String: Int] { state.withLock { $0 } }

  func add(_ name: String) { state.withLock { $0[name, default: 0] += 1 } }
}

/// Runs a body on so many threads at once, and waits for all of them.
func runConcurrently(_ count: Int, _ body: @escaping @Sendable () -> Void) {
  startConcurrently(count, body)()
}

/// Starts a body on so many threads at once; what it returns waits for all of them.
func startConcurrently(_ count: Int, _ body: @escaping @Sendable () -> Void) -> () -> Void {
  let group = DispatchGroup()
  for _ in 0..<count {
    group.enter()
    let thread = Thread {
      body()
      group.leave()
    }
    thread.start()
  }
  return { group.wait() }
}
