/// Hides from libmicrohttpd the separators in the value of a Cookie field, and restores them.
///
/// The library copies the value and takes it apart, for which it needs memory for every part, and a quotation mark alone
/// misleads it. It takes a value without separators as one name. Values keep their length.
enum CookieDisguise {
  /// The byte that stands for one of a value: separators become bytes above ASCII, which no cookie has (RFC 6265,
  /// 4.1.1); a byte above ASCII becomes a hyphen.
  static func disguised(_ byte: UInt8) -> UInt8 {
    if byte >= 0x80 { return Byte.hyphen }
    return isSeparator(byte) ? byte | 0x80 : byte
  }

  /// The byte for which one stands.
  static func restored(_ byte: UInt8) -> UInt8 { byte & 0x7F }

  /// Whether the name of a field is `Cookie`.
  static func isCookie(_ name: UnsafeRawBufferPointer) -> Bool {
    name.count == cookie.utf8CodeUnitCount
      && name.indices.allSatisfy { lowercased(name[$0]) == cookie.utf8Start[$0] }
  }

  private static let cookie: StaticString = "cookie"

  private static func isSeparator(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: ";"), UInt8(ascii: ","), UInt8(ascii: "="), UInt8(ascii: "\""), UInt8(ascii: " "), 9:
      true
    default: false
    }
  }
}
