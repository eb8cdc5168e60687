/// Why the server itself refuses a request; the handler writes the response.
public enum TransportError: Error, Sendable, Equatable {
  /// The target is not a path, or the framing is ambiguous. 400.
  case malformedRequest(String)
  /// The body contradicts its `Content-Encoding`. 400.
  case malformedBody(encoding: String)
  /// The request did not arrive before its deadline. 408.
  case requestTimeout
  /// The body is longer than the limit, as sent or inflated. 413.
  case bodyTooLarge(limit: Int)
  /// The target is longer than the limit. 414.
  case targetTooLong(limit: Int)
  /// The body has a `Content-Encoding` other than gzip. 415.
  case unsupportedContentEncoding(String)
  /// The handler released its responder without a response. 500.
  case unanswered
  /// The server is stopping and its grace is over. 503.
  case stopping

  /// The status of the response.
  public var status: Int {
    switch self {
    case .malformedRequest, .malformedBody: 400
    case .requestTimeout: 408
    case .bodyTooLarge: 413
    case .targetTooLong: 414
    case .unsupportedContentEncoding: 415
    case .unanswered: 500
    case .stopping: 503
    }
  }
}
