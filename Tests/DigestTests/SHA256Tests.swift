import Digest
import Testing

struct SHA256Tests {
  /// The examples of FIPS 180-4, and the hash of nothing.
  @Test(arguments: [
    ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    (
      "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
    ),
  ])
  func `the standard's examples have its hashes`(text: String, hash: String) {
    #expect(SHA256.hexadecimal(text.utf8) == hash)
  }

  @Test func `a million letters have the hash of the standard`() {
    #expect(
      SHA256.hexadecimal(repeatElement(UInt8(ascii: "a"), count: 1_000_000))
        == "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0")
  }

  @Test func `parts hash as the bytes that they make together`() {
    let whole = (0..<300).map { UInt8(truncatingIfNeeded: $0) }
    for place in [0, 1, 63, 64, 65, 300] {
      #expect(SHA256.hash(joining: [Array(whole[..<place]), Array(whole[place...])]) == SHA256.hash(whole))
    }
    #expect(SHA256.hash(joining: []) == SHA256.hash([]))
  }

  @Test func `a running hash is that of the bytes so far`() {
    var running = SHA256.Running()
    #expect(running.hexadecimal == SHA256.hexadecimal([]))
    let whole = (0..<300).map { UInt8(truncatingIfNeeded: $0) }
    for start in stride(from: 0, to: whole.count, by: 70) {
      let end = min(start + 70, whole.count)
      running.update(Array(whole[start..<end]))
      #expect(running.hexadecimal == SHA256.hexadecimal(whole[..<end]))
    }
  }
}
