/// The escapes of strings: quote, backslash and control characters, as `JSON.stringify` writes them.
@usableFromInline
enum JSONEscapes {
  /// Appends text with its escapes; runs that need none are copied whole.
  static func append(_ text: UnsafeBufferPointer<UInt8>, to bytes: inout ByteWriter) {
    let text = UnsafeRawBufferPointer(text)
    var start = 0
    while start < text.count {
      let end = firstEscape(in: text, from: start)
      bytes.append(contentsOf: UnsafeRawBufferPointer(rebasing: text[start..<end]))
      if end < text.count { append(escaping: text[end], to: &bytes) }
      start = end + 1
    }
  }

  /// Whether a literal needs no escapes.
  @usableFromInline
  static func areNone(in literal: StaticString) -> Bool {
    literal.withUTF8Buffer { firstEscape(in: UnsafeRawBufferPointer($0), from: 0) == $0.count }
  }

  /// The index of the first byte from `start` on that must be escaped, or the count.
  private static func firstEscape(in text: UnsafeRawBufferPointer, from start: Int) -> Int {
    var index = start
    while index + 8 <= text.count, !anyEscape(in: text.loadUnaligned(fromByteOffset: index, as: UInt64.self))
    {
      index += 8
    }
    while index < text.count, !mustEscape(text[index]) { index += 1 }
    return index
  }

  private static func mustEscape(_ byte: UInt8) -> Bool {
    byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
  }

  /// Whether one of eight bytes must be escaped: a zero byte is found by the borrow out of its top bit.
  private static func anyEscape(in word: UInt64) -> Bool {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let quotes = word ^ ones &* UInt64(UInt8(ascii: "\""))
    let backslashes = word ^ ones &* UInt64(UInt8(ascii: "\\"))
    let controls = (word &- ones &* 0x20) & ~word
    let found = (quotes &- ones) & ~quotes | (backslashes &- ones) & ~backslashes | controls
    return found & (ones &* 0x80) != 0
  }

  private static func append(escaping byte: UInt8, to bytes: inout ByteWriter) {
    switch byte {
    case UInt8(ascii: "\""): bytes.append("\\\"")
    case UInt8(ascii: "\\"): bytes.append("\\\\")
    case 0x08: bytes.append("\\b")
    case 0x09: bytes.append("\\t")
    case 0x0A: bytes.append("\\n")
    case 0x0C: bytes.append("\\f")
    case 0x0D: bytes.append("\\r")
    default:
      let digits: StaticString = "0123456789abcdef"
      bytes.append("\\u00")
      bytes.append(digits.utf8Start[Int(byte >> 4)])
      bytes.append(digits.utf8Start[Int(byte & 15)])
    }
  }
}
