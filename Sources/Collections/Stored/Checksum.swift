/// The CRC-32 of Ethernet and zlib: every error of one bit shows, and of 32 bits in a row.
enum Checksum {
  private static let polynomial: UInt32 = 0xEDB8_8320

  /// What each byte contributes that is followed by 0 to 7 others: eight bytes are taken at a time (slicing by 8,
  /// Kounavis and Berry 2005).
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

  /// The checksum of the first bytes of some.
  ///
  /// - Complexity: O(n) for n bytes.
  static func of(_ bytes: [UInt8], count: Int) -> UInt32 {
    let tables = tables.span
    let bytes = bytes.span.extracting(first: count)
    let words = bytes.bytes
    var sum = UInt32.max
    var place = 0
    while place + 8 <= count {
      let word = UInt64(littleEndian: words.unsafeLoadUnaligned(fromByteOffset: place, as: UInt64.self))
      let mixed = word ^ UInt64(sum)
      sum = tables[7 * 256 + Int(mixed & 0xFF)]
      for step in 1..<8 { sum ^= tables[(7 - step) * 256 + Int(mixed >> UInt64(8 * step) & 0xFF)] }
      place += 8
    }
    while place < count {
      sum = sum >> 8 ^ tables[Int((sum ^ UInt32(bytes[place])) & 0xFF)]
      place += 1
    }
    return ~sum
  }
}
