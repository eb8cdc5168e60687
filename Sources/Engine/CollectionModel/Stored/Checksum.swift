/// The CRC-32 of Ethernet and zlib, which detects every burst of up to 32 wrong bits.
package enum Checksum {
  private static let polynomial: UInt32 = 0xEDB8_8320

  /// The contribution of each byte followed by 0 to 7 others, to process eight bytes at a time (slicing by 8, Kounavis
  /// and Berry 2005).
  private static let tables: ContiguousArray<UInt32> = {
    var tables = ContiguousArray<UInt32>(repeating: 0, count: 8 * 256)
    for byte in 0..<256 {
      var sum = UInt32(byte)
      for _ in 0..<8 { sum = sum >> 1 ^ (sum & 1 == 1 ? polynomial : 0) }
      tables[byte] = sum
    }
    for entry in 256..<8 * 256 {
      let before = tables[entry - 256]
      tables[entry] = before >> 8 ^ tables[Int(before & 0xFF)]
    }
    return tables
  }()

  /// Returns the checksum of the first `count` bytes.
  ///
  /// - Complexity: O(n) for n bytes.
  package static func of(_ bytes: [UInt8], count: Int) -> UInt32 {
    sum(of: bytes.span.extracting(first: count).bytes, by: tables.span)
  }

  private static func sum(of bytes: RawSpan, by tables: Span<UInt32>) -> UInt32 {
    var sum = UInt32.max
    let wordsEnd = bytes.byteCount & ~7
    for place in stride(from: 0, to: wordsEnd, by: 8) {
      let word =
        UInt64(littleEndian: bytes.unsafeLoadUnaligned(fromByteOffset: place, as: UInt64.self)) ^ UInt64(sum)
      let low =
        share(word, 0, tables) ^ share(word, 1, tables) ^ share(word, 2, tables) ^ share(word, 3, tables)
      let high =
        share(word, 4, tables) ^ share(word, 5, tables) ^ share(word, 6, tables) ^ share(word, 7, tables)
      sum = low ^ high
    }
    for place in wordsEnd..<bytes.byteCount {
      let byte = bytes.unsafeLoad(fromByteOffset: place, as: UInt8.self)
      sum = sum >> 8 ^ tables[Int((sum ^ UInt32(byte)) & 0xFF)]
    }
    return ~sum
  }

  /// Returns the contribution of a byte of a word. A table has 256 elements, so no index is out of bounds.
  @inline(__always)
  private static func share(_ word: UInt64, _ place: Int, _ tables: Span<UInt32>) -> UInt32 {
    tables[unchecked: (7 - place) << 8 | Int(word >> UInt64(8 * place) & 0xFF)]
  }
}
