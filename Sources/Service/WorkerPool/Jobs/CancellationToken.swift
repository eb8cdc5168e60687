import Support
import Synchronization

/// Tells a running job that its result is no longer wanted.
public final class CancellationToken: Sendable {
  private let flag = Atomic(false)
  private let nextCheck = Atomic<Int64>(0)
  private let isAbandoned: @Sendable () -> Bool

  /// Creates a token for work that runs outside a pool.
  ///
  /// - Parameter isAbandoned: returns whether the client that wanted the result has gone.
  public init(isAbandoned: @escaping @Sendable () -> Bool = { false }) {
    self.isAbandoned = isAbandoned
  }

  /// Whether the job should stop. One relaxed load: cheap enough for an inner loop.
  public var isCancelled: Bool { flag.load(ordering: .relaxed) }

  /// Returns whether the job should stop; checks at most every 20 ms whether its client has gone.
  ///
  /// Reads the clock: call it once in some thousand steps.
  public func isCancelledOrAbandoned() -> Bool {
    if isCancelled { return true }
    let now = MonotonicTime.now
    let due = nextCheck.load(ordering: .relaxed)
    // Of several threads that work on one job, one checks.
    guard now >= due,
      nextCheck.compareExchange(
        expected: due, desired: now + 20_000_000, ordering: .relaxed
      ).exchanged,
      isAbandoned()
    else { return isCancelled }
    cancel()
    return true
  }

  /// Cancels the token, for good.
  public func cancel() { flag.store(true, ordering: .relaxed) }
}
