import Digest
import HTTPServer

/// The bearer keys that clients need; without keys the service is open.
struct Keys: Sendable {
  /// The hash of every key, and the owner that belongs to it. An owner is the beginning of the hash, because it is
  /// written to disk with its collections.
  private let keys: [(hash: [UInt8], owner: String)]

  init(_ keys: [String]) {
    self.keys = keys.filter { !$0.isEmpty }.map { key in
      (SHA256.hash(key.utf8), String(SHA256.hexadecimal(key.utf8).prefix(32)))
    }
  }

  /// Whether no key is set, and everyone may use the service.
  var isOpen: Bool { keys.isEmpty }

  /// The owners that requests can have; the empty one if no keys are set.
  var owners: [String] { isOpen ? [""] : keys.map(\.owner) }

  /// Returns what names an owner's key in the log: the first 12 digits of the key's hash.
  static func fingerprint(ofOwner owner: String) -> String { String(owner.prefix(12)) }

  /// Returns the owner that belongs to a key; nil for a text that is none.
  ///
  /// Compares the hashes with every key to their ends, so that the time reveals nothing of a key.
  func owner(ofKey text: String) -> String? {
    let hash = SHA256.hash(text.utf8)
    return keys.reduce(nil) { found, key in ConstantTime.areEqual(key.hash, hash) ? key.owner : found }
  }
}
