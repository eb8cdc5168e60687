/// Whether keys may be short.
enum ShortKeys: String, CaseIterable, Sendable {
  case on, off

  /// The least bytes of a key that is not short: such a one cannot be guessed if it is random.
  static let leastBytes = 16

  /// Whether it lets a key be used.
  func allows(_ key: String) -> Bool { self == .on || key.utf8.count >= Self.leastBytes }
}
