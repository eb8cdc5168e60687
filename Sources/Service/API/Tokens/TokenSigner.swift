import Digest

/// Signs the tokens of one tenant with one secret.
struct TokenSigner: Sendable {
  /// The number of bytes of an id.
  static let idLength = 8

  let owner: String
  /// Names the owner and the secret in a token. It reveals neither.
  let id: [UInt8]
  private let key: HMACSHA256

  init(secret: String, owner: String) {
    self.owner = owner
    let root = HMACSHA256(key: secret.utf8)
    key = HMACSHA256(key: root.code(of: "tessera tokens of \(owner)".utf8))
    // No token is this message: the first byte of a token is its version.
    id = Array(key.code(of: "id".utf8).prefix(Self.idLength))
  }

  /// Returns a token as bytes: the signed part, and its code.
  func signed(_ token: AccessToken) -> [UInt8] {
    let bytes = token.bytes(signer: id)
    return bytes + key.code(of: bytes)
  }

  /// Whether a code is the signature of bytes.
  func isSignature(_ code: ArraySlice<UInt8>, of bytes: ArraySlice<UInt8>) -> Bool {
    key.isCode(code, of: bytes)
  }
}
