import Support
import Synchronization

/// How a running job learns that nobody wants its result any more.
public final class CancellationToken: Sendable {
  private let flag = Atomic(false)
  private let nextLook = Atomic<Int64>(0)
  private let isAbandoned: @Sendable () -> Bool

  /// A token on its own, for work that runs outside a pool.
  public init(isAbandoned: @escaping @Sendable () -> Bool = { false }) {
    self.isAbandoned = isAbandoned
  }

  /// Says whether the job should stop. One relaxed load: cheap enough for an inner loop.
  public var isCancelled: Bool { flag.load(ordering: .relaxed) }

  /// Says whether the job should stop, and asks every 20 ms at most whether whoever wanted it has gone.
  ///
  /// Costs a look at the clock: for once in some thousand steps.
  public func isCancelledOrAbandoned() -> Bool {
    if isCancelled { return true }
    let now = MonotonicTime.now
    let due = nextLook.load(ordering: .relaxed)
    // Of several threads that work on one job one asks.
    guard now >= due,
      nextLook.compareExchange(
        expected: due, desired: now + 20_000_000, ordering: .relaxed
      ).exchanged,
      isAbandoned()
    else { return isCancelled }
    cancel()
    return true
  }

  /// Makes the token read cancelled, for good.
  public func cancel() { flag.store(true, ordering: .relaxed) }
}
