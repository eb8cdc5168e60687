import Foundation
import Synchronization

/// Does something again and again on a thread of its own.
final class Writer: Sendable {
  private let isOver = Atomic(false)
  private let ended = DispatchSemaphore(value: 0)

  init(_ work: @escaping @Sendable () -> Void) {
    Thread { [self] in
      while !isOver.load(ordering: .relaxed) { work() }
      ended.signal()
    }.start()
  }

  /// Returns when it has come to its end.
  func stop() {
    isOver.store(true, ordering: .relaxed)
    ended.wait()
  }
}
