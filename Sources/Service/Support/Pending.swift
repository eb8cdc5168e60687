import Synchronization

/// The result of work that may be in progress: settles once, with a value or an error.
///
/// Unlike a task it suspends no caller: a continuation runs on the thread that settles it, or at once where it is settled
/// already. A result that is settled from the start is a plain value, without a lock or memory of its own. Copies of a
/// result that is still to come settle together.
public struct Pending<Value: Sendable, Failure: Error>: Sendable {
  /// The value or the error with which the result settles.
  public typealias Outcome = Result<Value, Failure>

  @usableFromInline
  enum Form: Sendable {
    case settled(Outcome)
    case toCome(FutureOutcome<Value, Failure>)
  }

  @usableFromInline let form: Form

  /// Creates a result that is still to come.
  @inlinable
  public init() { form = .toCome(FutureOutcome()) }

  /// Creates a result that is settled from the start.
  @inlinable
  public init(_ outcome: Outcome) { form = .settled(outcome) }

  /// The outcome, or nil before it is settled.
  @inlinable
  public var outcome: Outcome? {
    switch form {
    case .settled(let outcome): outcome
    case .toCome(let future): future.outcome
    }
  }

  /// Settles the result and runs the continuations on this thread. Only the first outcome counts.
  ///
  /// - Complexity: O(n) in the number of continuations.
  @inlinable
  public func settle(_ outcome: Outcome) {
    if case .toCome(let future) = form { future.settle(outcome) }
  }

  /// Runs a continuation with the outcome: at once if it is settled, else later on the thread that settles it.
  ///
  /// Continuations run in the order in which they were added.
  @inlinable
  public func whenSettled(_ run: @escaping @Sendable (Outcome) -> Void) {
    switch form {
    case .settled(let outcome): run(outcome)
    case .toCome(let future): future.whenSettled(run)
    }
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
  @inlinable
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
  @inlinable
  public static var done: Pending { Pending(.success(())) }
}

/// The outcome of a result that was not settled from the start, with those who wait for it.
@usableFromInline
final class FutureOutcome<Value: Sendable, Failure: Error>: Sendable {
  @usableFromInline typealias Outcome = Result<Value, Failure>
  @usableFromInline typealias Continuation = @Sendable (Outcome) -> Void

  @usableFromInline
  struct State {
    @usableFromInline var outcome: Outcome?
    @usableFromInline var continuations: [Continuation] = []

    @inlinable
    init() {}
  }

  @usableFromInline let state = Mutex(State())

  @inlinable
  init() {}

  @inlinable
  var outcome: Outcome? { state.withLock { $0.outcome } }

  @inlinable
  func settle(_ outcome: Outcome) {
    let continuations = state.withLock { state -> [Continuation] in
      guard state.outcome == nil else { return [] }
      state.outcome = outcome
      defer { state.continuations = [] }
      return state.continuations
    }
    for run in continuations { run(outcome) }
  }

  @inlinable
  func whenSettled(_ run: @escaping Continuation) {
    let outcome = state.withLock { state -> Outcome? in
      if state.outcome == nil { state.continuations.append(run) }
      return state.outcome
    }
    if let outcome { run(outcome) }
  }
}
