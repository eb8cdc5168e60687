import Synchronization

/// How much may be kept.
public struct CollectionLimits: Sendable {
  /// Collections of all owners together.
  public var collections = 10_000
  /// Collections of one owner.
  public var collectionsPerOwner = 10_000
  /// Items of all collections together, counted ones too.
  public var items = 100_000_000
  /// Measurements that are remembered of all collections' items together.
  public var measurements = 1_000_000
  /// Bytes of one collection as a journal keeps it, with the changes that can be told again.
  public var collectionBytes = 512 << 20
  /// Changes of a collection after which a journal takes a new base: so many can be told again at least, twice as
  /// many at most, unless they are large or slow.
  public var historyVersions = 1024

  public init() {}
}

/// A limit that something more would go over.
public enum CollectionLimitError: Error, Hashable, Sendable {
  case collections(Int)
  case collectionsPerOwner(Int)
  case items(Int)
  case collectionBytes(Int)
}

/// Counts what is kept, so that nothing goes over its limit.
final class CollectionLedger: Sendable {
  private struct Counts {
    var total = CollectionUsage()
    var owners: [String: CollectionUsage]
  }

  let limits: CollectionLimits
  private let counts: Mutex<Counts>

  init(limits: CollectionLimits, usage: [String: CollectionUsage]) {
    self.limits = limits
    var total = CollectionUsage()
    for usage in usage.values {
      total.collections += usage.collections
      total.items += usage.items
    }
    counts = Mutex(Counts(total: total, owners: usage))
  }

  var total: CollectionUsage { counts.withLock { $0.total } }

  /// Counts more.
  ///
  /// - Throws: the limit that it would go over; nothing is then counted.
  func count(_ owner: String, _ more: CollectionUsage) throws(CollectionLimitError) {
    let limit: CollectionLimitError? = counts.withLock { counts in
      let own = counts.owners[owner] ?? CollectionUsage()
      if more.collections > 0, counts.total.collections + more.collections > limits.collections {
        return .collections(limits.collections)
      }
      if more.collections > 0, own.collections + more.collections > limits.collectionsPerOwner {
        return .collectionsPerOwner(limits.collectionsPerOwner)
      }
      if more.items > 0, counts.total.items + more.items > limits.items { return .items(limits.items) }
      counts.total.add(more.collections, more.items)
      counts.owners[owner, default: CollectionUsage()].add(more.collections, more.items)
      return nil
    }
    if let limit { throw limit }
  }

  /// Counts less.
  func uncount(_ owner: String, _ less: CollectionUsage) {
    counts.withLock { counts in
      counts.total.add(-less.collections, -less.items)
      counts.owners[owner, default: CollectionUsage()].add(-less.collections, -less.items)
      if counts.owners[owner]!.collections <= 0 { counts.owners[owner] = nil }
    }
  }
}

extension CollectionUsage {
  fileprivate mutating func add(_ collections: Int, _ items: Int) {
    self.collections += collections
    self.items += items
  }
}
