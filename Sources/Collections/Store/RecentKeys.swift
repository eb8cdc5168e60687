import Support

/// The idempotency keys of a collection's newest requests. The journal stores them, so they survive a restart.
public struct RecentKeys: Sendable {
  private var keys: Set<String> = []
  /// From the oldest to the newest.
  private var order = Deque<String>()

  /// The largest number of keys.
  public static let limit = 1024

  /// The keys from the oldest to the newest.
  var fromOldest: [String] { Array(order) }

  /// Adds the newest key, and removes the oldest if there are too many.
  ///
  /// - Complexity: O(1) amortized.
  mutating func add(_ key: String) {
    guard keys.insert(key).inserted else { return }
    order.append(key)
    if order.count > Self.limit { keys.remove(order.removeFirst()) }
  }

  /// Adds keys that are older than all present ones, from the oldest to the newest.
  mutating func addOlder(_ older: [String]) {
    let newer = order
    self = RecentKeys()
    for key in older { add(key) }
    for key in newer { add(key) }
  }

  func contains(_ key: String) -> Bool { keys.contains(key) }
}
