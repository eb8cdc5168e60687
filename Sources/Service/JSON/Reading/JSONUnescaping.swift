/// The text of a string with escapes, which the scanner has accepted.
enum JSONUnescaping {
  /// Returns the UTF-8 of a string that is given as it is written between its quotes.
  ///
  /// - Complexity: O(n) for n bytes.
  static func bytes(of raw: UnsafeBufferPointer<UInt8>) -> [UInt8] {
    guard let start = raw.baseAddress else { return [] }
    // No escape is shorter than what it stands for.
    return Array(unsafeUninitializedCapacity: raw.count) { bytes, count in
      count = bytes.baseAddress.map { write(start, start + raw.count, to: $0) } ?? 0
    }
  }

  /// Returns the text of a part of some bytes that stands between quotes.
  ///
  /// - Complexity: O(n) for n bytes.
  static func string(of text: UnsafeRawBufferPointer, in range: Range<Int>) -> String {
    UnsafeRawBufferPointer(rebasing: text[range]).withMemoryRebound(to: UInt8.self) {
      String(decoding: bytes(of: $0), as: UTF8.self)
    }
  }

  private static func write(_ start: JSONBytes, _ end: JSONBytes, to target: UnsafeMutablePointer<UInt8>)
    -> Int
  {
    var place = start
    var next = target
    while place < end {
      let byte = place.pointee
      guard byte == UInt8(ascii: "\\"), end - place >= 2 else {
        next.pointee = byte
        next += 1
        place += 1
        continue
      }
      if let unit = JSONUnicode.codeUnit(at: place, before: end) {
        place += 6
        var scalar = UInt32(unit)
        if unit & 0xFC00 == 0xD800, let low = JSONUnicode.codeUnit(at: place, before: end) {
          scalar = 0x1_0000 + (UInt32(unit & 0x3FF) << 10 | UInt32(low & 0x3FF))
          place += 6
        }
        append(scalar, to: &next)
      } else {
        next.pointee = character(place[1])
        next += 1
        place += 2
      }
    }
    return next - target
  }

  /// Returns the character of a backslash and a letter.
  private static func character(_ letter: UInt8) -> UInt8 {
    switch letter {
    case UInt8(ascii: "b"): 0x08
    case UInt8(ascii: "t"): 0x09
    case UInt8(ascii: "n"): 0x0A
    case UInt8(ascii: "f"): 0x0C
    case UInt8(ascii: "r"): 0x0D
    default: letter
    }
  }

  private static func append(_ scalar: UInt32, to next: inout UnsafeMutablePointer<UInt8>) {
    func put(_ bits: UInt32) {
      next.pointee = UInt8(truncatingIfNeeded: bits)
      next += 1
    }
    switch scalar {
    case ..<0x80: put(scalar)
    case ..<0x800:
      put(0xC0 | scalar >> 6)
      put(0x80 | scalar & 0x3F)
    case ..<0x1_0000:
      put(0xE0 | scalar >> 12)
      put(0x80 | scalar >> 6 & 0x3F)
      put(0x80 | scalar & 0x3F)
    default:
      put(0xF0 | scalar >> 18)
      put(0x80 | scalar >> 12 & 0x3F)
      put(0x80 | scalar >> 6 & 0x3F)
      put(0x80 | scalar & 0x3F)
    }
  }
}
