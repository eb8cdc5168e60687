import Cancellation

/// The keys of the objects around a place in a text, to find keys that repeat inside one object.
struct JSONKeyStack {
  private struct Entry {
    /// The same for equal keys, and different for most others.
    var fingerprint: UInt64
    var start: JSONBytes
    var count: UInt32
    var hasEscapes: Bool

    var utf8: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(start: start, count: Int(count)) }
  }

  private var entries: ContiguousArray<Entry>
  /// The text of a key that repeats, where it stands again.
  private(set) var repeated: (start: JSONBytes, end: JSONBytes)?

  /// Up to so many keys are compared pair by pair.
  private static let few = 16

  /// Creates an empty stack with room for the keys of most bodies.
  init() {
    entries = []
    entries.reserveCapacity(64)
  }

  var count: Int { entries.count }

  /// The bytes of memory that the stack takes at most, while it grows.
  var bytes: Int { entries.count &* (3 &* MemoryLayout<Entry>.stride) }

  @inline(__always)
  mutating func push(_ key: JSONKey) {
    entries.append(
      Entry(
        fingerprint: key.hasEscapes ? Self.fingerprint(ofEscaped: key) : key.fingerprint, start: key.start,
        count: UInt32(truncatingIfNeeded: key.count), hasEscapes: key.hasEscapes))
  }

  /// Removes the keys of an object, from the one at `first` on; returns whether they are all different.
  ///
  /// - Complexity: O(k log k) for k keys.
  @inline(__always)
  mutating func close(from first: Int, _ pace: inout Pace) -> Bool {
    let count = entries.count &- first
    if count > 1, !haveDifferentFingerprints(from: first), !areDifferent(from: first, &pace) { return false }
    entries.removeLast(count)
    return true
  }

  /// Whether the fingerprints of a few keys are all different, and so the keys; false if in doubt.
  @inline(__always)
  private func haveDifferentFingerprints(from first: Int) -> Bool {
    guard entries.count &- first <= Self.few else { return false }
    return entries.withUnsafeBufferPointer { entries in
      for place in first &+ 1..<entries.count {
        let fingerprint = entries[place].fingerprint
        for other in first..<place where entries[other].fingerprint == fingerprint { return false }
      }
      return true
    }
  }

  @inline(never)
  private mutating func areDifferent(from first: Int, _ pace: inout Pace) -> Bool {
    let again = entries.withUnsafeMutableBufferPointer { entries in
      let keys = UnsafeMutableBufferPointer(rebasing: entries[first...])
      return keys.count <= Self.few ? Self.repeated(inFew: keys) : Self.repeated(inMany: keys, &pace)
    }
    repeated = again.map { ($0.start, $0.start + Int($0.count)) }
    return again == nil && !pace.isStopped
  }

  @inline(__always)
  private static func repeated(inFew keys: UnsafeMutableBufferPointer<Entry>) -> Entry? {
    for place in 1..<keys.count {
      let fingerprint = keys[place].fingerprint
      for other in 0..<place
      where keys[other].fingerprint == fingerprint && order(keys[other], keys[place]) == 0 {
        return keys[place]
      }
    }
    return nil
  }

  // Whatever the keys are, sorting takes no longer than for others: there is no hash that a client could defeat.
  private static func repeated(inMany keys: UnsafeMutableBufferPointer<Entry>, _ pace: inout Pace) -> Entry? {
    var keys = keys
    keys.sort { !pace.isOver() && order($0, $1) < 0 }
    for place in 1..<keys.count where order(keys[place &- 1], keys[place]) == 0 {
      return keys[place].start > keys[place &- 1].start ? keys[place] : keys[place &- 1]
    }
    return nil
  }

  /// Returns a number below, at or above 0 if a key goes before another, equals it, or goes behind it, in some order.
  private static func order(_ a: Entry, _ b: Entry) -> Int {
    if a.fingerprint != b.fingerprint { return a.fingerprint < b.fingerprint ? -1 : 1 }
    if a.hasEscapes || b.hasEscapes { return order(unescaped(a), unescaped(b)) }
    return order(a.utf8, b.utf8)
  }

  private static func order(_ a: some Collection<UInt8>, _ b: some Collection<UInt8>) -> Int {
    if a.count != b.count { return a.count - b.count }
    for (x, y) in zip(a, b) where x != y { return Int(x) - Int(y) }
    return 0
  }

  private static func unescaped(_ key: Entry) -> [UInt8] {
    key.hasEscapes ? JSONUnescaping.bytes(of: key.utf8) : Array(key.utf8)
  }

  @inline(never)
  private static func fingerprint(ofEscaped key: JSONKey) -> UInt64 {
    JSONUnescaping.bytes(of: key.raw).withUnsafeBufferPointer { utf8 in
      guard let start = utf8.baseAddress else {
        return JSONKey.fingerprint(start: key.start, count: 0, prefix: 0)
      }
      let prefix = JSONKey.prefix(start: start, count: utf8.count, end: start + utf8.count)
      return JSONKey.fingerprint(start: start, count: utf8.count, prefix: prefix)
    }
  }
}
