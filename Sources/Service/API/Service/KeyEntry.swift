/// A key as an operator writes it: `tenant:secret`, or a secret alone, which has a tenant of its own.
public struct KeyEntry: Hashable, Sendable {
  /// Whom requests with a key act for.
  public enum Holder: Hashable, Sendable {
    case tenant(String)
    /// The operator, who sees and deletes what tenants have stored, and reads nothing of it.
    case administrator
  }

  /// The holder of the key.
  public let holder: Holder
  /// The secret, which requests send.
  public let secret: String

  /// What keys may be, as an error message says it.
  public static let form =
    "keys such as SECRET, TENANT:SECRET or \(administrator):SECRET, separated by commas; TENANT takes "
    + "\(TenantName.form), and a secret has one tenant"

  /// Stands in place of a tenant before a secret of the operator. No tenant can have the name.
  private static let administrator = "@admin"

  /// Parses an entry; nil if the secret is empty, or if the text before the first colon names no tenant.
  ///
  /// - Complexity: O(n) for n bytes.
  public init?(_ text: String) {
    let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    guard let secret = parts.last.map({ String($0.trimmed) }), !secret.isEmpty else { return nil }
    self.secret = secret
    guard parts.count == 2 else {
      holder = .tenant(TenantName.ofKeyWithoutName(secret))
      return
    }
    let name = String(parts[0].trimmed)
    guard name == Self.administrator || TenantName.isValid(name) else { return nil }
    holder = name == Self.administrator ? .administrator : .tenant(name)
  }

  /// Returns for each key with a tenant's name that name, and the one that the tenant of the key had without it.
  ///
  /// - Parameter texts: entries as operators write them.
  static func renamings(_ texts: [String]) -> [(name: String, old: String)] {
    texts.compactMap { text -> (name: String, old: String)? in
      guard let entry = KeyEntry(text), case .tenant(let name) = entry.holder else { return nil }
      let old = TenantName.ofKeyWithoutName(entry.secret)
      return name == old ? nil : (name, old)
    }
  }

  /// Returns the number of keys of each tenant that has some.
  ///
  /// - Parameter texts: entries as operators write them.
  /// - Complexity: O(n) for n bytes of all texts.
  public static func counts(_ texts: [String]) -> [String: Int] { Keys(texts).counts }

  /// Parses a list of entries; nil if one of them is not valid, or if a secret has two holders.
  ///
  /// - Complexity: O(n) for n bytes of all texts.
  public static func list(_ texts: [String]) -> [KeyEntry]? {
    let entries = texts.compactMap { KeyEntry($0) }
    let secrets = Set(entries.map(\.secret))
    return entries.count == texts.count && secrets.count == Set(entries).count ? entries : nil
  }
}
