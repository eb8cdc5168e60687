import Support

/// The idempotency keys of a collection's newest changes, which outlive the process in its journal.
struct RecentKeys: Sendable {
  private var keys: Set<String> = []
  /// From the oldest to the newest.
  private var order = Deque<String>()

  /// How many are remembered.
  static let limit = 1024

  /// Adds the newest key, and forgets the oldest where there are too many.
  ///
  /// - Complexity: O(1) amortized.
  mutating func add(_ key: String) {
    guard keys.insert(key).inserted else { return }
    order.append(key)
    if order.count > Self.limit { keys.remove(order.removeFirst()) }
  }

  /// Adds keys that are older than all that are here, from the oldest to the newest.
  mutating func addOlder(_ older: [String]) {
    let newer = order
    self = RecentKeys()
    for key in older { add(key) }
    for key in newer { add(key) }
  }

  func contains(_ key: String) -> Bool { keys.contains(key) }
}
