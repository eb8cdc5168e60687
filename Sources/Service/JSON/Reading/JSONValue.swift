/// A borrowed view of one value, valid as long as the document lends it.
///
/// Not `Sendable`: use it on the thread that it was lent to.
public struct JSONValue {
  /// The first byte of the value.
  let start: JSONBytes
  let reading: UnsafeMutablePointer<JSONReading>

  @inline(__always)
  init(_ start: JSONBytes, _ reading: UnsafeMutablePointer<JSONReading>) {
    (self.start, self.reading) = (start, reading)
  }

  /// The type of a value.
  public enum Kind: String, Sendable {
    case null, bool, number, string, array, object
  }

  /// The type of the value.
  ///
  /// - Complexity: O(1)
  public var kind: Kind {
    switch start.pointee {
    case UInt8(ascii: "{"): .object
    case UInt8(ascii: "["): .array
    case UInt8(ascii: "\""): .string
    case UInt8(ascii: "t"), UInt8(ascii: "f"): .bool
    case UInt8(ascii: "n"): .null
    default: .number
    }
  }

  /// Whether the value is `null`.
  ///
  /// - Complexity: O(1)
  public var isNull: Bool { start.pointee == UInt8(ascii: "n") }

  /// The number, or nil if the value is not one. Always finite.
  ///
  /// - Complexity: O(n) for a number of n characters.
  public var number: Double? {
    guard start.pointee.isDigit || start.pointee == UInt8(ascii: "-") else { return nil }
    var place = start
    let number = DecimalReader.read(&place)
    reading.pointee.note(start, endsAt: place)
    return number
  }

  /// The number if it is a whole one that fits into an `Int`, or nil.
  ///
  /// - Complexity: O(n) for a number of n characters.
  public var integer: Int? { number.flatMap { Int(exactly: $0) } }

  /// The truth value, or nil if the value is not one.
  ///
  /// - Complexity: O(1)
  public var bool: Bool? {
    switch start.pointee {
    case UInt8(ascii: "t"): true
    case UInt8(ascii: "f"): false
    default: nil
    }
  }

  /// The number of elements or members, 0 for a scalar.
  ///
  /// - Complexity: O(n), where n is the length of the value's text.
  public var count: Int {
    switch kind {
    case .array: elements.reduce(0) { count, _ in count + 1 }
    case .object: members.reduce(0) { count, _ in count + 1 }
    default: 0
    }
  }

  /// Whether the value has more elements or members than a limit.
  ///
  /// - Complexity: O(1) if the whole text is too short for so many; O(n), where n is the length of the value's text.
  public func hasMore(than limit: Int) -> Bool {
    // Each takes a byte and a comma at least.
    (reading.pointee.end - start) / 2 > limit && count > limit
  }

  /// The bytes of the value's text.
  ///
  /// - Complexity: O(1) for a value that was read last, O(n) for others, where n is the length of the text.
  var raw: UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(start: start, count: reading.pointee.end(ofValueAt: start) - start)
  }

  /// The number of bytes of the value as it is written.
  ///
  /// - Complexity: O(1) for a value that was read last, O(n) for others, where n is the length of the text.
  public var writtenLength: Int { raw.count }
}
