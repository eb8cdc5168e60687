import TestSupport
import Testing

@testable import CollectionModel

struct ChecksumTests {
  @Test func `the checksum is that of the published example`() {
    let bytes = Array("123456789".utf8)
    #expect(Checksum.of(bytes, count: 9) == 0xCBF4_3926)
    #expect(Checksum.of(bytes, count: 0) == 0)
  }

  @Test func `eight bytes at a time give the checksum of one bit at a time, for any number of bytes`() {
    var random = SeededGenerator(seed: 3)
    let bytes = (0..<100).map { _ in UInt8(random.integer(0...255)) }
    var sum = UInt32.max
    for (count, byte) in bytes.enumerated() {
      #expect(Checksum.of(bytes, count: count) == ~sum)
      sum ^= UInt32(byte)
      for _ in 0..<8 { sum = sum & 1 == 1 ? sum >> 1 ^ 0xEDB8_8320 : sum >> 1 }
    }
  }
}
