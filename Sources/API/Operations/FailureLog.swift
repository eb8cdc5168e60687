import Synchronization

/// Reports to the operator why the service fails, once and not for each request that fails for the same reason.
final class FailureLog: Sendable {
  private let log: any ExchangeLog
  private let last = Mutex<(cause: String, time: ContinuousClock.Instant)?>(nil)

  /// How long a cause is not repeated.
  private static var pause: Duration { .seconds(10) }

  init(_ log: any ExchangeLog) { self.log = log }

  func note(_ cause: String) {
    let isNews = last.withLock { last in
      if let last, last.cause == cause, .now - last.time < Self.pause { return false }
      last = (cause, .now)
      return true
    }
    if isNews { log.warn(cause) }
  }
}
