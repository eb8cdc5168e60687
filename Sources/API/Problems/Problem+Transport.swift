import HTTPServer

extension Problem {
  /// Describes a request that the HTTP server rejects by itself.
  init(_ error: TransportError) {
    switch error {
    case .malformedRequest(let reason): self.init(.badRequest, reason)
    case .malformedBody(let encoding):
      self.init(.badRequest, "The body is not valid \(encoding).")
    case .requestTimeout:
      self.init(.requestTimeout, "The request did not arrive whole in time.")
    case .bodyTooLarge(let limit):
      self.init(.payloadTooLarge, "The body may have \(limit) bytes at most, plain and inflated.")
    case .targetTooLong(let limit):
      self.init(.uriTooLong, "The request target may have \(limit) bytes at most.")
    case .unsupportedContentEncoding(let name):
      self.init(
        .unsupportedMediaType, "The body's encoding \"\(name)\" is not supported; send it plain or as gzip.")
    case .unanswered: self.init(.internalError, "The request was not answered.")
    case .stopping:
      self.init(.shuttingDown, "The service is stopping.", headers: [("Retry-After", "1")])
    }
  }
}
