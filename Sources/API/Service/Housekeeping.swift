import Collections
import Dispatch
import Synchronization

/// Runs the periodic tasks, independently of requests.
final class Housekeeping: Sendable {
  private struct Due {
    var heartbeat: ContinuousClock.Instant
    var retirement: ContinuousClock.Instant
  }

  /// Fires until it is cancelled.
  private let timer: Mutex<(any DispatchSourceTimer)?>

  /// Starts at once, and runs until `stop`.
  init(_ configuration: ServiceConfiguration, _ collections: CollectionStore, _ events: EventHub) {
    let timer = DispatchSource.makeTimerSource(queue: .global(qos: .utility))
    let (heartbeat, idle) = (configuration.heartbeat, configuration.collectionIdle)
    let due = Mutex(Due(heartbeat: .now + heartbeat, retirement: .now + idle))
    timer.schedule(deadline: .now() + .milliseconds(250), repeating: .milliseconds(250))
    timer.setEventHandler { [viewportIdle = configuration.viewportIdle] in
      let now = ContinuousClock.now
      let (isHeartbeat, isRetirement) = due.withLock { due in
        let isDue = (now >= due.heartbeat, now >= due.retirement)
        if isDue.0 { due.heartbeat = now + heartbeat }
        if isDue.1 { due.retirement = now + idle }
        return isDue
      }
      for (key, viewports) in events.tick(now: now, isHeartbeat: isHeartbeat) {
        collections.use(viewports, of: key)
      }
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
