/// A bounded cache that evicts entries without recent hits, half of its entries at a time.
///
/// It has two generations: a hit in the old one moves the entry to the young one. Once the young generation is full, it
/// becomes the old one, and the old one is forgotten: no list of uses, no work per hit beyond one lookup.
package struct RecentCache<Key: Hashable, Value> {
  @usableFromInline var young: [Key: Value] = [:]
  @usableFromInline var old: [Key: Value] = [:]
  @usableFromInline var youngCost = 0
  @usableFromInline var oldCost = 0
  @usableFromInline let countLimit: Int
  @usableFromInline let costLimit: Int
  @usableFromInline let entryCost: @Sendable (Key, Value) -> Int

  /// Creates an empty cache.
  ///
  /// - Parameters:
  ///   - countLimit: how many entries a generation has at most.
  ///   - costLimit: what the entries of a generation cost together at most; a single one may cost more.
  ///   - cost: what an entry costs, the same whenever it is called.
  @inlinable
  package init(
    countLimit: Int = .max, costLimit: Int, cost: @escaping @Sendable (Key, Value) -> Int
  ) {
    self.countLimit = countLimit
    self.costLimit = costLimit
    entryCost = cost
  }

  /// What both generations cost together; an entry that moved to the young one counts twice until the old one goes.
  @inlinable
  package var cost: Int { youngCost + oldCost }

  /// Returns the value for a key, and marks it as used.
  ///
  /// - Complexity: O(1) amortized.
  @inlinable
  package mutating func find(_ key: Key) -> Value? {
    if let value = young[key] { return value }
    guard let value = old[key] else { return nil }
    insert(value, for: key)
    return value
  }

  /// Stores a value for a key.
  ///
  /// - Complexity: O(1) amortized.
  @inlinable
  package mutating func insert(_ value: Value, for key: Key) {
    let cost = entryCost(key, value)
    if young.count >= countLimit || youngCost + cost > costLimit {
      old = young
      oldCost = youngCost
      young = [:]
      youngCost = 0
    }
    if young.updateValue(value, forKey: key) == nil { youngCost += cost }
  }
}
