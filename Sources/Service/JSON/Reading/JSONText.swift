/// Bytes of a JSON text, by address.
typealias JSONBytes = UnsafePointer<UInt8>

/// Eight bytes at a time.
enum JSONWord {
  private static var ones: UInt64 { 0x0101_0101_0101_0101 }

  /// Returns the first eight bytes, the first of them lowest.
  @inline(__always)
  static func load(_ start: JSONBytes) -> UInt64 {
    UInt64(littleEndian: UnsafeRawPointer(start).loadUnaligned(as: UInt64.self))
  }

  /// Returns the top bit of the first byte that is a quote, a backslash, a control character or no ASCII; 0 if there is
  /// none. Bits of later bytes mean nothing.
  // A byte borrows from the next one only where it is found itself, so that the first one found is right.
  @inline(__always)
  static func endsOfPlainText(in word: UInt64) -> UInt64 {
    let quotes = word ^ ones &* UInt64(UInt8(ascii: "\""))
    let backslashes = word ^ ones &* UInt64(UInt8(ascii: "\\"))
    let controls = word &- ones &* 0x20
    let found = (quotes &- ones) & ~quotes | (backslashes &- ones) & ~backslashes | controls | word
    return found & 0x8080_8080_8080_8080
  }

  /// Returns the top bit of the first byte that is a quote or a backslash; 0 if there is none.
  @inline(__always)
  static func endsOfString(in word: UInt64) -> UInt64 {
    let quotes = word ^ ones &* UInt64(UInt8(ascii: "\""))
    let backslashes = word ^ ones &* UInt64(UInt8(ascii: "\\"))
    let found = (quotes &- ones) & ~quotes | (backslashes &- ones) & ~backslashes
    return found & 0x8080_8080_8080_8080
  }

  /// Returns the place of the byte whose top bit is the lowest one set.
  @inline(__always)
  static func place(of found: UInt64) -> Int { found.trailingZeroBitCount &>> 3 }
}

extension UInt8 {
  /// Whether the byte is a decimal digit.
  @inline(__always)
  var isDigit: Bool { self &- UInt8(ascii: "0") < 10 }

  /// Whether the byte is white space of the grammar.
  @inline(__always)
  var isSpace: Bool {
    self == UInt8(ascii: " ") || self == UInt8(ascii: "\n") || self == UInt8(ascii: "\r")
      || self == UInt8(ascii: "\t")
  }

  /// Whether the byte is an opening bracket or brace.
  @inline(__always)
  var opensContainer: Bool { self | 0x20 == UInt8(ascii: "{") }

  /// Whether the byte is a closing bracket or brace.
  @inline(__always)
  var closesContainer: Bool { self | 0x20 == UInt8(ascii: "}") }
}
