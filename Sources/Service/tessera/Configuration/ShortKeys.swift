import API

/// Whether keys may be short.
enum ShortKeys: String, CaseIterable, Sendable {
  case on, off

  /// The least bytes of a key that is not short: such a one cannot be guessed if it is random.
  static let leastBytes = 16

  /// Whether it lets a key be used, which may have the name of its tenant before it.
  func allows(_ key: String) -> Bool {
    self == .on || (KeyEntry(key)?.secret.utf8.count ?? 0) >= Self.leastBytes
  }
}
