import Glibc
import Synchronization

/// Random numbers for ids, drawn from the kernel 32 at a time: a system call for each id would cost more than the id.
enum RandomWords {
  private struct Store {
    var words = [UInt64](repeating: 0, count: 32)
    var used = 32

    mutating func next() -> UInt64 {
      if used == words.count {
        let filled = words.withUnsafeMutableBytes { getentropy($0.baseAddress, $0.count) }
        precondition(filled == 0, "the kernel gives no random numbers")
        used = 0
      }
      defer { used += 1 }
      return words[used]
    }
  }

  private static let store = Mutex(Store())

  /// Returns 64 random bits.
  static func one() -> UInt64 { store.withLock { $0.next() } }

  /// Returns 128 random bits.
  static func two() -> (UInt64, UInt64) { store.withLock { ($0.next(), $0.next()) } }

  /// Returns 192 random bits.
  static func three() -> (UInt64, UInt64, UInt64) { store.withLock { ($0.next(), $0.next(), $0.next()) } }
}

/// Lower-case hexadecimal digits.
enum Hexadecimal {
  /// Returns a digit from its value, of which the lowest four bits count.
  @inline(__always)
  static func digit(_ value: UInt64) -> UInt8 {
    let nibble = UInt8(truncatingIfNeeded: value) & 15
    return nibble < 10 ? UInt8(ascii: "0") + nibble : UInt8(ascii: "a") - 10 + nibble
  }

  /// Writes the lowest digits of a number, the highest of them first; returns the rest of the buffer.
  static func write(
    _ number: UInt64, digits: Int = 16, to buffer: UnsafeMutableBufferPointer<UInt8>
  ) -> UnsafeMutableBufferPointer<UInt8> {
    for index in 0..<digits { buffer[index] = digit(number >> UInt64((digits - 1 - index) * 4)) }
    return UnsafeMutableBufferPointer(rebasing: buffer[digits...])
  }

  /// Returns the number of at most 16 digits; nil if a byte is no lower-case digit.
  static func number(_ digits: ArraySlice<UInt8>) -> UInt64? {
    var number: UInt64 = 0
    for byte in digits {
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): number = number << 4 | UInt64(byte - UInt8(ascii: "0"))
      case UInt8(ascii: "a")...UInt8(ascii: "f"): number = number << 4 | UInt64(byte - UInt8(ascii: "a") + 10)
      default: return nil
      }
    }
    return number
  }
}
