/// A time of day and year in UTC, in milliseconds since the beginning of 1970, up to the end of the year 9999.
public struct UTCTime: Hashable, Comparable, Sendable {
  /// The milliseconds since the beginning of 1970.
  public let milliseconds: Int64

  /// The milliseconds at which the year 10000 begins, which RFC 3339 has no digits for.
  static let limit: Int64 = 253_402_300_800_000

  /// All times that there are.
  public static let all = UTCTime(milliseconds: 0)..<UTCTime(unchecked: limit)

  /// Creates a time of its milliseconds since the beginning of 1970; one beyond the first or last time is that time.
  public init(milliseconds: Int64) { self.init(unchecked: max(0, min(milliseconds, Self.limit - 1))) }

  private init(unchecked milliseconds: Int64) { self.milliseconds = milliseconds }

  public static func < (a: UTCTime, b: UTCTime) -> Bool { a.milliseconds < b.milliseconds }
}

/// When a collection was created and when its newest version was made, by the clocks of the services that did so.
public struct CollectionTimes: Hashable, Sendable {
  /// When the collection was created; nil if it is not known.
  public var created: UTCTime?
  /// When the version was made; nil if it is not known.
  public var updated: UTCTime?

  /// Creates times; nil stands for one that is not known.
  public init(created: UTCTime? = nil, updated: UTCTime? = nil) {
    self.created = created
    self.updated = updated
  }
}

extension SolvedCollection {
  /// Sets the time at which the collection is created.
  package mutating func setCreation(_ time: UTCTime) {
    state.times = CollectionTimes(created: time, updated: time)
  }
}

extension CollectionStep {
  /// Sets the time at which the step makes its version: never before the version on which it builds, even if the clock
  /// has been set back, or is behind that of another service.
  package mutating func setTime(_ time: UTCTime) {
    guard change != nil else { return }
    after.state.times.updated = max(time, before.state.times.updated ?? time)
  }
}
