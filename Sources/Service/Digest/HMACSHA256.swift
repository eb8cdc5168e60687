import CNettle

/// A key of the message authentication code HMAC-SHA-256 (RFC 2104, FIPS 198-1), by Nettle.
public struct HMACSHA256: Sendable {
  /// The number of bytes of a code.
  public static let codeLength = 32

  /// The state after the key: codes of many messages hash it once.
  private let keyed: hmac_sha256_ctx

  /// Creates a key of any length; 32 bytes or more give the full strength.
  ///
  /// - Complexity: O(n) in the length of the key.
  public init(key: some Sequence<UInt8>) {
    var context = hmac_sha256_ctx()
    Array(key).withUnsafeBufferPointer { nettle_hmac_sha256_set_key(&context, $0.count, $0.baseAddress) }
    keyed = context
  }

  /// Returns the 32 bytes of a message's code.
  ///
  /// - Complexity: O(n) in the number of bytes.
  public func code(of message: some Sequence<UInt8>) -> [UInt8] {
    var context = keyed
    Array(message).withUnsafeBufferPointer { nettle_hmac_sha256_update(&context, $0.count, $0.baseAddress) }
    return [UInt8](unsafeUninitializedCapacity: Self.codeLength) { code, count in
      nettle_hmac_sha256_digest(&context, code.count, code.baseAddress)
      count = code.count
    }
  }

  /// Whether bytes are the code of a message, compared in constant time.
  ///
  /// - Complexity: O(n) in the number of bytes.
  public func isCode(_ code: some Sequence<UInt8>, of message: some Sequence<UInt8>) -> Bool {
    ConstantTime.areEqual(Array(code), self.code(of: message))
  }
}
