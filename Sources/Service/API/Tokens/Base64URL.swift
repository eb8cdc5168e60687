/// Bytes as text of letters, digits, `-` and `_`, which stands in headers, cookies and queries without escapes
/// (RFC 4648, 5, without padding).
enum Base64URL {
  private static let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

  /// - Complexity: O(n) in the number of bytes.
  static func encode(_ bytes: [UInt8]) -> String {
    var text: [UInt8] = []
    // The last bits that were read, of which `count` are not yet written.
    var bits: UInt32 = 0
    var count: UInt32 = 0
    for byte in bytes {
      bits = bits << 8 | UInt32(truncatingIfNeeded: byte)
      count += 8
      while count >= 6 {
        count -= 6
        text.append(digits[Int(truncatingIfNeeded: bits >> count & 63)])
      }
    }
    if count > 0 { text.append(digits[Int(truncatingIfNeeded: bits << (6 - count) & 63)]) }
    return String(decoding: text, as: UTF8.self)
  }

  /// Returns the bytes of a text; nil for a text that `encode` does not return. So no two texts have the same bytes.
  ///
  /// - Complexity: O(n) in the length of the text.
  static func decode(_ text: Substring.UTF8View) -> [UInt8]? {
    var bytes: [UInt8] = []
    var bits: UInt32 = 0
    var count: UInt32 = 0
    for character in text {
      guard let value = value(of: character) else { return nil }
      bits = bits << 6 | UInt32(truncatingIfNeeded: value)
      count += 6
      if count >= 8 {
        count -= 8
        bytes.append(UInt8(truncatingIfNeeded: bits >> count))
      }
    }
    // What is left is padding: less than a digit, and zero.
    return count < 6 && bits & ((1 << count) - 1) == 0 ? bytes : nil
  }

  private static func value(of character: UInt8) -> UInt8? {
    switch character {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): character - UInt8(ascii: "A")
    case UInt8(ascii: "a")...UInt8(ascii: "z"): character - UInt8(ascii: "a") + 26
    case UInt8(ascii: "0")...UInt8(ascii: "9"): character - UInt8(ascii: "0") + 52
    case UInt8(ascii: "-"): 62
    case UInt8(ascii: "_"): 63
    default: nil
    }
  }
}
