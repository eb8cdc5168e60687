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
  public static func hexadecimal(_ bytes: some Sequence<UInt8>) -> String { text(of: hash(bytes)) }

  private static func text(of hash: [UInt8]) -> String {
    let digits = Array("0123456789abcdef".utf8)
    return String(decoding: hash.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
  }
}

extension SHA256 {
  /// The hash of bytes that come piece by piece.
  public struct Running: Sendable {
    private var context = sha256_ctx()

    /// Creates the hash of no bytes.
    public init() { nettle_sha256_init(&context) }

    /// Adds bytes at the end.
    ///
    /// - Complexity: O(n) in the number of bytes.
    public mutating func update(_ bytes: [UInt8]) {
      bytes.withUnsafeBufferPointer { nettle_sha256_update(&context, $0.count, $0.baseAddress) }
    }

    /// The hash of all bytes so far, as 64 hexadecimal digits.
    ///
    /// - Complexity: O(1)
    public var hexadecimal: String {
      var context = context
      return SHA256.text(
        of: [UInt8](unsafeUninitializedCapacity: Int(SHA256_DIGEST_SIZE)) { digest, count in
          nettle_sha256_digest(&context, digest.count, digest.baseAddress)
          count = digest.count
        })
    }
  }
}
