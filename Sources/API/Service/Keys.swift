import Digest
import HTTPServer

/// The bearer keys that clients need; without keys the service is open.
struct Keys: Sendable {
  private let keys: [[UInt8]]
  /// The owners by their keys. An owner is a hash of the key, because it is written to disk with its collections.
  private let owners: [[UInt8]: String]

  init(_ keys: [String]) {
    self.keys = keys.filter { !$0.isEmpty }.map { Array($0.utf8) }
    owners = Dictionary(
      self.keys.map { ($0, String(SHA256.hexadecimal($0).prefix(32))) },
      uniquingKeysWith: { first, _ in first })
  }

  /// Returns the owner that belongs to the key of a request; empty if no keys are set.
  ///
  /// - Throws: `unauthorized` without a valid key.
  func owner(of head: RequestHead) throws(Problem) -> String {
    guard !keys.isEmpty else { return "" }
    guard let given = bearer(head.headers["Authorization"]), isKnown(given) else {
      throw Problem(
        .unauthorized, "Send a key as \"Authorization: Bearer …\".",
        headers: [("WWW-Authenticate", "Bearer")])
    }
    return owners[given] ?? ""
  }

  private func bearer(_ header: String?) -> [UInt8]? {
    guard let header, header.prefix(7).lowercased() == "bearer " else { return nil }
    return Array(Substring(header.dropFirst(7)).trimmed.utf8)
  }

  /// Compares with every key, byte by byte to the end, so that the time does not reveal the first difference.
  private func isKnown(_ given: [UInt8]) -> Bool {
    var known = false
    for key in keys {
      var difference = UInt8(key.count == given.count ? 0 : 1)
      for index in 0..<given.count { difference |= given[index] ^ key[index % key.count] }
      if difference == 0 { known = true }
    }
    return known
  }
}
