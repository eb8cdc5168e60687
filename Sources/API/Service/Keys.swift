import Digest
import HTTPServer

/// The bearer keys that open the service; none leaves it open.
struct Keys: Sendable {
  private let keys: [[UInt8]]
  /// What the owners are called who have the keys: hashes, since they are written to disk with what is theirs.
  private let owners: [[UInt8]: String]

  init(_ keys: [String]) {
    self.keys = keys.filter { !$0.isEmpty }.map { Array($0.utf8) }
    owners = Dictionary(
      self.keys.map { ($0, String(SHA256.hexadecimal($0).prefix(32))) },
      uniquingKeysWith: { first, _ in first })
  }

  /// The refusal of a request without a valid key, or nil if it may pass.
  func refusal(of head: RequestHead) -> Problem? {
    guard !keys.isEmpty else { return nil }
    if let given = bearer(head.headers["Authorization"]), isKnown(given) { return nil }
    return Problem(
      .unauthorized, "Send a key as \"Authorization: Bearer …\".",
      headers: [("WWW-Authenticate", "Bearer")])
  }

  /// Who has the key of a request that may pass; empty where none is needed.
  func owner(of head: RequestHead) -> String {
    keys.isEmpty ? "" : bearer(head.headers["Authorization"]).flatMap { owners[$0] } ?? ""
  }

  private func bearer(_ header: String?) -> [UInt8]? {
    guard let header, header.prefix(7).lowercased() == "bearer " else { return nil }
    return Array(Substring(header.dropFirst(7)).trimmed.utf8)
  }

  /// Compares with every key, byte by byte to the end, so that time tells nothing of where they differ.
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
