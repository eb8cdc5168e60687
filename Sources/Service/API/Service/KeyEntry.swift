/// A key as an operator writes it: `tenant:secret`, `tenant/name:secret`, or a secret alone, which has a tenant of its own.
public struct KeyEntry: Hashable, Sendable {
  /// Whom requests with a key act for.
  public enum Holder: Hashable, Sendable {
    case tenant(String)
    /// The operator, who sees and deletes what tenants have stored, and reads nothing of it.
    case administrator
  }

  /// The holder of the key.
  public let holder: Holder
  /// The name of the key, which the history and the log show; nil if it has none. Several keys of a tenant may share one.
  public let name: String?
  /// The secret, which requests send.
  public let secret: String

  /// What keys may be, as an error message says it.
  public static let form =
    "keys such as SECRET, TENANT:SECRET, TENANT/NAME:SECRET or \(administrator):SECRET, separated by commas; TENANT takes "
    + "\(TenantName.form), NAME 1 to \(TenantName.lengthLimit) of the same characters, and a secret has one tenant and "
    + "one name"

  /// Stands in place of a tenant before a secret of the operator. No tenant can have the name.
  private static let administrator = "@admin"

  /// Parses an entry; nil if the secret is empty, or if the text before the first colon names no tenant and, behind a
  /// slash, no key.
  ///
  /// - Complexity: O(n) for n bytes.
  public init?(_ text: String) {
    let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    guard let secret = parts.last.map({ String($0.trimmed) }), !secret.isEmpty else { return nil }
    self.secret = secret
    guard parts.count == 2 else {
      holder = .tenant(TenantName.ofKeyWithoutName(secret))
      name = nil
      return
    }
    let names = parts[0].split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
    let tenant = String(names[0].trimmed)
    guard tenant == Self.administrator || TenantName.isValid(tenant) else { return nil }
    holder = tenant == Self.administrator ? .administrator : .tenant(tenant)
    name = names.count == 2 ? String(names[1].trimmed) : nil
    if let name, !TenantName.isWellFormed(name) { return nil }
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

  /// Parses a list of entries; nil if one of them is not valid, or if a secret has two holders or names.
  ///
  /// - Complexity: O(n) for n bytes of all texts.
  public static func list(_ texts: [String]) -> [KeyEntry]? {
    let entries = texts.compactMap { KeyEntry($0) }
    let secrets = Set(entries.map(\.secret))
    return entries.count == texts.count && secrets.count == Set(entries).count ? entries : nil
  }
}
