import CMicrohttpd
import Glibc
import Synchronization

/// A client's connection and the one request that is on it.
///
/// Everything that more than one thread touches is in `state`. The descriptor is valid while the phase is not `closed`:
/// libmicrohttpd announces that it closes a socket, and handling the announcement takes the lock.
final class Connection: Sendable {
  enum Phase {
    /// Between requests, or before the first one.
    case idle
    case arriving
    /// The request has arrived; its response is being computed or sent.
    case working
    /// Cut because it was too slow; further bytes are ignored.
    case cut
    case closed
  }

  struct State {
    var phase = Phase.arriving
    var since: ContinuousClock.Instant
    /// Counts requests, so that a late response cannot reach the next one.
    var serial: UInt64 = 0
    /// Whether no response is due any more.
    var isAnswered = true
    /// The response that the event thread has not taken yet.
    var response: PreparedResponse?
    /// Set while libmicrohttpd has suspended the connection.
    var suspended: ConnectionHandle?
    /// The head of a request whose body is arriving.
    var head: RequestHead?
    /// The body of the response that is being sent, if that is a stream.
    var stream: StreamPipe?
  }

  let descriptor: Int32
  let remoteAddress: String
  let state: Mutex<State>
  /// The request on this connection. Unsafe in name only: the event thread alone touches it.
  nonisolated(unsafe) var exchange: Exchange?

  /// A new connection counts as sending its first request at once: silence before it has the same deadline.
  init(descriptor: Int32, remoteAddress: String) {
    self.descriptor = descriptor
    self.remoteAddress = remoteAddress
    state = Mutex(State(since: .now))
  }

  /// Begins a request and returns its serial.
  func beginRequest(at now: ContinuousClock.Instant) -> UInt64 {
    state.withLock { state in
      state.serial += 1
      state.isAnswered = false
      if state.phase == .idle {
        state.phase = .arriving
        state.since = now
      }
      return state.serial
    }
  }

  /// Notes the head of a request whose body is still to come.
  func headArrived(_ head: RequestHead) {
    state.withLock { $0.head = head }
  }

  /// Notes that the request has arrived; returns false when it was cut just before.
  func requestArrived() -> Bool {
    state.withLock { state in
      guard state.phase == .arriving else { return false }
      state.phase = .working
      state.head = nil
      return true
    }
  }

  /// The stream that is being sent, if there is one. Use it outside the lock: it has its own.
  var stream: StreamPipe? { state.withLock { $0.stream } }

  /// Notes that the response's body is a stream.
  func beginStream(_ stream: StreamPipe) {
    state.withLock { $0.stream = stream }
  }

  /// Ends a request, with or without a response; returns whether it had been cut.
  func endRequest() -> Bool {
    state.withLock { state in
      state.serial += 1
      state.isAnswered = true
      state.response = nil
      state.suspended = nil
      state.head = nil
      state.stream = nil
      if state.phase == .cut { return true }
      state.phase = .idle
      state.since = .now
      return false
    }
  }

  /// Notes that the descriptor is about to be closed.
  func close() {
    state.withLock { $0.phase = .closed }
  }
}

/// libmicrohttpd's connection.
///
/// `@unchecked Sendable`: other threads only resume it, once for each suspension, which libmicrohttpd allows from any
/// thread.
struct ConnectionHandle: @unchecked Sendable {
  let pointer: OpaquePointer
}

/// Every open connection of a server.
final class ConnectionRegistry: Sendable {
  private let connections = Mutex<[ObjectIdentifier: Connection]>([:])

  func add(_ connection: Connection) {
    connections.withLock { $0[ObjectIdentifier(connection)] = connection }
  }

  func remove(_ connection: Connection) {
    _ = connections.withLock { $0.removeValue(forKey: ObjectIdentifier(connection)) }
  }

  var count: Int { connections.withLock { $0.count } }

  /// The connections of this moment. Use them outside the lock: each has its own.
  var all: [Connection] { connections.withLock { Array($0.values) } }
}
