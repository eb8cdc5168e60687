import Support

/// The thread that waits for the events of a loop's connections and runs its daemon.
///
/// libmicrohttpd has a loop of its own, which can neglect clients; the article "libmicrohttpd" lists this and everything
/// else that the server works around.
struct EventThread: Sendable {
  private let loop: EventLoop
  private let thread: PosixThread

  /// Starts the thread, which stops the daemon when it ends.
  init(_ loop: EventLoop, running daemon: Daemon, named name: String) {
    self.loop = loop
    thread = PosixThread(named: name) { Self.run(daemon, loop) }
  }

  /// Makes the thread close every connection and end. No connection may be suspended any more that has not been resumed.
  func end() { loop.end() }

  /// Waits for the end of the thread.
  func join() { thread.join() }

  private static func run(_ daemon: Daemon, _ loop: EventLoop) {
    loop.beginGating()
    defer { loop.endGating() }
    var orders = EventLoop.Orders()
    var pace = Pace()
    while true {
      // Before the orders are read: later ones raise it again.
      loop.signal.lower()
      loop.takeOrders(into: &orders)
      carryOut(orders, daemon, loop)
      var isWaking = wake(orders.overdue, daemon, loop)
      let isOrdered = !orders.isEmpty
      daemon.run()
      if orders.isOver { break }
      // A response takes three runs: one accepts it from the handler, one sends it, one looks for the next request.
      // Without events these take no system call.
      for _ in 0..<2 where daemon.patience == 0 { daemon.run() }
      isWaking = isWaking || loop.sockets.hasReady
      let patience = isWaking ? 0 : pace.wait(patience: daemon.patience, steps: loop.steps)
      let kinds = wait(loop.isStopping ? shorter(patience, 1) : patience, loop)
      if !isOrdered, patience != 0, !kinds.contains(.socket) {
        loop.idleRounds.add(1, ordering: .releasing)
      }
    }
    loop.lingering.stop()
    daemon.stop()
  }

  private static func carryOut(_ orders: EventLoop.Orders, _ daemon: Daemon, _ loop: EventLoop) {
    for socket in orders.admitted {
      loop.arriving = socket
      daemon.add(socket)
      // libmicrohttpd has closed it if it did not report it.
      if loop.arriving != nil { loop.released(socket) }
      loop.arriving = nil
    }
    for handle in orders.resumed { daemon.resume(handle) }
  }

  /// Makes the daemon read from connections that have no event for it: whose next request has arrived already, or whose
  /// request is overdue. Returns whether there are any.
  private static func wake(
    _ overdue: [(connection: Connection, serial: UInt64)], _ daemon: Daemon, _ loop: EventLoop
  ) -> Bool {
    guard loop.sockets.hasReady || !overdue.isEmpty else { return false }
    var waking = loop.sockets.takeReady().filter { connection in
      // Suspended connections must not be woken: a connection that waits for a response has an exchange.
      loop.sockets.contains(connection) && connection.exchange == nil && !connection.early.isEmpty
    }
    for (connection, serial) in overdue
    where loop.sockets.contains(connection) && connection.isArriving(serial) {
      connection.overdueSerial = serial
      waking.append(connection)
    }
    for connection in waking { daemon.wake(connection.handle) }
    return !waking.isEmpty
  }

  /// Waits for events, and reads from the sockets that linger.
  private static func wait(_ milliseconds: Int32, _ loop: EventLoop) -> SocketEvents.Kinds {
    var milliseconds = shorter(milliseconds, loop.lingering.patience)
    if milliseconds != 0, !loop.signal.beginWait() { milliseconds = 0 }
    let kinds = loop.events.wait(milliseconds: milliseconds)
    if kinds.contains(.reader) || loop.lingering.patience == 0 { loop.lingering.run() }
    return kinds
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
