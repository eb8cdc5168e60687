/// What is known of a request once its head has arrived.
public struct RequestHead: Sendable {
  /// The request's id: the client's own if it is safe, else made here. Echoed in `X-Request-Id`.
  public let id: String
  public let method: Method
  public let target: RequestTarget
  public let headers: Headers
  /// The peer's numeric address.
  public let remoteAddress: String
  /// When the request line had been read.
  public let receivedAt: ContinuousClock.Instant

  public init(
    id: String, method: Method, target: RequestTarget, headers: Headers = Headers(),
    remoteAddress: String = "", receivedAt: ContinuousClock.Instant = .now
  ) {
    self.id = id
    self.method = method
    self.target = target
    self.headers = headers
    self.remoteAddress = remoteAddress
    self.receivedAt = receivedAt
  }

  /// The path decoded; for matching routes see `target.rawPath`.
  public var path: String { target.path }

  /// The first value of a query item, or nil.
  public func query(_ name: String) -> String? {
    target.query.first { $0.name == name }?.value
  }
}

/// A whole request.
public struct Request: Sendable {
  public let head: RequestHead
  /// The body as it was sent, compressed or not; `body()` gives it plain.
  public let sentBody: [UInt8]
  /// Bytes the body may inflate to.
  let bodyLimit: Int

  public init(head: RequestHead, sentBody: [UInt8] = [], bodyLimit: Int = .max) {
    self.head = head
    self.sentBody = sentBody
    self.bodyLimit = bodyLimit
  }

  /// Returns the body, inflated if it was sent compressed.
  ///
  /// Call it where computing is allowed: on a worker, not inside `handle`. A body that was sent plain costs nothing.
  /// - Throws: `.malformedBody` for what is not gzip through to its end, `.bodyTooLarge` as soon as it inflates past
  ///   the body limit.
  /// - Complexity: O(n) in the inflated length.
  public func body() throws(TransportRefusal) -> [UInt8] {
    switch ContentCoding(head.headers["Content-Encoding"]) {
    case .identity: sentBody
    case .gzip: try Gzip.inflate(sentBody, limit: bodyLimit)
    case .other(let name): throw .unsupportedContentEncoding(name)
    }
  }
}
