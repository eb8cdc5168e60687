import Support
import Synchronization

/// A number of things that several threads do together, in ranges that each takes for itself.
///
/// One thread owns it: it works, and then closes it. Others may help meanwhile, and hold what the body holds only while
/// they are inside.
final class Division: Sendable {
  typealias Body = @Sendable (Range<Int>) -> Void

  /// How long a helper works before others get their turn, in nanoseconds; a range that was begun is still done.
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
  /// Ranges that were taken, and attempts to take one more.
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

  /// Does ranges until none is left, the token is cancelled, or a time has come; answers whether that was the time.
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

  /// Works for a slice of time beside the owner; answers whether there may be more to do.
  func help() -> Bool {
    guard enter() else { return false }
    // The body is let go in there, before the owner may go on.
    let hasMore = work(until: MonotonicTime.now + Self.slice)
    leave()
    return hasMore
  }

  /// Lets no helper in any more, and waits for those inside; answers whether all was done with the token uncancelled.
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
