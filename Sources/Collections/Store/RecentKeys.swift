/// The idempotency keys of a collection's newest changes, which outlive the process in its journal.
struct RecentKeys: Sendable {
  private var keys: Set<String> = []
  /// From the oldest on, in a ring.
  private var order: [String] = []
  private var oldest = 0

  /// How many are remembered.
  static let limit = 1024

  mutating func add(_ key: String) {
    guard keys.insert(key).inserted else { return }
    if order.count < Self.limit {
      order.append(key)
    } else {
      keys.remove(order[oldest])
      order[oldest] = key
      oldest = (oldest + 1) % Self.limit
    }
  }

  /// Adds keys that are older than all that are here, from the oldest on.
  mutating func addOlder(_ older: [String]) {
    let newer = order[oldest...] + order[..<oldest]
    self = RecentKeys()
    for key in older + newer { add(key) }
  }

  func contains(_ key: String) -> Bool { keys.contains(key) }
}
