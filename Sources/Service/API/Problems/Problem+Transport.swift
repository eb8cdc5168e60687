import HTTPServer
import Wire

extension Problem {
  /// Describes a request that the HTTP server rejects by itself.
  init(_ error: TransportError) {
    switch error {
    case .malformedRequest(let reason): self.init(.badRequest, reason)
    case .malformedBody(let encoding):
      self.init(.badRequest, "The body is not valid \(encoding).")
    case .requestTimeout:
      self.init(.requestTimeout, "The request did not arrive completely in time.")
    case .bodyTooLarge(let limit):
      self.init(.payloadTooLarge, "The body may have at most \(limit) bytes, before and after decompression.")
    case .targetTooLong(let limit):
      self.init(.uriTooLong, "The request target may have at most \(limit) bytes.")
    case .unsupportedContentEncoding(let name):
      self.init(
        .unsupportedMediaType,
        "The content encoding \"\(name)\" is not supported; send the body uncompressed or as gzip.",
        headers: [("Accept-Encoding", "gzip, identity")])
    case .headTooLarge(let limit):
      self.init(
        .headTooLarge,
        "The request's head may have \(limit) bytes, where each field and query item counts 64 more, and half of them "
          + "may be these.")
    case .unsupportedVersion:
      self.init(.versionNotSupported, "The service understands HTTP/1.1 and HTTP/1.0.")
    case .unchecked:
      self.init(.internalError, "The request could not be checked.")
      cause = "A request reached libmicrohttpd unchecked and was refused: this program's recv is not in use."
    case .tenantMemoryFull(let limit):
      self.init(
        .tooManyRequests,
        "The bodies of one key's or address's requests may have \(limit) bytes at a time; "
          + "wait for the responses to the others.",
        headers: [("Retry-After", "1")])
    case .bodyMemoryFull:
      self.init(
        .memoryFull, "The bodies of other requests take all the memory for them; try again in a moment.",
        headers: [("Retry-After", "1")])
    case .unanswered: self.init(.internalError, "The request got no response.")
    case .stopping:
      self.init(.shuttingDown, "The service is stopping.", headers: [("Retry-After", "1")])
    }
  }
}

extension TransportError {
  /// The code of the problem that a client gets.
  public var code: ProblemCode { Problem(self).code }
}
