import Synchronization

/// Decides where an operation continues after it had to wait for a pending value.
///
/// `suspend` is called on the thread that would otherwise wait, before it returns to its own work. The function that it
/// returns runs the rest of the operation, once, and may be called on any thread.
public struct Scheduler: Sendable {
  /// The rest of an operation.
  public typealias Work = @Sendable () -> Void

  @usableFromInline let suspend: @Sendable () -> @Sendable (@escaping Work) -> Void

  /// A scheduler that prepares for the wait: a worker pool notes here that a job has been set aside.
  public init(suspend: @escaping @Sendable () -> @Sendable (@escaping Work) -> Void) {
    self.suspend = suspend
  }

  /// Continues on the thread that settles the value.
  public static let immediate = Scheduler { { $0() } }
}

extension Pending {
  /// Calls `body` with the outcome: at once if it is known, otherwise later where the scheduler continues.
  @inlinable
  public func whenSettled(on scheduler: Scheduler, _ body: @escaping @Sendable (Outcome) -> Void) {
    if let outcome { return body(outcome) }
    let resume = scheduler.suspend()
    whenSettled { outcome in resume { body(outcome) } }
  }

  /// Returns the outcome of the operation that `body` begins with this outcome. If this outcome is known, `body` runs
  /// at once on the calling thread, otherwise later where the scheduler continues.
  @inlinable
  public func then<NewValue, NewFailure>(
    on scheduler: Scheduler, _ body: @escaping @Sendable (Outcome) -> Pending<NewValue, NewFailure>
  ) -> Pending<NewValue, NewFailure> {
    if let outcome { return body(outcome) }
    let next = Pending<NewValue, NewFailure>()
    whenSettled(on: scheduler) { outcome in body(outcome).whenSettled { next.settle($0) } }
    return next
  }
}

extension Pending {
  /// Returns all outcomes, in the order of `pendings`, once every one is known.
  ///
  /// - Complexity: O(n) for n results.
  public static func all(_ pendings: [Pending]) -> Pending<[Outcome], Never> {
    let unsettled = pendings.filter { $0.outcome == nil }
    let all = Pending<[Outcome], Never>()
    let collect = { @Sendable in all.settle(.success(pendings.map { $0.outcome! })) }
    guard !unsettled.isEmpty else {
      collect()
      return all
    }
    let missing = Countdown(unsettled.count)
    for pending in unsettled {
      pending.whenSettled { _ in if missing.isLast() { collect() } }
    }
    return all
  }
}

/// Counts down to the last of several events.
private final class Countdown: Sendable {
  private let missing: Atomic<Int>

  init(_ count: Int) { missing = Atomic(count) }

  /// Notes one event, and returns whether it was the last.
  func isLast() -> Bool { missing.subtract(1, ordering: .acquiringAndReleasing).newValue == 0 }
}
