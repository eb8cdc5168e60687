/// A quota that leaves nothing for a request.
public struct ReachedQuota: Hashable, Sendable {
  /// Which it is.
  public let name: QuotaName
  /// How much the tenant may have: a number, bytes, or for `processor` seconds.
  public let limit: Int

  /// Creates a quota from its name and its amount.
  public init(_ name: QuotaName, _ limit: Int) {
    self.name = name
    self.limit = limit
  }
}

/// The quotas that a tenant has.
public enum QuotaName: String, CaseIterable, Sendable {
  /// Stored collections.
  case collections
  /// Items of all stored collections.
  case items
  /// Stored bytes of all collections.
  case bytes
  /// Open streams of events.
  case streams
  /// Requests in a minute.
  case requests
  /// Processor seconds in a minute.
  case processor
}
