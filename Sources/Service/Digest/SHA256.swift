import CNettle

/// The hash function SHA-256 (FIPS 180-4), by Nettle.
public enum SHA256 {
  /// Returns the 32 bytes of a hash.
  ///
  /// - Complexity: O(n) in the number of bytes.
  public static func hash(_ bytes: some Sequence<UInt8>) -> [UInt8] { hash(joining: [Array(bytes)]) }

  /// Returns the hash of parts that follow one another, without joining them in memory.
  ///
  /// - Complexity: O(n) in the number of bytes.
  public static func hash(joining parts: [[UInt8]]) -> [UInt8] {
    var context = sha256_ctx()
    nettle_sha256_init(&context)
    for part in parts {
      part.withUnsafeBufferPointer { nettle_sha256_update(&context, $0.count, $0.baseAddress) }
    }
    return [UInt8](unsafeUninitializedCapacity: Int(SHA256_DIGEST_SIZE)) { digest, count in
      nettle_sha256_digest(&context, digest.count, digest.baseAddress)
      count = digest.count
    }
  }

  /// Returns a hash as 64 hexadecimal digits.
  ///
  /// - Complexity: O(n) in the number of bytes.
  public static func hexadecimal(_ bytes: some Sequence<UInt8>) -> String {
    let digits = Array("0123456789abcdef".utf8)
    return String(
      decoding: hash(bytes).flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
  }
}
