/// Finds the token that the parser rejected, given only how far it had read.
///
/// Runs after an error, never in a successful parse.
struct JSONTokens {
  let text: UnsafeRawBufferPointer

  /// Returns the byte range of the token that contains the byte at `position`.
  ///
  /// - Complexity: O(n), where n is `position` and the length of the token.
  func range(containing position: Int) -> Range<Int> {
    var start = 0
    while start < text.count {
      let end = endOfToken(from: start)
      if end > position { return start..<end }
      start = end
    }
    return text.count..<text.count
  }

  /// Returns the offset of the first invalid escape in the string token `range`; nil if all are valid.
  ///
  /// - Complexity: O(n), where n is the length of the token.
  func firstInvalidEscape(in range: Range<Int>) -> Int? {
    var offset = range.lowerBound + 1
    while offset < range.upperBound {
      guard text[offset] == UInt8(ascii: "\\") else {
        offset += 1
        continue
      }
      guard offset + 1 < range.upperBound else { return offset }
      switch text[offset + 1] {
      case UInt8(ascii: "u"):
        guard let unit = codeUnit(at: offset, in: range) else { return offset }
        switch unit {
        case 0xDC00...0xDFFF: return offset
        case 0xD800...0xDBFF:
          guard let low = codeUnit(at: offset + 6, in: range), 0xDC00...0xDFFF ~= low else { return offset }
          offset += 12
        default: offset += 6
        }
      case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"),
        UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
        offset += 2
      default:
        return offset
      }
    }
    return nil
  }

  /// Returns the first characters of a token, for a message.
  ///
  /// - Complexity: O(1)
  func excerpt(of range: Range<Int>) -> String {
    String(String(decoding: text[range].prefix(80), as: UTF8.self).unicodeScalars.prefix(20))
  }

  private func endOfToken(from start: Int) -> Int {
    var end = start + 1
    switch text[start] {
    case UInt8(ascii: "\""):
      while end < text.count, text[end] != UInt8(ascii: "\"") {
        end += text[end] == UInt8(ascii: "\\") ? 2 : 1
      }
      return min(end + 1, text.count)
    case let byte where Self.isWord(byte):
      while end < text.count, Self.isWord(text[end]) { end += 1 }
    case 0x80...:
      while end < text.count, text[end] & 0xC0 == 0x80 { end += 1 }
    default:
      break
    }
    return end
  }

  private static func isWord(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."):
      true
    default: false
    }
  }

  /// Returns the value of the `\uXXXX` that starts at `offset`; nil if there is none.
  private func codeUnit(at offset: Int, in range: Range<Int>) -> UInt16? {
    guard offset + 6 <= range.upperBound, text[offset] == UInt8(ascii: "\\"),
      text[offset + 1] == UInt8(ascii: "u")
    else { return nil }
    var value: UInt16 = 0
    for byte in text[(offset + 2)..<(offset + 6)] {
      guard let digit = Character(Unicode.Scalar(byte)).hexDigitValue else { return nil }
      value = value << 4 | UInt16(digit)
    }
    return value
  }
}
