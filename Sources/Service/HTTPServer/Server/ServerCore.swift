import Support
import Synchronization

/// The state that the event threads, the reaper and every responder share.
final class ServerCore: Sendable {
  /// How far a server has stopped.
  enum Mode: UInt8, AtomicRepresentable {
    case serving
    /// Everything is served; responses announce that the connection closes.
    case leaving
    /// Requests finish; responses announce that the connection closes.
    case draining
    /// Requests without a response are refused.
    case closing
  }

  let configuration: ServerConfiguration
  /// An existential: one dynamic call a request costs nothing beside the request.
  let handler: any RequestHandler
  let registry = ConnectionRegistry()
  let bodyMemory: BodyMemory
  let trustedProxies: TrustedProxies
  let connectionLimits: ConnectionLimits
  let mode = Atomic(Mode.serving)
  let requestsInFlight = Atomic(0)
  /// Responses on their way to a connection that may have to be resumed; libmicrohttpd must not stop meanwhile.
  let deliveries = Atomic(0)

  /// - Parameter roomSignal: raised when a connection is closed that another waits for.
  init(configuration: ServerConfiguration, handler: any RequestHandler, roomSignal: WakeSignal) {
    self.configuration = configuration
    self.handler = handler
    bodyMemory = BodyMemory(
      limit: configuration.bodyMemory, tenantLimit: configuration.tenantBodyMemory, of: handler)
    trustedProxies = TrustedProxies(ranges: configuration.trustedProxies)
    connectionLimits = ConnectionLimits(
      limit: configuration.connectionLimit, addressLimit: configuration.perIPConnectionLimit,
      exempt: trustedProxies, roomSignal: roomSignal)
  }

  /// The limits of every connection's gate.
  var gateLimits: RequestGate.Limits {
    RequestGate.Limits(
      target: configuration.uriLimit, head: configuration.headLimit,
      body: configuration.effectiveBodyLimit)
  }

  /// Whether the server has begun to stop.
  var isStopping: Bool {
    switch mode.load(ordering: .sequentiallyConsistent) {
    case .serving, .leaving: false
    case .draining, .closing: true
    }
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
      connection.loop.resume(handle)
      return true
    }
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
