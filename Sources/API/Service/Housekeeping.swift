import Collections
import Dispatch
import Synchronization

/// Runs the periodic tasks, independently of requests.
final class Housekeeping: Sendable {
  private struct Due {
    var heartbeat: ContinuousClock.Instant
    var retirement: ContinuousClock.Instant
    var expiry: ContinuousClock.Instant
    var positions: ContinuousClock.Instant
  }

  /// How often the service looks for viewports that have expired: within a quarter of their time.
  private static func expiryInterval(idle: Duration) -> Duration { min(idle / 4, .seconds(15)) }

  /// Fires until it is cancelled.
  private let timer: Mutex<(any DispatchSourceTimer)?>

  /// Starts at once, and runs until `stop`.
  init(_ configuration: ServiceConfiguration, _ collections: CollectionStore, _ events: EventHub) {
    let timer = DispatchSource.makeTimerSource(queue: .global(qos: .utility))
    let (heartbeat, idle) = (configuration.heartbeat, configuration.collectionIdle)
    let viewportIdle = configuration.viewportIdle
    let expiry = Self.expiryInterval(idle: viewportIdle)
    let positions = configuration.positionInterval
    let due = Mutex(
      Due(
        heartbeat: .now + heartbeat, retirement: .now + idle, expiry: .now + expiry,
        positions: .now + positions))
    timer.schedule(deadline: .now() + .milliseconds(250), repeating: .milliseconds(250))
    timer.setEventHandler {
      let now = ContinuousClock.now
      let (isHeartbeat, isRetirement, isExpiry, isSaving) = due.withLock { due in
        let isDue = (now >= due.heartbeat, now >= due.retirement, now >= due.expiry, now >= due.positions)
        if isDue.0 { due.heartbeat = now + heartbeat }
        if isDue.1 { due.retirement = now + idle }
        if isDue.2 { due.expiry = now + expiry }
        if isDue.3 { due.positions = now + positions }
        return isDue
      }
      events.tick(now: now, isHeartbeat: isHeartbeat)
      if isExpiry {
        collections.expireViewports(idle: viewportIdle, watched: events.watchedViewports)
      }
      if isSaving { collections.savePositions() }
      if isRetirement { collections.retireIdle(expiry: now - viewportIdle) }
    }
    timer.activate()
    self.timer = Mutex(timer)
  }

  func stop() {
    timer.withLock { timer in
      timer?.cancel()
      timer = nil
    }
  }

  deinit { stop() }
}
