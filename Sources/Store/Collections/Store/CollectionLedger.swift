import Support
import Synchronization

/// The limits of a store.
public struct CollectionLimits: Sendable {
  /// Collections of all owners together.
  public var collections = 10_000
  /// Items of all collections together, those without descriptions included.
  public var items = 100_000_000
  /// What each owner may store, until others are put into force.
  public var quotas = StorageQuotas()
  /// Cached measurements of all collections together. At most one for every 2,048 bytes of memory.
  public var measurements = MachineMemory.part(oneIn: 2048, atMost: 1_000_000, unit: 1)
  /// Stored bytes of one collection, history included. At most an eighth of the memory.
  public var collectionBytes = MachineMemory.part(oneIn: 8, atMost: 512 << 20, atLeast: 1 << 20)
  /// Changes of a collection after which the journal stores a new base. The history has at least so many changes and at
  /// most twice as many, unless they are large or slow to replay.
  public var historyVersions = 1024

  /// Creates the default limits.
  public init() {}
}

/// The limit that an addition would exceed.
public enum CollectionLimitError: Error, Hashable, Sendable {
  case collections(Int)
  case collectionsPerOwner(Int)
  case items(Int)
  case itemsPerOwner(Int)
  case bytesPerOwner(Int)
  case collectionBytes(Int)
}

/// Counts the stored collections, items and bytes, and enforces the limits.
///
/// Bytes are those of the newest base of a collection and of the entries since. They are counted for each incarnation, so
/// that a count which is set again corrects the one before, and what becomes of one changes nothing of the next.
final class CollectionLedger: Sendable {
  fileprivate struct Counts {
    var total = CollectionUsage()
    var owners: [String: CollectionUsage]
    var quotas: StorageQuotas
    /// The bytes of each collection that has some, with those that are being created.
    var bytes: [CollectionIncarnation: Int] = [:]
    /// Their sums.
    var bytesOfOwners: [String: Int] = [:]
  }

  let limits: CollectionLimits
  /// Whether other stores use the journal, which then enforces the quotas of collections and items itself: additions of
  /// other stores are known here only when they are counted again.
  private let isShared: Bool
  private let counts: Mutex<Counts>

  /// - Parameters:
  ///   - bytes: the bytes of each stored collection.
  ///   - isShared: whether other stores use the journal.
  init(
    limits: CollectionLimits, usage: [String: CollectionUsage], bytes: [CollectionIncarnation: Int] = [:],
    isShared: Bool = false
  ) {
    self.limits = limits
    self.isShared = isShared
    var counts = Counts(owners: usage, quotas: limits.quotas)
    for usage in usage.values { counts.total.add(usage.collections, usage.items) }
    for (collection, count) in bytes { counts.set(count, of: collection) }
    self.counts = Mutex(counts)
  }

  var total: CollectionUsage { counts.withLock { $0.total } }

  /// The counts of each owner that has a collection.
  var owners: [String: CollectionUsage] { counts.withLock { $0.owners } }

  /// The stored bytes of each owner that has some.
  var bytesOfOwners: [String: Int] { counts.withLock { $0.bytesOfOwners } }

  /// Puts other quotas into force. What is stored beyond them stays.
  func replaceQuotas(_ quotas: StorageQuotas) { counts.withLock { $0.quotas = quotas } }

  /// Adds to the counts.
  ///
  /// - Throws: the limit that the addition would exceed; the counts then stay as they were.
  func count(_ owner: String, _ more: CollectionUsage) throws(CollectionLimitError) {
    guard more != CollectionUsage() else { return }
    let limit: CollectionLimitError? = counts.withLock { counts in
      let own = counts.owners[owner] ?? CollectionUsage()
      let quota = isShared ? StorageQuotas.Quota() : counts.quotas[owner]
      if more.collections > 0, counts.total.collections + more.collections > limits.collections {
        return .collections(limits.collections)
      }
      if more.collections > 0, own.collections + more.collections > quota.collections {
        return .collectionsPerOwner(quota.collections)
      }
      if more.items > 0, counts.total.items + more.items > limits.items { return .items(limits.items) }
      if more.items > 0, own.items + more.items > quota.items { return .itemsPerOwner(quota.items) }
      counts.total.add(more.collections, more.items)
      counts.owners[owner, default: CollectionUsage()].add(more.collections, more.items)
      return nil
    }
    if let limit { throw limit }
  }

