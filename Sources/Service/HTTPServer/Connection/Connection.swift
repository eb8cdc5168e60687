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
    /// Refused while it was arriving, or cut because the server stops; further bytes are ignored.
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
    /// The body of the response that is being sent, if that is a stream.
    var stream: StreamPipe?
  }

  let handle: ConnectionHandle
  /// The loop of the event thread that serves the connection.
  let loop: EventLoop
  let descriptor: Int32
  let remoteAddress: String
  /// Whether the peer is a proxy that may name the client's address.
  let isFromTrustedProxy: Bool
  let state: Mutex<State>
  // Unsafe in name only: the event thread alone touches these.
  /// The request on this connection.
  nonisolated(unsafe) var exchange: Exchange?
  /// Judges the bytes of the connection.
  nonisolated(unsafe) var gate: RequestGate
  /// Bytes behind a complete request, which libmicrohttpd gets when it has sent the response.
  nonisolated(unsafe) var early: [UInt8] = []
  /// The heads that libmicrohttpd has reported.
  nonisolated(unsafe) var reportedHeads = 0
  /// The serial of a request that has been arriving for too long.
  nonisolated(unsafe) var overdueSerial: UInt64?
  /// Whether the client may still be sending when the server closes the connection.
  nonisolated(unsafe) var lingers = false

  /// A new connection counts as sending its first request at once: silence before it has the same deadline.
  init(
    handle: ConnectionHandle, on loop: EventLoop, descriptor: Int32, remoteAddress: String,
    isFromTrustedProxy: Bool, gate: RequestGate
  ) {
    self.handle = handle
    self.loop = loop
    self.descriptor = descriptor
    self.remoteAddress = remoteAddress
    self.isFromTrustedProxy = isFromTrustedProxy
    self.gate = gate
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

  /// Notes that the request has arrived; returns false when it was cut just before.
  func requestArrived() -> Bool {
    state.withLock { state in
      guard state.phase == .arriving else { return false }
      state.phase = .working
      return true
    }
  }

  /// The stream that is being sent, if there is one. Use it outside the lock: it has its own.
  var stream: StreamPipe? { state.withLock { $0.stream } }

  /// Notes that the response's body is a stream.
  func beginStream(_ stream: StreamPipe) {
    state.withLock { $0.stream = stream }
  }

  /// Ends a request, with or without a response; returns whether it was refused, or cut.
  func endRequest() -> Bool {
    // What remains is released after the lock: a body may hold the responder, whose release takes the lock.
    let (wasCut, _, _) = state.withLock { state -> (Bool, PreparedResponse?, StreamPipe?) in
      let (response, stream) = (state.response, state.stream)
      state.serial += 1
      state.isAnswered = true
      (state.response, state.suspended, state.stream) = (nil, nil, nil)
      if state.phase == .cut { return (true, response, stream) }
      state.phase = .idle
      state.since = .now
      return (false, response, stream)
    }
    return wasCut
  }

  /// Notes that the descriptor is about to be closed.
  func close() {
    state.withLock { $0.phase = .closed }
  }
}

/// libmicrohttpd's connection.
///
/// `@unchecked Sendable`: other threads only hand it to the event loop, once for each suspension.
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
