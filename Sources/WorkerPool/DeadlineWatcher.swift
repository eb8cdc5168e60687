import Glibc

/// The one thread that sees deadlines pass, for all jobs of a pool.
final class DeadlineWatcher: Sendable {
  private let thread: PoolThread
  private let waitEnd: Int32
  private let wakeEnd: Int32

  init(core: PoolCore, name: String) {
    var ends: [Int32] = [0, 0]
    precondition(pipe(&ends) == 0, "cannot make a pipe: \(String(cString: strerror(errno)))")
    for end in ends {
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      // A full pipe wakes as well as one more byte would.
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
    }
    let waitEnd = ends[0]
    self.waitEnd = waitEnd
    wakeEnd = ends[1]
    thread = PoolThread(named: name) {
      while true {
        let (expired, next, isOver) = core.state.withLock { state in
          (state.expire(now: MonotonicTime.now), state.watcherWakesAt, state.mode == .over)
        }
        for record in expired {
          record.token.cancel()
          record.job.dropped(.deadline)
        }
        if isOver { return }
        Self.sleep(on: waitEnd, until: next)
      }
    }
  }

  /// Has the watcher look again: a deadline came in that is earlier than its next look, or the pool is over.
  func wake() { _ = write(wakeEnd, "!", 1) }

  /// Waits for the thread, which ends once the pool is over.
  func join() { thread.join() }

  // Not before: a submission may still be about to wake the watcher of a pool that has shut down meanwhile.
  deinit {
    Glibc.close(wakeEnd)
    Glibc.close(waitEnd)
  }

  /// Waits for a time or a wake.
  private static func sleep(on descriptor: Int32, until time: Int64) {
    // Rounded up: waking a moment early would mean looking twice.
    let left = time == .max ? -1 : max(0, time - MonotonicTime.now + 999_999) / 1_000_000
    var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    guard poll(&entry, 1, Int32(clamping: left)) > 0 else { return }
    withUnsafeTemporaryAllocation(byteCount: 64, alignment: 1) { buffer in
      _ = read(descriptor, buffer.baseAddress, 64)
    }
  }
}
