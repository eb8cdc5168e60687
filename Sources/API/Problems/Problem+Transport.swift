import HTTPServer

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
        "The content encoding \"\(name)\" is not supported; send the body uncompressed or as gzip.")
    case .unanswered: self.init(.internalError, "The request got no response.")
    case .stopping:
      self.init(.shuttingDown, "The service is stopping.", headers: [("Retry-After", "1")])
    }
  }
}
