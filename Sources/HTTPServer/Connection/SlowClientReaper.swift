import Support

/// The thread that cuts clients whose request does not come to an end, and sees to those that have gone unnoticed.
struct SlowClientReaper: Sendable {
  private let thread: PosixThread
  private let signal: WakeSignal

  /// Starts looking; `signal` is how `stop` wakes the thread.
  init(core: ServerCore, signal: WakeSignal) {
    self.signal = signal
    let deadline = Duration.seconds(core.configuration.requestDeadline)
    let idleTimeout = Duration.seconds(core.configuration.idleTimeout)
    // A quarter of the deadline late at most, and no busier than it has to be.
    let tick = Int32(min(500, max(10, core.configuration.requestDeadline * 250)))
    thread = PosixThread(named: "http-reaper") {
      while !signal.wait(milliseconds: tick) {
        let now = ContinuousClock.now
        for connection in core.registry.all {
          if let late = connection.overdue(now: now, deadline: deadline, idleTimeout: idleTimeout) {
            connection.cut(late.serial, lastWord: core.lastWord(.requestTimeout, late.head))
          } else if let stream = connection.stream {
            stream.endIfReaderGone()
          } else {
            connection.nudgeIfEnded()
          }
        }
      }
    }
  }

  /// Ends the thread and waits for it.
  func stop() {
    signal.raise()
    thread.join()
  }
}
