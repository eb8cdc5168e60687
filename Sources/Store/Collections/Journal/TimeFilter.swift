import CollectionModel
import Support

/// The times that a list of collections wants. A collection whose time is not known is in no range of that time.
public struct TimeFilter: Hashable, Sendable {
  /// When the collections were created; nil for any time.
  public var created: Range<UTCTime>?
  /// When their newest versions were made; nil for any time.
  public var updated: Range<UTCTime>?

  /// Creates a filter; without ranges it takes all collections.
  public init(created: Range<UTCTime>? = nil, updated: Range<UTCTime>? = nil) {
    self.created = created
    self.updated = updated
  }

  /// Whether it takes all collections.
  public var isEmpty: Bool { created == nil && updated == nil }

  /// Whether a collection has the wanted times.
  func takes(_ times: CollectionTimes) -> Bool {
    func contains(_ range: Range<UTCTime>?, _ time: UTCTime?) -> Bool {
      guard let range else { return true }
      return time.map(range.contains) ?? false
    }
    return contains(created, times.created) && contains(updated, times.updated)
  }
}

extension UTCTime {
  /// The current time, by the clock of the machine.
  public static var now: UTCTime { UTCTime(milliseconds: UnixTime.milliseconds) }

  /// The number of the hour since the beginning of 1970. A journal has an index of the hours of changes, not of their
  /// times, which differ with each change.
  package var hour: Int { Int(milliseconds / 3_600_000) }
}

extension TimeFilter {
  /// The ranges as a database compares them: milliseconds and hours since the beginning of 1970.
  package struct Bounds: Sendable {
    /// The ranges of both times, without their ends.
    package let created, updated: Range<Int>
    /// The hours in which the newest versions may have been made.
    package let hours: ClosedRange<Int>
  }

  /// The ranges in numbers.
  package var bounds: Bounds {
    func numbers(_ range: Range<UTCTime>?) -> Range<Int> {
      let range = range ?? UTCTime.all
      return Int(range.lowerBound.milliseconds)..<Int(range.upperBound.milliseconds)
    }
    let range = updated ?? UTCTime.all
    return Bounds(
      created: numbers(created), updated: numbers(updated),
      hours: range.lowerBound.hour...range.upperBound.hour)
  }
}
