import Support
import Synchronization

/// The limits of a store.
public struct CollectionLimits: Sendable {
  /// Collections of all owners together.
  public var collections = 10_000
  /// Collections of one owner.
  public var collectionsPerOwner = 10_000
  /// Items of all collections together, those without descriptions included.
  public var items = 100_000_000
  /// Items of all collections of one owner.
  public var itemsPerOwner = 100_000_000
  /// Cached measurements of all collections together. At most one for every 2,048 bytes of memory.
  public var measurements = MachineMemory.part(oneIn: 2048, atMost: 1_000_000, unit: 1)
  /// Stored bytes of one collection, history included. At most an eighth of the memory.
  public var collectionBytes = MachineMemory.part(oneIn: 8, atMost: 512 << 20, atLeast: 1 << 20)
  /// Changes of a collection after which the journal stores a new base. The history has at least so many changes and at
  /// most twice as many, unless they are large or slow to replay.
  public var historyVersions = 1024

  public init() {}
}

/// The limit that an addition would exceed.
public enum CollectionLimitError: Error, Hashable, Sendable {
  case collections(Int)
  case collectionsPerOwner(Int)
  case items(Int)
  case itemsPerOwner(Int)
  case collectionBytes(Int)
}

/// Counts the stored collections and items and enforces the limits.
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

  /// The counts of each owner that has a collection.
  var owners: [String: CollectionUsage] { counts.withLock { $0.owners } }

  /// Adds to the counts.
  ///
  /// - Throws: the limit that the addition would exceed; the counts then stay as they were.
  func count(_ owner: String, _ more: CollectionUsage) throws(CollectionLimitError) {
    guard more != CollectionUsage() else { return }
    let limit: CollectionLimitError? = counts.withLock { counts in
      let own = counts.owners[owner] ?? CollectionUsage()
      if more.collections > 0, counts.total.collections + more.collections > limits.collections {
        return .collections(limits.collections)
      }
      if more.collections > 0, own.collections + more.collections > limits.collectionsPerOwner {
        return .collectionsPerOwner(limits.collectionsPerOwner)
      }
      if more.items > 0, counts.total.items + more.items > limits.items { return .items(limits.items) }
      if more.items > 0, own.items + more.items > limits.itemsPerOwner {
        return .itemsPerOwner(limits.itemsPerOwner)
      }
      counts.total.add(more.collections, more.items)
      counts.owners[owner, default: CollectionUsage()].add(more.collections, more.items)
      return nil
    }
    if let limit { throw limit }
  }

  /// Subtracts from the counts.
  func uncount(_ owner: String, _ less: CollectionUsage) {
    guard less != CollectionUsage() else { return }
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
