/// Transcodes UTF-8 to UTF-16, and collects the traits of the text on the way.
enum UTF16Writer {
  /// Writes valid UTF-8 as UTF-16, and returns the number of units, which is at most the number of bytes.
  ///
  /// - Complexity: O(n) in the number of bytes.
  static func write(
    _ bytes: UnsafeBufferPointer<UInt8>, to units: UnsafeMutablePointer<UInt16>
  ) -> (count: Int, traits: TextTraits) {
    var (at, count) = (0, 0)
    var traits: TextTraits = []
    while at < bytes.count {
      let byte = bytes[at]
      if byte < 0x80 {
        units[count] = UInt16(byte)
        if byte < 0x20 || byte == 0x7F { traits.formUnion(byte == 0x09 ? [.controls, .tabs] : .controls) }
        at += 1
        count += 1
        continue
      }
      let (codePoint, length) = decode(bytes, at)
      at += length
      traits.formUnion(Self.traits(of: codePoint))
      if codePoint < 0x10000 {
        units[count] = UInt16(codePoint)
        count += 1
      } else {
        units[count] = UInt16(0xD800 + (codePoint - 0x10000) >> 10)
        units[count + 1] = UInt16(0xDC00 + codePoint & 0x3FF)
        count += 2
      }
    }
    return (count, traits)
  }

  private static func decode(_ bytes: UnsafeBufferPointer<UInt8>, _ at: Int) -> (UInt32, Int) {
    func tail(_ offset: Int) -> UInt32 { UInt32(bytes[at + offset] & 0x3F) }
    let lead = UInt32(bytes[at])
    if lead < 0xE0 { return ((lead & 0x1F) << 6 | tail(1), 2) }
    if lead < 0xF0 { return ((lead & 0x0F) << 12 | tail(1) << 6 | tail(2), 3) }
    return ((lead & 0x07) << 18 | tail(1) << 12 | tail(2) << 6 | tail(3), 4)
  }

  private static func traits(of codePoint: UInt32) -> TextTraits {
    switch codePoint {
    case ...0x9F: [.beyondASCII, .controls]
    case 0xAB, 0xBB, 0x2010, 0x2012...0x2014, 0x2018...0x201F, 0x2039, 0x203A:
      [.beyondASCII, .contextualBreaks]
    case 0x2028, 0x2029: [.beyondASCII, .controls]
    case 0x05BE: [.beyondASCII, .rightToLeft, .contextualBreaks]
    case 0x0590...0x08FF, 0x200E...0x200F, 0x202A...0x202E, 0x2066...0x2069, 0xFB1D...0xFDFF, 0xFE70...0xFEFE,
      0x10800...0x10FFF, 0x1E800...0x1EFFF:
      [.beyondASCII, .rightToLeft]
    default: .beyondASCII
    }
  }
}

extension TextColumns {
  /// Loads a text, without marks and with widths of 0.
  ///
  /// - Complexity: O(n) in the length of the text.
  func load(_ text: String) {
    var text = text
    text.withUTF8 { bytes in load(atMost: bytes.count) { UTF16Writer.write(bytes, to: $0) } }
  }
}
