import HTTPServer

/// The streams that end at a time: when the tokens that opened them expire.
struct StreamExpiries {
  /// The streams that end in the second before a time in seconds since 1970.
  private var streams: [Int64: [ObjectIdentifier: BodyStream]] = [:]

  /// Whether no stream ends.
  var isEmpty: Bool { streams.isEmpty }

  /// Notes that a stream ends.
  ///
  /// - Parameter expiry: in milliseconds since 1970.
  /// - Complexity: O(1).
  mutating func add(_ stream: BodyStream, expiry: Int64) {
    streams[Self.second(of: expiry), default: [:]][ObjectIdentifier(stream)] = stream
  }

  /// Forgets a stream that has ended by itself.
  ///
  /// - Complexity: O(1).
  mutating func remove(_ stream: ObjectIdentifier, expiry: Int64) {
    let second = Self.second(of: expiry)
    streams[second]?[stream] = nil
    if streams[second]?.isEmpty == true { streams[second] = nil }
  }

  /// Removes and returns the streams whose time has come.
  ///
  /// - Parameter now: in milliseconds since 1970.
  /// - Complexity: O(s + k) for s seconds in which streams end, at most those of the longest lifetime of a token, and k
  ///   streams that end.
  mutating func takeExpired(now: Int64) -> [BodyStream] {
    let due = streams.keys.filter { $0 * 1000 <= now }
    return due.flatMap { streams.removeValue(forKey: $0).map { Array($0.values) } ?? [] }
  }

  /// The first whole second that is not before a time in milliseconds.
  private static func second(of expiry: Int64) -> Int64 { expiry / 1000 + (expiry % 1000 > 0 ? 1 : 0) }
}
