import Glibc
import Support
import Synchronization

/// The thread that waits for something to happen on a daemon's sockets and runs the daemon when it does.
///
/// The library would do this itself, but its loop (as of 0.9.75) forgets clients: it takes events 128 at a time, asks
/// for more whenever there were as many, and waits there, for as long as if there had been none, before it looks at
/// those it has. Run from here, it never waits.
struct EventLoop: Sendable {
  /// What the loop is to do; it only moves on.
  private enum Task: UInt8, AtomicRepresentable {
    case serve
    /// Serve those that are connected, and accept no more.
    case finish
    case end
  }

  private final class Orders: Sendable {
    let task = Atomic(Task.serve)
  }

  private let daemon: Daemon
  private let core: ServerCore
  private let orders: Orders
  private let thread: PosixThread

  /// Starts the thread; the core's event signal wakes it.
  init(daemon: Daemon, core: ServerCore) {
    let orders = Orders()
    self.daemon = daemon
    self.core = core
    self.orders = orders
    thread = PosixThread(named: "http-events") { Self.run(daemon, core, orders) }
  }

  /// Has the daemon accept no more connections, soon after this returns; those that are open go on.
  func quiesce() { order(.finish) }

  /// Ends the thread and closes every connection. No connection may be suspended any more.
  func stop() {
    order(.end)
    thread.join()
    daemon.stop()
  }

  private func order(_ task: Task) {
    orders.task.store(task, ordering: .releasing)
    core.eventSignal.raise()
  }

  private static func run(_ daemon: Daemon, _ core: ServerCore, _ orders: Orders) {
    var entries = [daemon.epollDescriptor, core.eventSignal.descriptor].map { descriptor in
      pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    }
    var isAccepting = true
    var pace = Pace()
    while true {
      poll(&entries, 2, pace.wait(patience: daemon.patience, steps: core.steps.load(ordering: .relaxed)))
      // Before anything is looked at: whatever comes later raises it again.
      if entries[1].revents != 0 { core.eventSignal.lower() }
      let task = orders.task.load(ordering: .acquiring)
      if isAccepting, task != .serve {
        daemon.quiesce()
        isAccepting = false
      }
      if task == .end { return }
      daemon.run()
    }
  }
}

/// How long the loop waits before it runs the daemon again.
private struct Pace {
  private var steps = 0
  private var rounds = 0
  /// Rounds in a row that the daemon may want at once without any request moving on.
  private static var limit: Int { 1000 }

  /// Returns milliseconds to wait: the daemon's patience, but for a moment where it would have the loop run hot.
  ///
  /// It has no patience for as long as a connection's buffer is full of what is not whole (a chunk's line that does
  /// not end), which is until the client is cut.
  mutating func wait(patience: Int32, steps: Int) -> Int32 {
    rounds = patience == 0 && steps == self.steps ? rounds + 1 : 0
    self.steps = steps
    return rounds > Self.limit ? 1 : patience
  }
}
