import Collections
import Support

/// Forgets old history, on a thread of its own: it may have to read collections.
final class HistoryRetention: Sendable {
  /// Raised once the thread is to end.
  private let isOver = Semaphore()

  /// Starts at once, and runs until `stop`.
  ///
  /// - Parameter age: positive.
  init(_ age: Duration, _ collections: CollectionStore) {
    let interval = max(.milliseconds(100), min(age / 16, .seconds(60)))
    PosixThread(named: "retention") { [isOver] in
      while !isOver.wait(atMost: interval) {
        // A store that cannot be read now is looked at again.
        try? collections.forgetHistory(olderThan: age)
      }
    }.detach()
  }

  /// Begins no look any more. One in progress may go on for a moment.
  func stop() { isOver.signal() }

  deinit { stop() }
}
