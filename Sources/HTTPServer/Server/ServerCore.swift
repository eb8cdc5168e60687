import CMicrohttpd
import Support
import Synchronization

/// What the event thread, the reaper and every responder share.
final class ServerCore: Sendable {
  /// How far a server is on its way to the end.
  enum Mode: UInt8, AtomicRepresentable {
    case serving
    /// What is running is finished; answers say that the connection closes.
    case draining
    /// Nothing waits any more; what is not answered is refused.
    case closing
  }

  let configuration: ServerConfiguration
  /// Called through its protocol: once a request, which is nothing beside the request.
  let handler: any RequestHandler
  /// Wakes the event loop.
  let eventSignal: WakeSignal
  let registry = ConnectionRegistry()
  let mode = Atomic(Mode.serving)
  let requestsInFlight = Atomic(0)
  /// How often the library has come by with more of a request.
  let steps = Atomic(0)
  /// Answers on their way to a connection that may have to be resumed; the library must not stop meanwhile.
  let deliveries = Atomic(0)

  init(configuration: ServerConfiguration, handler: any RequestHandler, eventSignal: WakeSignal) {
    self.configuration = configuration
    self.handler = handler
    self.eventSignal = eventSignal
  }

  var isClosing: Bool { mode.load(ordering: .sequentiallyConsistent) == .closing }

  /// Gives an answer to its connection and wakes that if it was set aside; false if it was answered already.
  func deliver(_ answer: PreparedAnswer, to connection: Connection, _ serial: UInt64) -> Bool {
    deliveries.add(1, ordering: .sequentiallyConsistent)
    defer { deliveries.subtract(1, ordering: .sequentiallyConsistent) }
    switch connection.answer(serial, answer) {
    case .tooLate: return false
    case .awaited: return true
    case .suspended(let handle):
      resume(handle)
      return true
    }
  }

  /// Has the event loop come by a connection that was set aside.
  ///
  /// The library wakes nobody for it when it has no thread of its own.
  func resume(_ handle: ConnectionHandle) {
    MHD_resume_connection(handle.pointer)
    eventSignal.raise()
  }

  /// Returns an answer as it goes out; nil when memory has run out.
  func prepare(_ response: Response, for head: RequestHead?, closes: Bool = false) -> PreparedAnswer? {
    PreparedAnswer(finished(response, for: head, closes: closes), isHeadOnly: head?.method == .head)
  }

  /// Adds what every answer carries: compression, the request's id, word of a closing connection.
  func finished(_ response: Response, for head: RequestHead?, closes: Bool) -> Response {
    var response = ResponseCompression.apply(
      to: response, acceptEncoding: head?.headers["Accept-Encoding"], floor: configuration.gzipFloor,
      level: configuration.gzipLevel)
    if let head, response.header(RequestID.header) == nil {
      response.headers.append((RequestID.header, head.id))
    }
    if closes || mode.load(ordering: .relaxed) != .serving {
      response.headers.append(("Connection", "close"))
    }
    return response
  }

  /// Returns a refusal, written out for a socket that libmicrohttpd will not write to.
  func lastWord(_ reason: TransportRefusal, _ head: RequestHead?) -> [UInt8] {
    var response = handler.refusal(reason, head)
    if let head { response.headers.append((RequestID.header, head.id)) }
    return RawAnswer.bytes(response)
  }
}
