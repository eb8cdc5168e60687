/// Ids that name a request in logs and responses.
package enum RequestID {
  static let header = "X-Request-Id"
  /// The most bytes of an id.
  package static let longest = 128

  /// Returns the client's id if it is safe to repeat, else a new one.
  static func take(_ offered: String?) -> String {
    if let offered, isSafe(offered) { offered } else { random() }
  }

  /// Returns whether an id has 1 to 128 bytes, none of which has a meaning in a log, a header or a shell.
  package static func isSafe(_ text: String) -> Bool {
    let utf8 = text.utf8
    return !utf8.isEmpty && utf8.count <= longest && utf8.allSatisfy(isSafe)
  }

  private static func isSafe(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"),
      UInt8(ascii: "-"), UInt8(ascii: ":"), UInt8(ascii: "/"), UInt8(ascii: "+"), UInt8(ascii: "="),
      UInt8(ascii: "@"):
      true
    default: false
    }
  }

  /// 128 random bits as 32 hexadecimal digits.
  static func random() -> String {
    let halves = RandomWords.two()
    return String(unsafeUninitializedCapacity: 32) { buffer in
      _ = Hexadecimal.write(halves.1, to: Hexadecimal.write(halves.0, to: buffer))
      return 32
    }
  }
}
