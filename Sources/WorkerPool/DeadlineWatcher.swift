import Support

/// The one thread that notices deadlines as they pass, for all jobs of a pool.
final class DeadlineWatcher: Sendable {
  private let thread: PosixThread
  private let signal: WakeSignal

  init(core: PoolCore, name: String) {
    let signal = Self.makeSignal()
    self.signal = signal
    thread = PosixThread(named: name) {
      while true {
        let (expired, next, isOver) = core.state.withLock { state in
          (state.expire(now: MonotonicTime.now), state.watcherWakesAt, state.mode == .over)
        }
        for record in expired {
          record.token.cancel()
          record.job.dropped(.deadline)
        }
        if isOver { return }
        // Lowered before the next look, so that no later submission is missed.
        if signal.wait(milliseconds: Self.milliseconds(until: next)) { signal.lower() }
      }
    }
  }

  /// Has the watcher look again: a job has an earlier deadline than its next look, or the pool is over.
  func wake() { signal.raise() }

  /// Waits for the thread, which ends once the pool is over.
  func join() { thread.join() }

  /// Rounded up: waking a moment early would mean looking twice.
  private static func milliseconds(until time: Int64) -> Int32 {
    time == .max ? -1 : Int32(clamping: max(0, time - MonotonicTime.now + 999_999) / 1_000_000)
  }

  private static func makeSignal() -> WakeSignal {
    do throws(SystemError) { return try WakeSignal() } catch {
      preconditionFailure("cannot make a pipe: \(error)")
    }
  }
}
