/// What a server asks of the application behind it.
///
/// All three run on the event thread (`refusal` also wherever a responder is let go of): none may block or compute.
public protocol RequestHandler: Sendable {
  /// Takes a whole request; `responder` is answered now, or later from any thread.
  func handle(_ request: Request, _ responder: Responder)

  /// Returns how a refusal of the server's own reads. `head` is nil when the request's head never arrived.
  func refusal(_ reason: TransportRefusal, _ head: RequestHead?) -> Response

  /// Is told once of each request whose head arrived, when its exchange is over. Does nothing by default.
  func completed(_ exchange: Completion)
}

extension RequestHandler {
  public func refusal(_ reason: TransportRefusal, _ head: RequestHead?) -> Response {
    .text("\(reason.status)\n", status: reason.status)
  }

  public func completed(_ exchange: Completion) {}
}

/// An exchange that is over.
public struct Completion: Sendable {
  /// How an exchange ended.
  public enum Termination: Sendable {
    /// The answer was handed to the kernel whole; a stream was finished.
    case answered
    /// The client closed, or broke off, before that.
    case clientGone
    /// The connection was silent, or its request arriving, for too long; a stream's reader was too slow.
    case timeout
    /// The server stopped; a stream was ended for that.
    case shutdown
  }

  public let head: RequestHead
  /// The status that was answered; nil when no answer was begun.
  public let status: Int?
  /// Bytes of the answer's body, compressed if it was; 0 for `HEAD` and unless `termination` is `answered`.
  ///
  /// Of a stream all that is known to have been handed to the kernel, however it ended.
  public let bytesSent: Int
  /// Bytes of the request's body as they arrived.
  public let bytesReceived: Int
  /// From the request line to the end of the body; nil if it never came.
  public let receiving: Duration?
  /// From the end of the body to `respond`; nil when no answer was given.
  public let handling: Duration?
  /// From the request line to the end of the exchange.
  public let total: Duration
  public let termination: Termination
}
