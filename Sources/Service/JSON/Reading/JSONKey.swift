/// A borrowed view of a member's key, valid as long as the document lends it.
///
/// A decoder looks it up in a ``JSONKeyTable``, or switches over it, without creating a string:
/// `switch key { case "size": … }`.
public struct JSONKey {
  let start: JSONBytes
  /// The number of bytes between the quotes.
  let count: Int
  /// The first bytes, up to eight, the first of them lowest, and zeros behind the end of the key.
  let prefix: UInt64
  let hasEscapes: Bool

  /// A key between its quotes, in a text up to `end`.
  @inline(__always)
  init(start: JSONBytes, count: Int, hasEscapes: Bool, end: JSONBytes) {
    (self.start, self.count, self.hasEscapes) = (start, count, hasEscapes)
    prefix = Self.prefix(start: start, count: count, end: end)
  }

  /// The bytes as they are written.
  var raw: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(start: start, count: count) }

  @inline(__always)
  static func prefix(start: JSONBytes, count: Int, end: JSONBytes) -> UInt64 {
    if end - start >= 8 {
      let word = JSONWord.load(start)
      return count >= 8 ? word : word & ~(~0 &<< UInt64(truncatingIfNeeded: count &<< 3))
    }
    var word: UInt64 = 0
    for offset in 0..<min(count, 8) {
      word |= UInt64(start[offset]) &<< UInt64(truncatingIfNeeded: offset &<< 3)
    }
    return word
  }

  /// A number that is the same for equal keys without escapes, and different for most others.
  @inline(__always)
  var fingerprint: UInt64 { Self.fingerprint(start: start, count: count, prefix: prefix) }

  @inline(__always)
  static func fingerprint(start: JSONBytes, count: Int, prefix: UInt64) -> UInt64 {
    let suffix = count > 8 ? JSONWord.load(start + (count &- 8)) : 0
    return prefix ^ (suffix &* 0x9E37_79B9_7F4A_7C15) ^ UInt64(truncatingIfNeeded: count) &<< 56
  }

  /// Calls `body` with the key's UTF-8, which has no terminator, and returns its result.
  ///
  /// - Complexity: O(1) beside `body`; O(n) for a key of length n with escapes.
  public func withUTF8<R, E: Error>(_ body: (UnsafeBufferPointer<UInt8>) throws(E) -> R) throws(E) -> R {
    if !hasEscapes { return try body(raw) }
    return try JSONUnescaping.bytes(of: raw).withUnsafeBufferPointer(body)
  }

  /// Returns whether the key equals a literal.
  ///
  /// - Complexity: O(n), where n is the length of `literal`.
  public static func == (key: JSONKey, literal: StaticString) -> Bool {
    key.withUTF8 { literal.hasUTF8($0) }
  }

  /// Whether the key is this one; lets a `switch` over a key name them.
  ///
  /// - Complexity: O(n), where n is the length of `literal`.
  public static func ~= (literal: StaticString, key: JSONKey) -> Bool { key == literal }
}

extension String {
  /// Creates the text of a key.
  ///
  /// - Complexity: O(n), where n is the length of the key.
  public init(_ key: JSONKey) { self = key.withUTF8 { String(decoding: $0, as: UTF8.self) } }
}
