import Collections
import Dispatch
import Synchronization

/// What has to be done now and then, whatever requests come.
final class Housekeeping: Sendable {
  private struct Due {
    var heartbeat: ContinuousClock.Instant
    var retirement: ContinuousClock.Instant
  }

  /// Its only user once it has been made.
  private let timer: Mutex<(any DispatchSourceTimer)?>

  /// Begins at once, and goes on until it is stopped.
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
      for (key, screens) in events.tick(now: now, isHeartbeat: isHeartbeat) {
        collections.use(screens, of: key)
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
