extension JSONValue {
  /// The string, or nil if the value is not one.
  ///
  /// - Complexity: O(n), where n is the length of the string.
  public var string: String? {
    withStringUTF8 { String(decoding: $0, as: UTF8.self) }
  }

  /// Calls `body` with the string's UTF-8, which has no terminator, and returns its result; nil if the value is not a string.
  ///
  /// - Complexity: O(n) beside `body`, where n is the length of the string.
  public func withStringUTF8<R, E: Error>(
    _ body: (UnsafeBufferPointer<UInt8>) throws(E) -> R
  ) throws(E) -> R? {
    guard start.pointee == UInt8(ascii: "\"") else { return nil }
    let (quote, hasEscapes) = reading.pointee.closingQuote(from: start + 1)
    reading.pointee.note(start, endsAt: quote + 1)
    let raw = UnsafeBufferPointer(start: start + 1, count: quote - start - 1)
    if !hasEscapes { return try body(raw) }
    return try JSONUnescaping.bytes(of: raw).withUnsafeBufferPointer(body)
  }

  /// Returns whether the value is a string that equals a literal.
  ///
  /// - Complexity: O(n), where n is the length of the string.
  public static func == (value: JSONValue, literal: StaticString) -> Bool {
    value.withStringUTF8 { literal.hasUTF8($0) } ?? false
  }
}

extension StaticString {
  /// Returns whether the literal consists of these bytes.
  func hasUTF8(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    withUTF8Buffer { $0.count == bytes.count && $0.elementsEqual(bytes) }
  }
}
