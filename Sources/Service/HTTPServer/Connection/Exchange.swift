import CMicrohttpd

/// One request from its first line to the end of its response, as the event thread sees it.
///
/// No other thread touches an exchange; the state that threads share is in its connection.
final class Exchange {
  enum Stage {
    case line
    case body
    case handed
  }

  let connection: Connection
  let serial: UInt64
  let rawTarget: String?
  let startedAt: ContinuousClock.Instant
  var stage = Stage.line
  /// Whether a body of unknown length can be sent in chunks; to a client of HTTP/1.0 it ends with the connection.
  var takesChunks = true
  var head: RequestHead?
  /// How the body is delimited.
  var framing = RequestFraming.none
  var coding = ContentCoding.identity
  /// The handler's word on the head; nil if the request has no body.
  var accepted: AcceptedHead?
  var body = BodyBuffer()
  /// Why the server itself refuses the request, if it does.
  var error: TransportError?
  var arrivedAt: ContinuousClock.Instant?
  var response: PreparedResponse?
  /// The response that was written past libmicrohttpd, if one was.
  var refusal: Refusal?

  init(connection: Connection, rawTarget: String?) {
    startedAt = .now
    self.connection = connection
    self.rawTarget = rawTarget
    serial = connection.beginRequest(at: startedAt)
  }

  /// Returns the summary of the exchange for the handler; nil if not even its head arrived, and it was not refused.
  ///
  /// - Parameter streamed: bytes of the body that were sent, if that was a stream.
  func completion(_ termination: Completion.Termination, streamed: Int?) -> Completion? {
    if let refusal { return refusal.completion(of: self) }
    guard let head else { return nil }
    let now = ContinuousClock.now
    let isSent = termination == .answered && head.method != .head
    return Completion(
      id: head.id, remoteAddress: head.clientAddress, head: head, refusal: error, status: response?.status,
      bytesSent: streamed ?? (isSent ? response?.bodyCount ?? 0 : 0), bytesReceived: body.received,
      receiving: arrivedAt.map { $0 - startedAt },
      handling: response.flatMap { response in arrivedAt.map { response.preparedAt - $0 } },
      total: now - startedAt, termination: termination)
  }
}
