import Digest
import HTTPServer

/// The bearer keys that clients need; without keys the service is open.
struct Keys: Sendable {
  /// A key, of which the process has the hash alone.
  struct Key: Sendable {
    /// Whom requests with the key act for.
    let holder: KeyEntry.Holder
    /// The name of the key; nil if it has none.
    let name: String?
    fileprivate let hash: [UInt8]
    /// What names the key in the log: the first 12 digits of its SHA-256.
    let fingerprint: String

    fileprivate init(_ entry: KeyEntry) {
      holder = entry.holder
      name = entry.name
      hash = SHA256.hash(entry.secret.utf8)
      fingerprint = String(SHA256.hexadecimal(entry.secret.utf8).prefix(12))
    }
  }

  private let keys: [Key]

  /// Whether no key is set, and everyone may use the service.
  let isOpen: Bool

  /// The number of keys of each tenant that has some; 0 of the empty name if no keys are set.
  let counts: [String: Int]

  /// - Parameter entries: keys as operators write them; one that is not valid opens nothing.
  init(_ entries: [String]) {
    let entries = entries.filter { !$0.isEmpty }
    isOpen = entries.isEmpty
    keys = Set(entries.compactMap { KeyEntry($0) }).map { Key($0) }
    var counts: [String: Int] = isOpen ? ["": 0] : [:]
    for case .tenant(let name) in keys.map(\.holder) { counts[name, default: 0] += 1 }
    self.counts = counts
  }

  /// The tenants that requests can act for, sorted; the empty name if no keys are set.
  var owners: [String] { counts.keys.sorted() }

  /// Returns the key that a text is; nil if it is none.
  ///
  /// Compares the hashes with every key to their ends, so that the time reveals nothing of a key.
  func key(_ text: String) -> Key? {
    let hash = SHA256.hash(text.utf8)
    return keys.reduce(nil) { found, key in ConstantTime.areEqual(key.hash, hash) ? key : found }
  }
}
