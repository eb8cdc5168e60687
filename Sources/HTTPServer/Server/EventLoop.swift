import Glibc
import Support
import Synchronization

/// The thread that waits for events on a daemon's sockets and runs the daemon.
///
/// libmicrohttpd has a loop of its own, which can neglect clients; the article "libmicrohttpd" lists this and everything
/// else that the server works around.
struct EventLoop: Sendable {
  /// What the loop is to do, in this order.
  private enum Task: UInt8, AtomicRepresentable {
    case serve
    /// Serve the open connections, and accept no more.
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

  /// Makes the daemon stop accepting connections, soon after this returns; open ones stay.
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
    let own = [daemon.epollDescriptor, core.eventSignal.descriptor].map { descriptor in
      pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    }
    core.beginGating()
    defer {
      core.endGating()
      core.lingering.stop()
    }
    var entries = own
    var isAccepting = true
    var pace = Pace()
    while true {
      let wait =
        wake(daemon, core)
        ? 0 : pace.wait(patience: daemon.patience, steps: core.steps.load(ordering: .relaxed))
      if core.lingering.polled.isEmpty {
        poll(&entries, 2, wait)
      } else {
        var all = own + core.lingering.polled
        poll(&all, UInt(all.count), shorter(wait, core.lingering.patience))
        entries = Array(all[..<2])
        core.lingering.run()
      }
      // Before anything is read: later work raises it again.
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

  /// Makes the daemon read from connections that have no event for it: whose next request has arrived already, or whose
  /// request is overdue. Returns whether there are any.
  private static func wake(_ daemon: Daemon, _ core: ServerCore) -> Bool {
    var waking = core.sockets.takeReady().filter { connection in
      // Suspended connections must not be woken: a connection that waits for a response has an exchange.
      core.sockets.contains(connection) && connection.exchange == nil && !connection.early.isEmpty
    }
    for (connection, serial) in core.takeOverdue()
    where core.sockets.contains(connection) && connection.isArriving(serial) {
      connection.overdueSerial = serial
      waking.append(connection)
    }
    for connection in waking { daemon.wake(connection.handle) }
    return !waking.isEmpty
  }

  /// The shorter of two times in milliseconds, of which -1 is endless.
  private static func shorter(_ one: Int32, _ other: Int32) -> Int32 {
    one < 0 ? other : other < 0 ? one : min(one, other)
  }
}

/// How long the loop waits before it runs the daemon again.
private struct Pace {
  private var steps = 0
  private var rounds = 0
  /// How many rounds in a row may follow without a wait and without progress of any request.
  private static var limit: Int { 1000 }

  /// Returns the milliseconds to wait: the daemon's patience, or 1 where that would make the loop spin.
  ///
  /// The daemon has no patience while a connection's buffer is full of an incomplete element (a chunk's line that does not
  /// end), which lasts until the client is cut.
  mutating func wait(patience: Int32, steps: Int) -> Int32 {
    rounds = patience == 0 && steps == self.steps ? rounds + 1 : 0
    self.steps = steps
    return rounds > Self.limit ? 1 : patience
  }
}
