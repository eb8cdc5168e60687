import Foundation
import Synchronization

/// Repeats some work on a thread of its own until it is stopped.
final class Repeater: Sendable {
  private let isOver = Atomic(false)
  private let ended = DispatchSemaphore(value: 0)

  init(_ work: @escaping @Sendable () -> Void) {
    Thread { [self] in
      while !isOver.load(ordering: .relaxed) { work() }
      ended.signal()
    }.start()
  }

  /// Stops after the repetition in progress, and returns when it has ended.
  func stop() {
    isOver.store(true, ordering: .relaxed)
    ended.wait()
  }
}
