import Synchronization

/// Counts the open connections of each address, against a limit.
///
/// libmicrohttpd has such a limit of its own, but no exceptions from it: behind a proxy all clients have one address.
final class ConnectionsPerAddress: Sendable {
  /// 0 is no limit.
  private let limit: Int
  private let exempt: TrustedProxies
  private let counts = Mutex<[String: Int]>([:])

  init(limit: Int, exempt: TrustedProxies) {
    self.limit = limit
    self.exempt = exempt
  }

  /// Returns whether the address may have another connection.
  func hasRoom(for address: String) -> Bool {
    guard limit > 0, counts.withLock({ $0[address, default: 0] }) >= limit else { return true }
    return exempt.contains(address)
  }

  func opened(_ address: String) {
    if limit > 0 { counts.withLock { $0[address, default: 0] += 1 } }
  }

  func closed(_ address: String) {
    guard limit > 0 else { return }
    counts.withLock { counts in
      guard let count = counts[address] else { return }
      counts[address] = count > 1 ? count - 1 : nil
    }
  }
}
