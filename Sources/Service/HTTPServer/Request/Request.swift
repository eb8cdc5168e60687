import Synchronization

/// The head of a request: its method, target and header fields.
///
/// Copies share one block of memory: a head is passed on many times for each request.
public struct RequestHead: Sendable {
  private final class Contents: Sendable {
    let id: String
    let trace: TraceContext
    let method: Method
    let target: RequestTarget
    let headers: Headers
    let remoteAddress: String
    let clientAddress: String
    let receivedAt: ContinuousClock.Instant
    let notes = Mutex<(any RequestNotes)?>(nil)

    init(
      id: String, trace: TraceContext, method: Method, target: RequestTarget, headers: Headers,
      remoteAddress: String,
      clientAddress: String, receivedAt: ContinuousClock.Instant
    ) {
      self.id = id
      self.trace = trace
      self.method = method
      self.target = target
      self.headers = headers
      self.remoteAddress = remoteAddress
      self.clientAddress = clientAddress
      self.receivedAt = receivedAt
    }
  }

  private let contents: Contents

  public init(
    id: String, trace: TraceContext = TraceContext(), method: Method, target: RequestTarget,
    headers: Headers = Headers(), remoteAddress: String = "", clientAddress: String? = nil,
    receivedAt: ContinuousClock.Instant = .now
  ) {
    contents = Contents(
      id: id, trace: trace, method: method, target: target, headers: headers, remoteAddress: remoteAddress,
      clientAddress: clientAddress ?? remoteAddress, receivedAt: receivedAt)
  }

  /// The request's id, the client's own if it is safe; responses carry it in `X-Request-Id`.
  public var id: String { contents.id }
  /// The request's position in a distributed trace.
  public var trace: TraceContext { contents.trace }
  /// The method.
  public var method: Method { contents.method }
  /// The target: the path and the query.
  public var target: RequestTarget { contents.target }
  /// The header fields in their order.
  public var headers: Headers { contents.headers }
  /// The peer's numeric address: the client's, or that of a proxy in front of the server.
  public var remoteAddress: String { contents.remoteAddress }
  /// The client's numeric address, as a trusted proxy names it; without one the peer's.
  ///
  /// A proxy that does not reveal addresses names its clients otherwise: `_hidden`.
  public var clientAddress: String { contents.clientAddress }
  /// When the request line had been read.
  public var receivedAt: ContinuousClock.Instant { contents.receivedAt }

  /// What the handler has noted about the request; nil until it has.
  public var notes: (any RequestNotes)? { contents.notes.withLock { $0 } }

  /// Attaches the handler's notes to all copies of the head, among them that of the request's `Completion`.
  public func attach(_ notes: any RequestNotes) { contents.notes.withLock { $0 = notes } }

  /// The decoded path; to match routes, use `target.rawPath`.
  public var path: String { target.path }

  /// Returns the first value of a query item; nil if the query has no item of that name.
  ///
  /// - Complexity: O(n) in the number of query items.
  public func query(_ name: String) -> String? {
    target.query.first { $0.name == name }?.value
  }
}

/// Notes of a handler about a request, which it finds again when the exchange has ended.
public protocol RequestNotes: AnyObject, Sendable {}

/// A request that has arrived completely.
public struct Request: Sendable {
  /// The method, the target and the header fields.
  public let head: RequestHead
  /// The body as it was sent, compressed or not; `body()` returns it inflated.
  public let sentBody: [UInt8]
  /// Bytes the body may inflate to.
  let bodyLimit: Int
  private let coding: ContentCoding
  /// The share of the body in the server's memory for bodies, as long as the request lives.
  private let charge: BodyCharge?

  /// Creates a request that has arrived; `bodyLimit` is the most bytes of the inflated body.
  public init(head: RequestHead, sentBody: [UInt8] = [], bodyLimit: Int = .max) {
    self.init(
      head: head, sentBody: sentBody, bodyLimit: bodyLimit, coding: ContentCoding(head.headers), charge: nil)
  }

  init(
    head: RequestHead, sentBody: [UInt8], bodyLimit: Int, coding: ContentCoding, charge: BodyCharge?
  ) {
    self.head = head
    self.sentBody = sentBody
    self.bodyLimit = bodyLimit
    self.coding = coding
    self.charge = charge
  }

  /// Returns the body, inflated if it was sent compressed.
  ///
  /// Call it where computing is allowed: on a worker, not inside `handle`. A body that was sent plain costs nothing.
  /// - Throws: `.malformedBody` for invalid gzip, `.bodyTooLarge` as soon as it inflates beyond the body limit,
  ///   `.bodyMemoryFull` and `.tenantMemoryFull` beyond the memory for bodies, `.unsupportedContentEncoding`.
  /// - Complexity: O(n) in the inflated length.
  public func body() throws(TransportError) -> [UInt8] {
    switch coding {
    case .identity: sentBody
    case .gzip: try Gzip.inflate(sentBody, limit: bodyLimit, charge: charge)
    case .other(let name): throw .unsupportedContentEncoding(name)
    }
  }
}

/// A request method; methods are case-sensitive.
public struct Method: Sendable, Hashable, RawRepresentable, CustomStringConvertible {
  public let rawValue: String

  public init(rawValue: String) { self.rawValue = rawValue }

  /// Returns a representation of the resource.
  public static let get = Method(rawValue: "GET")
  /// Returns the head of the response to `GET`.
  public static let head = Method(rawValue: "HEAD")
  /// Handles the body as the resource decides.
  public static let post = Method(rawValue: "POST")
  /// Replaces the resource, or creates it.
  public static let put = Method(rawValue: "PUT")
  /// Changes a part of the resource.
  public static let patch = Method(rawValue: "PATCH")
  /// Deletes the resource.
  public static let delete = Method(rawValue: "DELETE")
  /// Asks for the methods of the resource.
  public static let options = Method(rawValue: "OPTIONS")

  public var description: String { rawValue }
}
