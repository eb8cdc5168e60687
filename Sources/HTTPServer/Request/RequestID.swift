import Glibc
import Synchronization

/// Ids that name a request in logs and responses.
enum RequestID {
  static let header = "X-Request-Id"
  static let longest = 128

  /// Returns the client's id if it is safe to repeat, else a new one.
  static func take(_ offered: String?) -> String {
    if let offered, isSafe(offered) { offered } else { random() }
  }

  /// Returns whether an id has 1 to 128 bytes, none of which has a meaning in a log, a header or a shell.
  static func isSafe(_ text: String) -> Bool {
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
    let halves = store.withLock { $0.next() }
    return String(unsafeUninitializedCapacity: 32) { buffer in
      for digit in 0..<32 {
        let half = digit < 16 ? halves.0 : halves.1
        let nibble = UInt8(truncatingIfNeeded: half >> UInt64((digit & 15) * 4)) & 15
        buffer[digit] = nibble < 10 ? UInt8(ascii: "0") + nibble : UInt8(ascii: "a") - 10 + nibble
      }
      return 32
    }
  }

  private static let store = Mutex(RandomStore())
}

/// Random numbers, drawn from the kernel 32 at a time: a system call for each id would cost more than the id.
private struct RandomStore {
  private var words = [UInt64](repeating: 0, count: 32)
  private var used = 32

  mutating func next() -> (UInt64, UInt64) {
    if used == words.count {
      let filled = words.withUnsafeMutableBytes { getentropy($0.baseAddress, $0.count) }
      precondition(filled == 0, "the kernel gives no random numbers")
      used = 0
    }
    defer { used += 2 }
    return (words[used], words[used + 1])
  }
}
