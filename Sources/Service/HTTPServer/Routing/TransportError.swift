/// Why the server itself refuses a request; the handler writes the response.
public enum TransportError: Error, Sendable, Equatable {
  /// The request is no HTTP, its target is not a path, or two servers could frame it in two ways. 400.
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
  /// The head takes more memory than the limit. 431.
  case headTooLarge(limit: Int)
  /// The bodies of one tenant's requests take all the memory that they may. 429.
  case tenantMemoryFull(limit: Int)
  /// The bodies of all requests take all the memory for them. 503.
  case bodyMemoryFull
  /// The handler released its responder without a response. 500.
  case unanswered
  /// The head reached libmicrohttpd without having been checked: the program is linked wrongly. 500.
  case unchecked
  /// The server is stopping and its grace is over. 503.
  case stopping
  /// The version is neither HTTP/1.1 nor HTTP/1.0. 505.
  case unsupportedVersion

  /// The status of the response.
  public var status: Int {
    switch self {
    case .malformedRequest, .malformedBody: 400
    case .requestTimeout: 408
    case .bodyTooLarge: 413
    case .targetTooLong: 414
    case .unsupportedContentEncoding: 415
    case .tenantMemoryFull: 429
    case .headTooLarge: 431
    case .unanswered, .unchecked: 500
    case .bodyMemoryFull, .stopping: 503
    case .unsupportedVersion: 505
    }
  }
}
