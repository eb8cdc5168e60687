import Digest
import Support

/// Issues and verifies tokens.
///
/// A token is the text `tessera_` and its bytes in base64url: the first finds tokens that leaked, and tells them from
/// keys. The server stores no tokens. A token ends when it expires, or when its secret or the last key of its tenant
/// is removed.
struct AccessTokens: Sendable {
  /// The beginning of every token.
  static let prefix = "tessera_"
  /// The milliseconds by which the clocks of instances that share a secret may differ.
  static let clockSkew: Int64 = 30_000
  /// The lifetime in seconds of a token for which none is requested, unless the longest is shorter.
  private static let usualLifetime = 900

  /// The largest number of bytes of a token: a longer text is none.
  private static let lengthLimit =
    prefix.utf8.count + ((AccessToken.byteLimit + HMACSHA256.codeLength) * 4 + 2) / 3

  /// The signers with the first secret, by owner.
  private let current: [String: TokenSigner]
  /// The signers with any secret, by their ids.
  private let known: [[UInt8]: TokenSigner]
  /// The longest lifetime of a token, in seconds.
  let longestLifetime: Int
  private let now: @Sendable () -> Int64

  /// - Parameters:
  ///   - secrets: the first signs tokens, all verify them; none turns tokens off.
  ///   - owners: the owners that tokens may be issued for.
  ///   - now: the time in milliseconds since 1970.
  init(
    secrets: [String], owners: [String], longestLifetime: Int,
    now: @escaping @Sendable () -> Int64 = { UnixTime.milliseconds }
  ) {
    let signers = secrets.map { secret in owners.map { TokenSigner(secret: secret, owner: $0) } }
    current = Dictionary(
      (signers.first ?? []).map { ($0.owner, $0) }, uniquingKeysWith: { first, _ in first })
    known = Dictionary(signers.joined().map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    self.longestLifetime = longestLifetime
    self.now = now
  }

  /// Whether there is a secret.
  var areEnabled: Bool { !known.isEmpty }

  /// The lifetime of a token for which none is requested, in seconds.
  var defaultLifetime: Int { min(Self.usualLifetime, longestLifetime) }

  /// Whether a text is meant as a token.
  static func isToken(_ text: String) -> Bool { text.utf8.starts(with: prefix.utf8) }

  /// Returns a new token; nil if tokens are off.
  ///
  /// - Parameters:
  ///   - lifetime: in seconds, from 1 to `longestLifetime`.
  ///   - subject: who has the token.
  func issue(
    for owner: String, collection: String, rights: Set<AccessRight>, lifetime: Int, subject: String? = nil
  ) -> String? {
    let expiry = now() + 1000 * Int64(clamping: lifetime)
    let token = AccessToken(collection: collection, rights: rights, expiry: expiry, subject: subject)
    return current[owner].map { Self.prefix + Base64URL.encode($0.signed(token)) }
  }

  /// Returns what a token allows, and the owner for whom it acts.
  ///
  /// - Throws: `invalid`; `expired` for a token that was valid.
  /// - Complexity: O(1): a text that is too long is not decoded.
  func verify(_ text: String) throws(AccessTokenError) -> (owner: String, token: AccessToken) {
    guard Self.isToken(text), text.utf8.count <= Self.lengthLimit,
      let bytes = Base64URL.decode(text.utf8.dropFirst(Self.prefix.utf8.count)),
      bytes.count > HMACSHA256.codeLength
    else { throw .invalid }
    let signed = bytes.dropLast(HMACSHA256.codeLength)
    guard let signer = AccessToken.signer(of: signed).flatMap({ known[$0] }),
      signer.isSignature(bytes.suffix(HMACSHA256.codeLength), of: signed),
      // Read only once the signature has shown who wrote it.
      let token = AccessToken(signed)
    else { throw .invalid }
    let now = now()
    guard token.expiry > now else { throw .expired }
    // A token of a time when longer lifetimes were allowed, or of a clock that is far ahead.
    guard token.expiry - now <= 1000 * Int64(clamping: longestLifetime) + Self.clockSkew else {
      throw .invalid
    }
    return (signer.owner, token)
  }
}
