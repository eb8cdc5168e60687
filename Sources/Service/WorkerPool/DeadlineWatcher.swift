import Support

/// The one thread that notices deadlines as they pass, for all jobs of a pool, and starts threads.
///
/// A worker starts none: a thread inherits the priority of the one that starts it, and a worker may have lowered its own.
final class DeadlineWatcher: Sendable {
  private let thread: PosixThread
  private let core: PoolCore

  init(core: PoolCore, name: String) {
    self.core = core
    thread = PosixThread(named: "\(name)-clock", stack: .shallow) {
      while true {
        let (starts, expired, next, isOver) = core.state.withLock { state in
          let expired = state.expire(now: MonotonicTime.now)
          return (state.takeStarts(), expired, state.watcherWakesAt, state.mode == .over)
        }
        for seat in starts { Self.start(seat, of: core, name: name) }
        for record in expired {
          record.token.cancel()
          record.job.dropped(.deadline)
        }
        if isOver { return }
        // Lowered before the next look, so that no later submission is missed.
        if core.watch.wait(milliseconds: Self.milliseconds(until: next)) { core.watch.lower() }
      }
    }
  }

  /// Has the watcher look again: a job has an earlier deadline than its next look, a thread is missing, or the pool is
  /// over.
  func wake() { core.watch.raise() }

  /// Waits for the thread, which ends once the pool is over.
  func join() { thread.join() }

  /// Starts a thread; where the system cannot start one more, the pool goes on with those that it has.
  private static func start(_ seat: Int, of core: PoolCore, name: String) {
    if let thread = PosixThread(ifPossible: "\(name)-\(seat)", { core.runWorker(seat) }) {
      // Detached: a shutdown counts the workers that have not ended.
      thread.detach()
    } else {
      core.wake(core.state.withLock { $0.leave(seat) })
    }
  }

  /// Rounded up: waking a moment early would mean looking twice.
  private static func milliseconds(until time: Int64) -> Int32 {
    time == .max ? -1 : Int32(clamping: max(0, time - MonotonicTime.now + 999_999) / 1_000_000)
  }
}
