import Synchronization

/// A part of the work on a request, with its time.
public struct RequestPart: Sendable {
  /// What was done.
  public enum Name: String, Sendable, CaseIterable {
    /// Waiting for a worker.
    case queue
    /// Reading the body.
    case parse
    /// Laying out, and finding what changes.
    case solve
    /// Measuring content, which layouts ask for.
    case measure
    /// Writing the response.
    case encode
    /// Waiting for the store.
    case store
  }

  /// What was done.
  public let name: Name
  /// When it began.
  public let start: ContinuousClock.Instant
  /// When it was over.
  public let end: ContinuousClock.Instant
}

/// Takes the times of the parts of a request, if its span is recorded; otherwise it costs a comparison.
package struct PartTimer: Sendable {
  private final class Parts: Sendable {
    let parts = Mutex<[RequestPart]>([])
  }

  /// The most parts of a request that are noted. A response with many layouts measures many times.
  private static let limit = 64

  /// Nil if nothing is recorded.
  private let noted: Parts?

  /// A timer that notes nothing.
  package static let off = PartTimer(records: false)

  /// Creates a timer; `records` says whether it notes anything.
  package init(records: Bool) { noted = records ? Parts() : nil }

  /// The parts that are over, in the order of their ends.
  package var parts: [RequestPart] { noted?.parts.withLock { $0 } ?? [] }

  /// Returns the value of a body that is a part of the request.
  package func time<Value: ~Copyable, Failure>(
    _ name: RequestPart.Name, _ body: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    let start = begin()
    defer { note(name, since: start) }
    return try body()
  }

  /// Returns when a part begins; nil if nothing is recorded.
  package func begin() -> ContinuousClock.Instant? { noted == nil ? nil : .now }

  /// Notes a part that is over now.
  ///
  /// - Parameter start: the value of `begin()` when it began.
  package func note(_ name: RequestPart.Name, since start: ContinuousClock.Instant?) {
    guard let noted, let start else { return }
    let part = RequestPart(name: name, start: start, end: .now)
    noted.parts.withLock { if $0.count < Self.limit { $0.append(part) } }
  }
}
