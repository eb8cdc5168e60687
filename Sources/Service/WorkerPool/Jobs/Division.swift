import Support
import Synchronization

/// Work on a number of elements that several threads share: each takes ranges of them.
///
/// One thread owns the division: it works, and then closes it. Other threads may help meanwhile, and retain the body only
/// while they do.
final class Division: Sendable {
  typealias Body = @Sendable (Range<Int>) -> Void

  /// How long a helper works before queued jobs get their turn, in nanoseconds; it still finishes the range it has begun.
  private static let slice: Int64 = 2_000_000

  private struct State {
    /// Nil once the division is closed.
    var body: Body?
    var helpersInside = 0
  }

  private let count: Int
  private let grain: Int
  let rangeCount: Int
  let token: CancellationToken
  let startedAt = MonotonicTime.now
  /// The number of ranges that were taken, and of attempts to take one more.
  private let taken = Atomic(0)
  private let state: Mutex<State>
  private let lastHelperLeft = Semaphore()

  init(count: Int, grain: Int, token: CancellationToken, body: @escaping Body) {
    precondition(count >= 0 && grain > 0, "a division needs a count and a grain")
    self.count = count
    self.grain = grain
    self.token = token
    rangeCount = count / grain + (count % grain > 0 ? 1 : 0)
    state = Mutex(State(body: body))
  }

  /// Works on ranges until none is left, the token is cancelled, or the time is over; returns whether the time was over.
  @discardableResult
  func work(until end: Int64 = .max) -> Bool {
    guard let body = state.withLock({ $0.body }) else { return false }
    while !token.isCancelledOrAbandoned() {
      guard let range = takeRange() else { return false }
      body(range)
      if end != .max, MonotonicTime.now >= end { return true }
    }
    return false
  }

  /// Works for a slice of time beside the owner; returns whether there may be more to do.
  func help() -> Bool {
    guard enter() else { return false }
    // `work` releases the body, before the owner may go on.
    let hasMore = work(until: MonotonicTime.now + Self.slice)
    leave()
    return hasMore
  }

  /// Admits no more helpers and waits for those inside; returns whether all is done and the token not cancelled.
  func close() -> Bool {
    let mustWait = state.withLock { state in
      state.body = nil
      return state.helpersInside > 0
    }
    if mustWait { lastHelperLeft.wait() }
    return taken.load(ordering: .relaxed) >= rangeCount && !token.isCancelled
  }

  private func takeRange() -> Range<Int>? {
    let index = taken.add(1, ordering: .relaxed).oldValue
    guard index < rangeCount else { return nil }
    let start = index * grain
    return start..<(start + min(grain, count - start))
  }

  private func enter() -> Bool {
    state.withLock { state in
      guard state.body != nil else { return false }
      state.helpersInside += 1
      return true
    }
  }

  private func leave() {
    let isLast = state.withLock { state in
      state.helpersInside -= 1
      return state.body == nil && state.helpersInside == 0
    }
    if isLast { lastHelperLeft.signal() }
  }
}
