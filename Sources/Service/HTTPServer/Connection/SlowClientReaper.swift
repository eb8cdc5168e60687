import Support

/// The thread that finds clients whose request takes too long to arrive, and notices clients that have gone.
struct SlowClientReaper: Sendable {
  private let thread: PosixThread
  private let signal: WakeSignal

  /// Starts the thread; `stop` raises `signal` to end it.
  init(core: ServerCore, signal: WakeSignal) {
    self.signal = signal
    let deadline = Duration.seconds(core.configuration.requestDeadline)
    let idleTimeout = Duration.seconds(core.configuration.idleTimeout)
    // At most a quarter of the deadline late, and no busier than necessary.
    let tick = Int32(min(500, max(10, core.configuration.requestDeadline * 250)))
    thread = PosixThread(named: "http-reaper", stack: .shallow) {
      while !signal.wait(milliseconds: tick) {
        let now = ContinuousClock.now
        for connection in core.registry.all {
          if let serial = connection.overdue(now: now, deadline: deadline, idleTimeout: idleTimeout) {
            connection.loop.refuseOverdue(connection, serial)
          } else {
            connection.stream?.endIfReaderGone()
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
