/// A request that was carried out, as a journal stores it: longer than the collection that it created, changed or
/// deleted.
public struct StoredRequest: Hashable, Sendable {
  /// The fingerprint of the request; nil for one that an earlier version of the service stored without.
  public var fingerprint: [UInt8]?
  /// The collection that the request created, changed or deleted.
  public var collection: CollectionIncarnation
  /// The newest version of the collection after the request; before it, if the request deleted the collection.
  public var version: Int

  /// Creates a request of a fingerprint and its result.
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
