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
