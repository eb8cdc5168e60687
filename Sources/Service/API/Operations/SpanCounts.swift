/// What became of the spans of requests, since the start.
public struct SpanCounts: Sendable {
  /// Why spans were dropped.
  public enum Reason: String, Sendable, CaseIterable {
    /// Too many waited.
    case queueFull = "queue_full"
    /// The collector could not be reached, or did not take them.
    case unsent
    /// The collector took the others that were sent with them.
    case rejected
  }

  /// The spans that a collector has taken.
  public var sent = 0
  /// The spans that were dropped.
  public var dropped: [Reason: Int] = [:]

  /// Creates counts of nothing.
  public init() {}
}
