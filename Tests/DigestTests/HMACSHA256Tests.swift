import Digest
import Testing

struct HMACSHA256Tests {
  private static func bytes(_ byte: UInt8, _ count: Int) -> [UInt8] { [UInt8](repeating: byte, count: count) }

  /// Test cases 1, 2, 3, 6 and 7 of RFC 4231.
  @Test(arguments: [
    (
      bytes(0x0b, 20), Array("Hi There".utf8),
      "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"
    ),
    (
      Array("Jefe".utf8), Array("what do ya want for nothing?".utf8),
      "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
    ),
    (
      bytes(0xaa, 20), bytes(0xdd, 50), "773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe"
    ),
    (
      bytes(0xaa, 131), Array("Test Using Larger Than Block-Size Key - Hash Key First".utf8),
      "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"
    ),
    (
      bytes(0xaa, 131),
      Array(
        "This is a test using a larger than block-size key and a larger than block-size data. The key needs to be hashed before being used by the HMAC algorithm."
          .utf8), "9b09ffa71b942fcb27635fbcd5b0e944bfdc63644f0713938a7f51535c3a35e2"
    ),
  ])
  func `the standard's examples have its codes`(key: [UInt8], message: [UInt8], code: String) {
    let hmac = HMACSHA256(key: key)
    for _ in 0..<2 {  // One key serves many messages.
      let hexadecimal = hmac.code(of: message).map { byte in
        let digits = String(byte, radix: 16)
        return digits.count == 1 ? "0" + digits : digits
      }
      #expect(hexadecimal.joined() == code)
    }
  }

  @Test func `a code is that of its message and key alone, to the last bit`() {
    let hmac = HMACSHA256(key: Self.bytes(7, 32))
    let code = hmac.code(of: [1, 2, 3])
    #expect(hmac.isCode(code, of: [1, 2, 3]))
    for index in code.indices {
      for bit in 0..<8 {
        var other = code
        other[index] ^= 1 << UInt8(bit)
        #expect(!hmac.isCode(other, of: [1, 2, 3]))
      }
    }
    #expect(!hmac.isCode(code.dropLast(), of: [1, 2, 3]) && !hmac.isCode(code + [0], of: [1, 2, 3]))
    #expect(!hmac.isCode([], of: [1, 2, 3]) && !hmac.isCode(code, of: [1, 2, 4]))
    #expect(!HMACSHA256(key: Self.bytes(8, 32)).isCode(code, of: [1, 2, 3]))
  }

  @Test func `a comparison in constant time finds every difference`() {
    #expect(ConstantTime.areEqual([], []) && ConstantTime.areEqual([1, 2], [1, 2]))
    for (left, right): ([UInt8], [UInt8]) in [
      ([1, 2], [1, 3]), ([1, 2], [0, 2]), ([1], [1, 2]), ([], [0]), ([0], []),
    ] { #expect(!ConstantTime.areEqual(left, right)) }
  }
}
