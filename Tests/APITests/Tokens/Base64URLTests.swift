import TestSupport
import Testing

@testable import API

struct Base64URLTests {
  /// RFC 4648, 10, without padding, and the two digits that base64 writes otherwise.
  @Test(arguments: [
    ("", ""), ("f", "Zg"), ("fo", "Zm8"), ("foo", "Zm9v"), ("foob", "Zm9vYg"), ("fooba", "Zm9vYmE"),
    ("foobar", "Zm9vYmFy"), ("??>>", "Pz8-Pg"), ("???", "Pz8_"),
  ])
  func `the standard's examples read both ways`(bytes: String, text: String) {
    #expect(Base64URL.encode(Array(bytes.utf8)) == text)
    #expect(Base64URL.decode(text[...].utf8) == Array(bytes.utf8))
  }

  @Test func `any bytes come back`() {
    var random = SeededGenerator(seed: 4648)
    for count in 0..<200 {
      let bytes = (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
      #expect(Base64URL.decode(Substring(Base64URL.encode(bytes)).utf8) == bytes)
    }
  }

  @Test(arguments: [
    "Zg==", "Zm9v Zg", "Zm9v\n", "Zm9+", "Zm9/", "Z", "Zm9vY", "Zh", "Zm9", "Zm9vYmF", "é", "Zm9v\u{0}",
  ])
  func `a text that no bytes have is refused, also one with other bits in its padding`(text: String) {
    #expect(Base64URL.decode(text[...].utf8) == nil)
  }
}
