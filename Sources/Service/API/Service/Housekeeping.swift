import Collections
import Support

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
    var recount: Recurrence
  }

  /// How often the service looks for viewports that have expired: within a quarter of their time.
  private static func expiryInterval(idle: Duration) -> Duration { min(idle / 4, .seconds(15)) }

  /// How often collections are unloaded and freed memory is returned while the process takes much of its memory.
  private static var reliefInterval: Duration { .seconds(1) }

  /// How often the collections of a shared store are counted, those of its other servers too.
  private static var recountInterval: Duration { .seconds(60) }

  /// How often the thread looks for tasks that are due.
  private static var interval: Duration { .milliseconds(250) }

  /// Raised once the thread is to end.
  private let isOver = Semaphore()

  /// Starts at once, and runs until `stop`.
  init(
    _ configuration: ServiceConfiguration, _ collections: CollectionStore, _ events: EventHub,
    _ memory: WorkMemory
  ) {
    let viewportIdle = configuration.viewportIdle
    let start = Schedule(
      heartbeat: Recurrence(every: configuration.heartbeat),
      retirement: Recurrence(every: configuration.collectionIdle),
      expiry: Recurrence(every: Self.expiryInterval(idle: viewportIdle)),
      saving: Recurrence(every: configuration.positionInterval),
      relief: Recurrence(every: Self.reliefInterval), sweep: Recurrence(every: .seconds(1)),
      recount: Recurrence(every: Self.recountInterval))
    PosixThread(named: "housekeeping") { [isOver] in
      var schedule = start
      while !isOver.wait(atMost: Self.interval) {
        let now = ContinuousClock.now
        events.tick(now: now, isHeartbeat: schedule.heartbeat.isDue(now))
        if schedule.expiry.isDue(now) {
          collections.expireViewports(idle: viewportIdle, watched: events.watchedViewports)
        }
        // Finds what hints of a shared journal have missed.
        if schedule.sweep.isDue(now) {
          collections.follow(events.watchedCollections)
          collections.maintain()
        }
        if schedule.recount.isDue(now) { collections.recount() }
        if schedule.saving.isDue(now) { collections.savePositions() }
        if schedule.retirement.isDue(now) { collections.retireIdle(expiry: now - viewportIdle) }
        if memory.look(), schedule.relief.isDue(now) {
          // Those without a request since the last time, however short that is.
          collections.retireIdle(expiry: now)
          MachineMemory.trim()
        }
      }
    }.detach()
  }

  /// Begins no task any more. One that runs may go on for a moment.
  func stop() { isOver.signal() }

  deinit { stop() }
}
