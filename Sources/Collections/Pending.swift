import Dispatch
import Synchronization

/// Something that will be known once, and be it how it ended in failure.
public final class Pending<Value: Sendable, Failure: Error>: Sendable {
  public typealias Outcome = Result<Value, Failure>

  private enum State {
    case open([@Sendable (Outcome) -> Void])
    case settled(Outcome)
  }

  private let state: Mutex<State>

  public init() { state = Mutex(.open([])) }

  /// What is known already.
  public init(_ outcome: Outcome) { state = Mutex(.settled(outcome)) }

  /// Nil until it is known.
  public var outcome: Outcome? {
    state.withLock { if case .settled(let outcome) = $0 { outcome } else { nil } }
  }

  /// Makes it known, and has those who asked for it told on this thread. Only the first outcome counts.
  public func settle(_ outcome: Outcome) {
    let waiting = state.withLock { state -> [@Sendable (Outcome) -> Void] in
      guard case .open(let waiting) = state else { return [] }
      state = .settled(outcome)
      return waiting
    }
    for tell in waiting { tell(outcome) }
  }

  /// Tells when it is known: at once if it is, else later on the thread that learns it.
  public func whenSettled(_ tell: @escaping @Sendable (Outcome) -> Void) {
    let outcome: Outcome? = state.withLock { state in
      switch state {
      case .settled(let outcome): return outcome
      case .open(let waiting):
        state = .open(waiting + [tell])
        return nil
      }
    }
    if let outcome { tell(outcome) }
  }

  /// Waits until it is known: for those who have a thread to spare.
  @discardableResult
  public func wait() throws(Failure) -> Value {
    if let outcome { return try outcome.get() }
    let isKnown = DispatchSemaphore(value: 0)
    whenSettled { _ in isKnown.signal() }
    isKnown.wait()
    return try outcome!.get()
  }

  /// The same by another name.
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
  static var done: Pending { Pending(.success(())) }
}
