import Synchronization

/// The result of work in progress: settles once, with a value or an error.
///
/// Unlike a task it suspends no caller: a continuation runs on the thread that settles
/// it, or at once where it is settled already.
public final class Pending<Value: Sendable, Failure: Error>: Sendable {
  public typealias Outcome = Result<Value, Failure>

  private enum State {
    case open([@Sendable (Outcome) -> Void])
    case settled(Outcome)
  }

  private let state: Mutex<State>

  /// Creates a result that is still to come.
  public init() { state = Mutex(.open([])) }

  /// Creates a result that is settled from the start.
  public init(_ outcome: Outcome) { state = Mutex(.settled(outcome)) }

  /// The outcome, or nil before it is settled.
  public var outcome: Outcome? {
    state.withLock { if case .settled(let outcome) = $0 { outcome } else { nil } }
  }

  /// Settles the result and runs the continuations on this thread. Only the first outcome counts.
  ///
  /// - Complexity: O(n) in the number of continuations.
  public func settle(_ outcome: Outcome) {
    let continuations = state.withLock { state -> [@Sendable (Outcome) -> Void] in
      guard case .open(let continuations) = state else { return [] }
      state = .settled(outcome)
      return continuations
    }
    for run in continuations { run(outcome) }
  }

  /// Runs a continuation with the outcome: at once if it is settled, else later on the thread that settles it.
  ///
  /// Continuations run in the order in which they were added.
  public func whenSettled(_ run: @escaping @Sendable (Outcome) -> Void) {
    let outcome: Outcome? = state.withLock { state in
      switch state {
      case .settled(let outcome): return outcome
      case .open(let continuations):
        state = .open(continuations + [run])
        return nil
      }
    }
    if let outcome { run(outcome) }
  }

  /// Blocks the calling thread until the result is settled, and returns its value.
  ///
  /// Never call it on a worker or on the thread that is to settle the result.
  /// - Throws: the error that the result was settled with.
  @discardableResult
  public func wait() throws(Failure) -> Value {
    if let outcome { return try outcome.get() }
    let isSettled = Semaphore()
    whenSettled { _ in isSettled.signal() }
    isSettled.wait()
    return try outcome!.get()
  }

  /// Transforms the outcome, on the thread that settles it.
  public func map<NewValue, NewFailure>(
    _ transform: @escaping @Sendable (Outcome) -> Result<NewValue, NewFailure>
  ) -> Pending<NewValue, NewFailure> {
    if let outcome { return Pending<NewValue, NewFailure>(transform(outcome)) }
    let mapped = Pending<NewValue, NewFailure>()
    whenSettled { mapped.settle(transform($0)) }
    return mapped
  }
}

extension Pending where Value == Void {
  /// A result that was settled without an error.
  public static var done: Pending { Pending(.success(())) }
}
