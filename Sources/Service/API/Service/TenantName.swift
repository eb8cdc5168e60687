import Digest

/// The names of tenants. Collections, fonts and requests are stored under them, so a name outlives its keys.
public enum TenantName {
  /// The most bytes of a name.
  public static let lengthLimit = 64

  /// What a name may be, as an error message says it.
  public static let form =
    "1 to \(lengthLimit) letters, digits, dots, hyphens and underscores, of which the first is a letter or digit, without the ending \".new\""

  /// How requests and folders name the tenant of a service without keys, to whom everything belongs. Its stored name is
  /// empty.
  public static let everyone = "everyone"

  /// Whether an operator may give a tenant the name. It is safe as the name of a folder; files that are being written end in
  /// `.new`.
  ///
  /// - Complexity: O(n) for n bytes.
  public static func isValid(_ name: String) -> Bool {
    isWellFormed(name) && name != everyone && !name.hasSuffix(".new")
  }

  /// Whether a text has the length and the characters of a name, as the names of keys have, too.
  ///
  /// - Complexity: O(n) for n bytes.
  static func isWellFormed(_ name: String) -> Bool {
    guard let first = name.utf8.first, name.utf8.count <= lengthLimit else { return false }
    return isLetterOrDigit(first)
      && name.utf8.allSatisfy { isLetterOrDigit($0) || [0x2D, 0x2E, 0x5F].contains($0) }
  }

  /// Returns the name of the tenant of a key without one: the first 32 digits of the key's SHA-256.
  public static func ofKeyWithoutName(_ secret: String) -> String {
    String(SHA256.hexadecimal(secret.utf8).prefix(32))
  }

  /// Returns the text that stands for a stored name.
  public static func text(_ owner: String) -> String { owner.isEmpty ? everyone : owner }

  /// Returns the stored name that a text stands for.
  public static func owner(_ text: String) -> String { text == everyone ? "" : text }

  private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
  }
}