  /// Puts the counts of the journal in place of those here. What is being stored meanwhile may be missing until the next
  /// time.
  func replaceCounts(_ usage: [String: CollectionUsage]) {
    counts.withLock { counts in
      counts.owners = usage
      counts.total = CollectionUsage()
      for usage in usage.values { counts.total.add(usage.collections, usage.items) }
    }
  }

  /// Puts the bytes that the journal has counted in place of those here.
  func replaceBytes(_ bytes: [CollectionIncarnation: Int]) {
    counts.withLock { counts in
      counts.bytes = [:]
      counts.bytesOfOwners = [:]
      for (collection, count) in bytes { counts.set(count, of: collection) }
    }
  }

  /// Whether a quota of bytes is in force.
  var limitsBytes: Bool { counts.withLock { $0.quotas.limitsBytes } }

  /// Subtracts from the counts. Those of a shared journal may have been replaced meanwhile by ones without the rest, which
  /// then is 0.
  func uncount(_ owner: String, _ less: CollectionUsage) {
    guard less != CollectionUsage() else { return }
    counts.withLock { counts in
      counts.total.add(-less.collections, -less.items)
      counts.owners[owner, default: CollectionUsage()].add(-less.collections, -less.items)
      if counts.owners[owner]!.collections <= 0 { counts.owners[owner] = nil }
    }
  }
}

extension CollectionLedger {
  /// Whether a collection may have so many bytes: no more than now, or as many as the owner's quota leaves.
  func hasRoom(for bytes: Int, of collection: CollectionIncarnation) -> Bool {
    counts.withLock { $0.hasRoom(for: bytes, of: collection) }
  }

  /// Counts the bytes that a collection has after a change; returns those that were counted before.
  ///
  /// - Throws: `bytesPerOwner` if `hasRoom` is false; the counts then stay as they were.
  @discardableResult
  func changeBytes(
    of collection: CollectionIncarnation, to bytes: Int
  ) throws(CollectionLimitError) -> Int {
    let outcome: Result<Int, CollectionLimitError> = counts.withLock { counts in
      guard counts.hasRoom(for: bytes, of: collection) else {
        return .failure(.bytesPerOwner(counts.quotas[collection.key.owner].bytes))
      }
      let before = counts.bytes[collection, default: 0]
      counts.set(bytes, of: collection)
      return .success(before)
    }
    return try outcome.get()
  }

  /// Counts the bytes that a collection has, whatever the quota is; 0 for one that is gone.
  func setBytes(of collection: CollectionIncarnation, to bytes: Int) {
    counts.withLock { $0.set(bytes, of: collection) }
  }

  /// Counts other bytes of a collection, unless it is gone meanwhile.
  func correctBytes(of collection: CollectionIncarnation, to bytes: Int) {
    counts.withLock { if $0.bytes[collection] != nil { $0.set(bytes, of: collection) } }
  }
}

extension CollectionLedger.Counts {
  fileprivate func hasRoom(for count: Int, of collection: CollectionIncarnation) -> Bool {
    let (owner, more) = (collection.key.owner, count - bytes[collection, default: 0])
    return more <= 0 || bytesOfOwners[owner, default: 0] + more <= quotas[owner].bytes
  }

  fileprivate mutating func set(_ count: Int, of collection: CollectionIncarnation) {
    add(count - bytes[collection, default: 0], of: collection.key.owner)
    bytes[collection] = count == 0 ? nil : count
  }

  fileprivate mutating func add(_ count: Int, of owner: String) {
    guard count != 0 else { return }
    let sum = bytesOfOwners[owner, default: 0] + count
    bytesOfOwners[owner] = sum == 0 ? nil : sum
  }
}

extension CollectionUsage {
  fileprivate mutating func add(_ collections: Int, _ items: Int) {
    self.collections = max(0, self.collections + collections)
    self.items = max(0, self.items + items)
  }
}
