import CMicrohttpd
import Support
import Synchronization

/// What one event thread shares with the others: the threads that accept connections, respond to requests, and stop the
/// server leave their orders here.
///
/// A connection stays with one loop from its beginning to its end.
final class EventLoop: Sendable {
  /// What a loop is to do besides serving, since it last looked.
  struct Orders {
    /// Connections that have been accepted.
    var admitted: [AdmittedSocket] = []
    /// Suspended connections that are to go on.
    var resumed: [ConnectionHandle] = []
    /// Requests that have been arriving for too long, by their serial, to be refused.
    var overdue: [(connection: Connection, serial: UInt64)] = []
    /// Whether the loop is to close all connections and end.
    var isOver = false

    var isEmpty: Bool { admitted.isEmpty && resumed.isEmpty && overdue.isEmpty && !isOver }

    mutating func removeAll() {
      admitted.removeAll(keepingCapacity: true)
      resumed.removeAll(keepingCapacity: true)
      overdue.removeAll()
      isOver = false
    }
  }

  let core: ServerCore
  /// Wakes the thread.
  let signal: WakeSignal
  let events: SocketEvents
  /// The open connections, and those that are on their way here.
  let connectionCount = Atomic(0)
  /// Rounds without an order, an event, or anything left to do. While the server stops, none waits longer than a
  /// millisecond.
  let idleRounds = Atomic(0)
  private let orders = Mutex(Orders())
  // Unsafe in name only: the event thread alone touches these.
  nonisolated(unsafe) let sockets = GatedSockets()
  nonisolated(unsafe) let lingering: LingeringSockets
  /// How often libmicrohttpd has made progress with a request.
  nonisolated(unsafe) var steps = 0
  /// The connection that libmicrohttpd is being given.
  nonisolated(unsafe) var arriving: AdmittedSocket?

  /// - Throws: `.daemonFailed` when the process has no memory or no descriptors left.
  init(core: ServerCore) throws(ServerError) {
    self.core = core
    signal = try .make()
    guard let events = SocketEvents() else { throw .daemonFailed(reason: "out of memory") }
    self.events = events
    lingering = LingeringSockets(core.configuration, events)
  }

  /// Gives the loop a connection that has been accepted.
  func admit(_ socket: AdmittedSocket) {
    connectionCount.add(1, ordering: .relaxed)
    order { $0.admitted.append(socket) }
  }

  /// Makes a suspended connection go on. Call it once for each suspension.
  func resume(_ handle: ConnectionHandle) { order { $0.resumed.append(handle) } }

  /// Refuses a request that has been arriving for too long, unless it arrives meanwhile.
  func refuseOverdue(_ connection: Connection, _ serial: UInt64) {
    order { $0.overdue.append((connection, serial)) }
  }

  /// Makes the loop close all connections and end.
  func end() { order { $0.isOver = true } }

  /// Makes the loop look at its connections again.
  func wake() { signal.raise() }

  /// Whether the server has begun to stop.
  var isStopping: Bool { core.isStopping }

  /// Exchanges the orders for an empty list, which has room already.
  func takeOrders(into taken: inout Orders) {
    taken.removeAll()
    orders.withLock { swap(&$0, &taken) }
  }

  /// Releases what an accepted connection has taken of the limits.
  func released(_ socket: AdmittedSocket) { released(host: socket.host) }

  func released(host: String) {
    connectionCount.subtract(1, ordering: .relaxed)
    core.connectionLimits.closed(host)
  }

  /// Many orders wake the thread once: it takes all of them when it looks.
  private func order(_ add: (inout Orders) -> Void) {
    orders.withLock { add(&$0) }
    signal.raise()
  }
}
