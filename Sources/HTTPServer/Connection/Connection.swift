import CMicrohttpd
import Glibc
import Synchronization

/// A client's connection and the one request that is on it.
///
/// All that more than one thread touches lies in `state`. The descriptor is valid while the phase is not `closed`:
/// libmicrohttpd closes it only after it has said so, and saying so takes the lock.
final class Connection: Sendable {
  enum Phase {
    /// Between requests, or before the first one.
    case idle
    /// A request is coming in.
    case arriving
    /// A whole request is here, its answer is being made or sent.
    case working
    /// Cut for being too slow; what still comes in is for nobody.
    case cut
    case closed
  }

  struct State {
    var phase = Phase.arriving
    var since: ContinuousClock.Instant
    /// Counts requests, so that an answer that comes late cannot reach the next one.
    var serial: UInt64 = 0
    var isAnswered = true
    var answer: PreparedAnswer?
    /// Set while libmicrohttpd has set the connection aside.
    var suspended: ConnectionHandle?
    /// The head of a request whose body is arriving.
    var head: RequestHead?
    /// The body of the answer that is being sent, if that is a stream.
    var stream: StreamPipe?
  }

  let descriptor: Int32
  let remoteAddress: String
  let state: Mutex<State>
  /// The request on this connection. Unsafe in name only: nobody but the event thread touches it.
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

  /// Notes that the request is here whole; false when it was cut just before.
  func requestArrived() -> Bool {
    state.withLock { state in
      guard state.phase == .arriving else { return false }
      state.phase = .working
      state.head = nil
      return true
    }
  }

  /// The stream that is being sent, if there is one. It is looked at outside the lock: it has one of its own.
  var stream: StreamPipe? { state.withLock { $0.stream } }

  /// Notes that the answer's body is a stream.
  func beginStream(_ stream: StreamPipe) {
    state.withLock { $0.stream = stream }
  }

  /// Ends a request, answered or not; says whether it had been cut.
  func endRequest() -> Bool {
    state.withLock { state in
      state.serial += 1
      state.isAnswered = true
      state.answer = nil
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
/// `@unchecked Sendable`: other threads only ever resume it, once for each time that it was set aside, which the
/// library allows from any thread.
struct ConnectionHandle: @unchecked Sendable {
  let pointer: OpaquePointer
}
