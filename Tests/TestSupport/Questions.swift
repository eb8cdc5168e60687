import Cancellation
import Synchronization

/// Cancels work when it has asked so many times.
package final class Questions: CancellationSource {
  private let asked = Atomic(0)
  private let limit: Int

  package init(limit: Int = .max) { self.limit = limit }

  package var count: Int { asked.load(ordering: .relaxed) }

  package func isCancelled() -> Bool { asked.add(1, ordering: .relaxed).newValue > limit }
}
