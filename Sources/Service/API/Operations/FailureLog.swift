import Synchronization

/// Reports errors of the service to the operator, each cause once and not for every request.
final class FailureLog: Sendable {
  private let log: any ExchangeLog
  private let last = Mutex<(cause: String, time: ContinuousClock.Instant)?>(nil)

  /// The time for which a cause is not reported again.
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
