/// A set of ASCII bytes as two words: to ask it costs no memory access.
struct ByteSet {
  /// The bytes below 64.
  let low: UInt64
  /// The bytes from 64 to 127.
  let high: UInt64

  @inline(__always)
  func contains(_ byte: UInt8) -> Bool {
    byte < 128 && ((byte < 64 ? low : high) &>> UInt64(byte & 63)) & 1 == 1
  }

  /// The characters of a token (RFC 9110, 5.6.2): methods and field names.
  static var token: ByteSet { ByteSet(low: 0x03FF_6CFA_0000_0000, high: 0x57FF_FFFF_C7FF_FFFE) }

  /// The characters of a target: those of RFC 3986, and `^`, a backtick, `{`, `|` and `}`, which browsers send unescaped in
  /// a query. Not `#`: a fragment is never sent.
  static var target: ByteSet { ByteSet(low: 0xAFFF_FFF2_0000_0000, high: 0x7FFF_FFFF_EFFF_FFFF) }

  /// The characters of a registered name or an IPv4 address (RFC 3986, 3.2.2).
  static var hostName: ByteSet { ByteSet(low: 0x2BFF_7FF2_0000_0000, high: 0x47FF_FFFE_87FF_FFFE) }

  /// The characters between the brackets of an IPv6 address.
  static var hostLiteral: ByteSet { ByteSet(low: 0x2FFF_7FF2_0000_0000, high: 0x47FF_FFFE_87FF_FFFE) }
}

/// The bytes that structure a message.
enum Byte {
  static var tab: UInt8 { 0x09 }
  static var lineFeed: UInt8 { 0x0A }
  static var carriageReturn: UInt8 { 0x0D }
  static var space: UInt8 { 0x20 }
  static var ampersand: UInt8 { 0x26 }
  static var hyphen: UInt8 { 0x2D }
  static var dot: UInt8 { 0x2E }
  static var zero: UInt8 { 0x30 }
  static var colon: UInt8 { 0x3A }
  static var semicolon: UInt8 { 0x3B }
  static var questionMark: UInt8 { 0x3F }
  static var openBracket: UInt8 { 0x5B }
  static var closeBracket: UInt8 { 0x5D }
  static var delete: UInt8 { 0x7F }

  @inline(__always)
  static func isDigit(_ byte: UInt8) -> Bool { byte &- zero < 10 }

  @inline(__always)
  static func isBlank(_ byte: UInt8) -> Bool { byte == space || byte == tab }

  /// Whether a byte may be in a field's value: visible characters, blanks, and bytes above ASCII.
  @inline(__always)
  static func isFieldContent(_ byte: UInt8) -> Bool { byte >= space ? byte != delete : byte == tab }

  /// The value of a hexadecimal digit; nil for any other byte.
  @inline(__always)
  static func hexadecimal(_ byte: UInt8) -> UInt64? {
    if isDigit(byte) { return UInt64(byte &- zero) }
    let letter = lowercased(byte) &- 0x61
    return letter < 6 ? UInt64(letter) + 10 : nil
  }
}
