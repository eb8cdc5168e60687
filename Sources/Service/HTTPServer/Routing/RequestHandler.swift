/// The application behind a server.
///
/// All operations run on the event thread (`errorResponse` also where a responder is released, and those for the memory
/// of bodies on any thread): none may block or compute.
public protocol RequestHandler: Sendable {
  /// Decides by the head whether to take a request that has a body. Takes every one by default, and reads its body.
  ///
  /// A request without a body goes to `handle` at once.
  func judge(_ head: RequestHead, _ body: DeclaredBody) -> HeadVerdict

  /// Handles a request; `responder` takes the response now, or later from any thread.
  func handle(_ request: Request, _ responder: Responder)

  /// Returns the response for a request that the server itself refuses.
  ///
  /// - Parameters:
  ///   - id: the id of the request, which the response carries in `X-Request-Id`.
  ///   - head: the head of the request; nil if it did not arrive whole, or is malformed.
  func errorResponse(_ error: TransportError, id: String, head: RequestHead?) -> Response

  /// Observes the end of each exchange, once. Does nothing by default.
  func completed(_ exchange: Completion)

  /// Reserves bytes of the process's memory for a body that arrives or is decompressed, before they are allocated; false
  /// refuses the request, because other requests take the memory. By default there is always enough. From any thread.
  func reserveForBody(_ bytes: Int) -> Bool

  /// Takes back bytes that were reserved for a body. From any thread.
  func releaseOfBody(_ bytes: Int)
}

extension RequestHandler {
  public func judge(_ head: RequestHead, _ body: DeclaredBody) -> HeadVerdict {
    .accepted(AcceptedHead(tenant: head.clientAddress, readsBody: true) { handle($0, $1) })
  }

  public func errorResponse(_ error: TransportError, id: String, head: RequestHead?) -> Response {
    .text("\(error.status)\n", status: error.status)
  }

  public func completed(_ exchange: Completion) {}

  public func reserveForBody(_ bytes: Int) -> Bool { true }

  public func releaseOfBody(_ bytes: Int) {}
}

/// An exchange that is over.
public struct Completion: Sendable {
  /// How an exchange ended.
  public enum Termination: String, Sendable {
    /// The kernel has taken the whole response; a stream was finished.
    case answered
    /// The client closed its connection before that.
    case clientGone
    /// The connection was silent for too long, its request took too long to arrive, or a stream's reader was too slow.
    case timeout
    /// The server stopped; a stream was ended for that.
    case shutdown
  }

  /// The request's id; the server makes one for a request without a head.
  public let id: String
  /// The client's numeric address, as a trusted proxy names it; without one, and without a head, the peer's.
  public let remoteAddress: String
  /// The head of the request; nil if it did not arrive whole, or is malformed.
  public let head: RequestHead?
  /// Why the server itself refused the request, if it did.
  public let refusal: TransportError?
  /// The status of the response; nil when none was begun.
  public let status: Int?
  /// Bytes of the response's body as sent; 0 for `HEAD`, and unless `termination` is `answered`.
  ///
  /// Of a stream, the bytes that the kernel has taken, however it ended.
  public let bytesSent: Int
  /// Bytes of the request's body as they arrived.
  public let bytesReceived: Int
  /// From the request line to the end of the body; nil if that never arrived.
  public let receiving: Duration?
  /// From the end of the body to `respond`; nil without a response.
  public let handling: Duration?
  /// From the request line to the end of the exchange.
  public let total: Duration
  /// How the exchange ended.
  public let termination: Termination
}
