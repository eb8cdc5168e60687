/// The `Idempotency-Key` of a request, and what distinguishes the request from others with the same key.
public struct RequestKey: Hashable, Sendable {
  /// Under what a journal stores a request: it has at most one request of each name.
  public struct Name: Hashable, Sendable {
    public var owner: String
    /// The collection of the caller's token; empty for a caller with an API key. Pages with tokens learn nothing of the
    /// keys of others.
    public var scope: String
    public var key: String

    public init(owner: String, scope: String = "", key: String) {
      self.owner = owner
      self.scope = scope
      self.key = key
    }
  }

  public var name: Name
  /// A hash of everything that the client asks for; it does not depend on the process.
  public var fingerprint: [UInt8]

  public init(_ name: Name, fingerprint: [UInt8]) {
    self.name = name
    self.fingerprint = fingerprint
  }
}

/// A request that was carried out, as a journal stores it: longer than the collection that it created, changed or
/// deleted.
public struct StoredRequest: Hashable, Sendable {
  /// The fingerprint of the request; nil for one that an earlier version of the service stored without.
  public var fingerprint: [UInt8]?
  public var collection: CollectionIncarnation
  /// The newest version of the collection after the request; before it, if the request deleted the collection.
  public var version: Int

  public init(fingerprint: [UInt8]?, collection: CollectionIncarnation, version: Int) {
    self.fingerprint = fingerprint
    self.collection = collection
    self.version = version
  }

  /// Whether this is a request, sent before, and not another one with the same key.
  public func isRepeated(by request: RequestKey) -> Bool {
    fingerprint.map { $0 == request.fingerprint } ?? true
  }
}

/// How long a journal stores requests.
public enum RequestRetention {
  /// At least this long, in seconds, unless there are too many.
  public static let seconds = 24 * 60 * 60
  /// The newest requests of an owner that a journal stores, at least; at most an eighth more.
  public static let requestsPerOwner = 100_000
}
