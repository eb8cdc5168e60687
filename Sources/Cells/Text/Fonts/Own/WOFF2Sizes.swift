/// The sizes that the head of a font in WOFF2 declares.
///
/// libwoff2 reserves as much memory as the head asks for, up to a hundred times the file. So the head is read here first
/// (WOFF2, sections 4.1 and 5.1).
struct WOFF2Sizes {
  /// Bytes of all tables as they are compressed together.
  private(set) var packed = 0
  /// Bytes of all tables of the font.
  private(set) var unpacked = 0

  /// Reads the sizes; nil if the head is damaged.
  ///
  /// - Complexity: O(n) for n tables.
  init?(_ bytes: [UInt8]) {
    guard bytes.count >= Self.headLength else { return nil }
    let tables = Int(bytes[12]) << 8 | Int(bytes[13])
    var reader = Reader(rest: bytes[Self.headLength...])
    for _ in 0..<tables {
      guard let flags = reader.next(), let isTransformed = reader.isTransformed(flags),
        let length = reader.number()
      else { return nil }
      unpacked += length
      guard let packedLength = isTransformed ? reader.number() : length else { return nil }
      packed += packedLength
    }
  }

  private static let headLength = 48

  private struct Reader {
    var rest: ArraySlice<UInt8>

    mutating func next() -> UInt8? { rest.popFirst() }

    /// Returns whether a table is transformed, and reads its tag where that is written out; nil at the end.
    mutating func isTransformed(_ flags: UInt8) -> Bool? {
      let version = flags >> 6
      var isOutline = flags & 63 == 10 || flags & 63 == 11
      if flags & 63 == 63 {
        guard rest.count >= 4 else { return nil }
        let tag = Array(rest.prefix(4))
        rest = rest.dropFirst(4)
        isOutline = tag == Array("glyf".utf8) || tag == Array("loca".utf8)
      }
      return isOutline ? version == 0 : version != 0
    }

    /// Reads a number of at most 32 bits, seven in a byte; nil if there is none.
    mutating func number() -> Int? {
      var value = 0
      for _ in 0..<5 {
        guard let byte = next() else { return nil }
        value = value << 7 | Int(byte & 127)
        if byte < 128 { return value <= Int(UInt32.max) ? value : nil }
      }
      return nil
    }
  }
}
