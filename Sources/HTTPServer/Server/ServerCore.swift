import CMicrohttpd
import Support
import Synchronization

/// The state that the event thread, the reaper and every responder share.
final class ServerCore: Sendable {
  /// How far a server has stopped.
  enum Mode: UInt8, AtomicRepresentable {
    case serving
    /// Requests finish; responses announce that the connection closes.
    case draining
    /// Requests without a response are refused.
    case closing
  }

  let configuration: ServerConfiguration
  /// An existential: one dynamic call a request costs nothing beside the request.
  let handler: any RequestHandler
  /// Wakes the event loop.
  let eventSignal: WakeSignal
  let registry = ConnectionRegistry()
  let bodyMemory: BodyMemory
  let trustedProxies: TrustedProxies
  let connectionsPerAddress: ConnectionsPerAddress
  let mode = Atomic(Mode.serving)
  let requestsInFlight = Atomic(0)
  /// How often libmicrohttpd has made progress with a request.
  let steps = Atomic(0)
  /// Responses on their way to a connection that may have to be resumed; libmicrohttpd must not stop meanwhile.
  let deliveries = Atomic(0)
  /// Requests that have been arriving for too long, by their serial, for the event thread to refuse.
  let overdue = Mutex<[(connection: Connection, serial: UInt64)]>([])
  // Unsafe in name only: the event thread alone touches these, and the one that stops the server once that has ended.
  nonisolated(unsafe) let sockets = GatedSockets()
  nonisolated(unsafe) let lingering: LingeringSockets

  init(configuration: ServerConfiguration, handler: any RequestHandler, eventSignal: WakeSignal) {
    self.configuration = configuration
    self.handler = handler
    self.eventSignal = eventSignal
    lingering = LingeringSockets(configuration)
    bodyMemory = BodyMemory(limit: configuration.bodyMemory, tenantLimit: configuration.tenantBodyMemory)
    trustedProxies = TrustedProxies(ranges: configuration.trustedProxies)
    connectionsPerAddress = ConnectionsPerAddress(
      limit: configuration.perIPConnectionLimit, exempt: trustedProxies)
  }

  /// Takes the requests that have been arriving for too long.
  func takeOverdue() -> [(connection: Connection, serial: UInt64)] {
    overdue.withLock { overdue in
      let taken = overdue
      overdue = []
      return taken
    }
  }

  /// The limits of every connection's gate.
  var gateLimits: RequestGate.Limits {
    RequestGate.Limits(
      target: configuration.uriLimit, head: configuration.headLimit,
      body: configuration.effectiveBodyLimit)
  }

  var isClosing: Bool { mode.load(ordering: .sequentiallyConsistent) == .closing }

  /// Hands a response to its connection and resumes that if it is suspended; returns false if there was one already.
  func deliver(_ response: PreparedResponse, to connection: Connection, _ serial: UInt64) -> Bool {
    deliveries.add(1, ordering: .sequentiallyConsistent)
    defer { deliveries.subtract(1, ordering: .sequentiallyConsistent) }
    switch connection.respond(serial, response) {
    case .tooLate: return false
    case .awaited: return true
    case .suspended(let handle):
      resume(handle)
      return true
    }
  }

  /// Resumes a suspended connection and wakes the event loop, which libmicrohttpd does not without a thread of its own.
  func resume(_ handle: ConnectionHandle) {
    MHD_resume_connection(handle.pointer)
    eventSignal.raise()
  }

  /// Returns a response as it goes out; nil when memory has run out.
  func prepare(_ response: Response, for head: RequestHead?, closes: Bool = false) -> PreparedResponse? {
    PreparedResponse(finished(response, for: head, closes: closes), isHeadOnly: head?.method == .head)
  }

  /// Adds what every response carries: compression, the request's id, `Connection: close` where it applies.
  func finished(_ response: Response, for head: RequestHead?, closes: Bool) -> Response {
    var response = ResponseCompression.apply(to: response, for: head, by: configuration)
    if let head { response = finished(response, id: head.id) }
    if closes || mode.load(ordering: .relaxed) != .serving {
      response.headers.append(("Connection", "close"))
    }
    return response
  }

  /// Adds the request's id, unless the handler has.
  func finished(_ response: Response, id: String) -> Response {
    guard response.header(RequestID.header) == nil else { return response }
    var response = response
    response.headers.append((RequestID.header, id))
    return response
  }
}
