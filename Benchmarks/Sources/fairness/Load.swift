import Foundation
import Glibc
import Synchronization

/// Sends large requests on threads of low priority: their clients would have processors of their own.
final class Load: Sendable {
  private let port: UInt16
  private let bodies: [[UInt8]]
  private let isOver = Atomic(false)
  private let answered = Atomic(0)

  init(port: UInt16, bodies: [[UInt8]]) {
    self.port = port
    self.bodies = bodies
  }

  func begin(_ connections: Int) {
    for number in 0..<connections {
      Thread { [self] in
        setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, 19)
        var round = number
        while !isOver.load(ordering: .relaxed) {
          guard let connection = Connection(port: port, key: "heavy") else { continue }
          while !isOver.load(ordering: .relaxed), connection.solve(bodies[round % bodies.count]) != nil {
            answered.add(1, ordering: .relaxed)
            round += 1
          }
        }
      }.start()
    }
  }

  /// Sends no more requests; returns how many got a response.
  func end() -> Int {
    isOver.store(true, ordering: .relaxed)
    return answered.load(ordering: .relaxed)
  }
}
