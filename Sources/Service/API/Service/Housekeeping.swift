import Collections
import Dispatch
import Support
import Synchronization

/// Runs the periodic tasks, independently of requests.
final class Housekeeping: Sendable {
  /// A task that recurs after an interval.
  private struct Recurrence {
    let interval: Duration
    private var next: ContinuousClock.Instant

    init(every interval: Duration) {
      self.interval = interval
      next = .now + interval
    }

    /// Whether the task is due; if it is, it recurs an interval from now.
    mutating func isDue(_ now: ContinuousClock.Instant) -> Bool {
      guard now >= next else { return false }
      next = now + interval
      return true
    }
  }

  private struct Schedule {
    var heartbeat: Recurrence
    var retirement: Recurrence
    var expiry: Recurrence
    var saving: Recurrence
    var relief: Recurrence
    var sweep: Recurrence
  }

  /// How often the service looks for viewports that have expired: within a quarter of their time.
  private static func expiryInterval(idle: Duration) -> Duration { min(idle / 4, .seconds(15)) }

  /// How often collections are unloaded and freed memory is returned while the process takes much of its memory.
  private static var reliefInterval: Duration { .seconds(1) }

  /// Fires until it is cancelled.
  private let timer: Mutex<(any DispatchSourceTimer)?>

  /// Starts at once, and runs until `stop`.
  init(
    _ configuration: ServiceConfiguration, _ collections: CollectionStore, _ events: EventHub,
    _ memory: WorkMemory
  ) {
    let timer = DispatchSource.makeTimerSource(queue: .global(qos: .utility))
    let viewportIdle = configuration.viewportIdle
    let schedule = Mutex(
      Schedule(
        heartbeat: Recurrence(every: configuration.heartbeat),
        retirement: Recurrence(every: configuration.collectionIdle),
        expiry: Recurrence(every: Self.expiryInterval(idle: viewportIdle)),
        saving: Recurrence(every: configuration.positionInterval),
        relief: Recurrence(every: Self.reliefInterval), sweep: Recurrence(every: .seconds(1))))
    timer.schedule(deadline: .now() + .milliseconds(250), repeating: .milliseconds(250))
    timer.setEventHandler {
      let now = ContinuousClock.now
      let (isHeartbeat, isRetirement, isExpiry, isSaving, isSweep) = schedule.withLock {
        (
          $0.heartbeat.isDue(now), $0.retirement.isDue(now), $0.expiry.isDue(now), $0.saving.isDue(now),
          $0.sweep.isDue(now)
        )
      }
      events.tick(now: now, isHeartbeat: isHeartbeat)
      if isExpiry {
        collections.expireViewports(idle: viewportIdle, watched: events.watchedViewports)
      }
      // Finds what hints of a shared journal have missed.
      if isSweep { collections.follow(events.watchedCollections) }
      if isSaving { collections.savePositions() }
      if isRetirement { collections.retireIdle(expiry: now - viewportIdle) }
      if memory.look(), schedule.withLock({ $0.relief.isDue(now) }) {
        // Those without a request since the last time, however short that is.
        collections.retireIdle(expiry: now)
        MachineMemory.trim()
      }
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
