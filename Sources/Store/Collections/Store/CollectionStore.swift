import LayoutEngine
import Support
import Synchronization

/// The collections of a service: creates, finds, changes and deletes them.
///
/// A change becomes visible to readers and observers once the journal has stored it, and not before.
public final class CollectionStore: Sendable {
  let journal: any Journal
  let limits: CollectionLimits
  let observer: (any CollectionObserver)?
  let ledger: CollectionLedger
  let measurements: MeasurementMemory
  let live = Mutex(Live())
  let following = Mutex(Follows())
  /// Asks for tips, one group after the other; nil if no other store writes to the journal.
  let followingQueue: ThreadQueue?
  /// Replays what these tips show. On the queue's own thread a replay would block it while it waits.
  let replayQueue: ThreadQueue?

  /// The collections in use.
  struct Live {
    var collections: [CollectionKey: LiveCollection] = [:]
    /// The collections that are being loaded from the journal.
    var loads: [CollectionKey: Load] = [:]
    /// The number of collections removed from memory. If it has grown since a creation began, the new collection may be
    /// out of date.
    var removals = 0

    mutating func remove(_ collection: LiveCollection) {
      removals += 1
      expire(collection.key)
      if collections[collection.key] === collection { collections[collection.key] = nil }
    }

    /// Marks a load as stale: the journal has changed since it began.
    mutating func expire(_ key: CollectionKey) { loads[key]?.isStale = true }
  }

  /// The collections whose tips are to be asked for on the queue above.
  struct Follows {
    var keys: Set<CollectionKey> = []
    /// When the first of the hints came that have not been followed.
    var hints: [CollectionKey: ContinuousClock.Instant] = [:]
  }

  /// A movement ends if its client sends no request for this long.
  let movementTimeout: Duration
  /// The clock for the ends of movements.
  public let now: @Sendable () -> ContinuousClock.Instant
  /// The clock for the times of creations and changes.
  let clock: @Sendable () -> UTCTime

  /// Opens the collections of a journal. Waits until the journal has counted them.
  ///
  /// - Throws: `JournalError` if the journal cannot be read.
  public init(
    journal: any Journal, limits: CollectionLimits = CollectionLimits(),
    movementTimeout: Duration = .seconds(30), observer: (any CollectionObserver)? = nil,
    now: @escaping @Sendable () -> ContinuousClock.Instant = { .now },
    clock: @escaping @Sendable () -> UTCTime = { .now }
  ) throws(JournalError) {
    self.journal = journal
    self.limits = limits
    self.movementTimeout = movementTimeout
    self.observer = observer
    self.now = now
    self.clock = clock
    followingQueue = journal.isExclusive ? nil : ThreadQueue(named: "following")
    replayQueue = journal.isExclusive ? nil : ThreadQueue(named: "replay", threads: Processors.count)
    measurements = MeasurementMemory(limit: limits.measurements)
    ledger = CollectionLedger(
      limits: limits, usage: try journal.usage().wait(), bytes: try journal.byteCounts().wait(),
      isShared: !journal.isExclusive)
    journal.enforce(limits.quotas)
    journal.follow(self)
  }

  /// Why the journal can neither be read nor written at the moment; nil if it can.
  public var outage: String? { journal.outage }

  /// Whether the journal has no space for changes.
  public var isFull: Bool { journal.isFull }

  /// How many commits of the journal have lost their response.
  public var doubts: Int { journal.doubts }

  /// The number of stored collections and items.
  public var usage: CollectionUsage { ledger.total }

  /// Counts what other stores of the journal have added and taken, too: collections and items, and bytes if a quota limits
  /// them. The result settles once the counts are replaced, or the journal has failed. Does nothing for an exclusive
  /// journal.
  ///
  /// - Complexity: O(n) for n owners; with a quota of bytes, for n entries since the newest bases.
  @discardableResult
  package func recount() -> Pending<Void, Never> {
    guard isShared else { return .done }
    let counted: Pending<Void, Never> = journal.usage().map { [ledger] found in
      if case .success(let usage) = found { ledger.replaceCounts(usage) }
      return .success(())
    }
    guard ledger.limitsBytes else { return counted }
    let measured: Pending<Void, Never> = journal.byteCounts().map { [ledger] found in
      if case .success(let bytes) = found { ledger.replaceBytes(bytes) }
      return .success(())
    }
    return Pending.all([counted, measured]).map { _ in .success(()) }
  }

  /// The number of stored collections and items of each owner that has a collection.
  ///
  /// - Complexity: O(1).
  public var usageOfOwners: [String: CollectionUsage] { ledger.owners }

  /// The stored bytes of each owner that has some.
  ///
  /// - Complexity: O(1).
  public var bytesOfOwners: [String: Int] { ledger.bytesOfOwners }

  /// Puts other quotas into force. What is stored beyond them stays.
  public func replaceQuotas(_ quotas: StorageQuotas) {
    ledger.replaceQuotas(quotas)
    journal.enforce(quotas)
  }

  /// The number of collections in memory.
  public var liveCount: Int { live.withLock { $0.collections.count } }

  /// Returns the cache of a collection's measurements.
  ///
  /// - Parameter shared: the name of a space that the owner's collections share; nil for the collection's own.
  public func measurementSpace(of key: CollectionKey, shared: String?) -> MemorySpace {
    MemorySpace(of: key, shared: shared, in: measurements)
  }

  /// Stores a new collection. Fails with `exists`, `limit`.
  ///
  /// - Parameter request: the request that creates it, if a client may repeat it; stored with the collection.
  /// - Complexity: O(n) for n items that differ.
  public func create(
    _ key: CollectionKey, _ solved: SolvedCollection, request: RequestKey? = nil
  ) -> Pending<Void, StoreError> {
    var solved = solved
    solved.setCreation(clock())
    let added = CollectionUsage(collections: 1, items: solved.state.sections.storedItemCount)
    let base = JournalBase(solved.state)
    do throws(StoreError) {
      guard base.byteCount <= limits.collectionBytes else {
        throw .limit(.collectionBytes(limits.collectionBytes))
      }
      try ledger.counting(key.owner, added)
    } catch {
      return Pending(.failure(error))
    }
    let removals = live.withLock { $0.removals }
    let incarnation = CollectionIncarnation(key, journal.newIncarnation())
    do throws(CollectionLimitError) { try ledger.changeBytes(of: incarnation, to: base.byteCount) } catch {
      ledger.uncount(key.owner, added)
      return Pending(.failure(.limit(error)))
    }
    return journal.create(incarnation, base, request: request).map { [self, solved] outcome in
      guard case .success = outcome else {
        ledger.uncount(key.owner, added)
        ledger.setBytes(of: incarnation, to: 0)
        return outcome.mapError { StoreError($0) }
      }
      let collection = makeLive(
        incarnation, solved, Generation(base: solved.version, baseBytes: base.byteCount))
      live.withLock { live in
        // A collection found here may be the deleted one with the same id.
        if let found = live.collections[key], found.hasEnded { live.collections[key] = nil }
        // Another request may have loaded the new collection from the journal and changed or deleted it already.
        guard live.removals == removals, live.collections[key] == nil else { return live.expire(key) }
        live.collections[key] = collection
      }
      return .success(())
    }
  }

  /// Returns the newest version of a collection, loaded if it is not in memory. Fails with `missing`, `damaged`,
  /// `unavailable`.
  ///
  /// - Complexity: O(1) for a collection in memory, otherwise that of laying it out.
  public func solved(
    _ key: CollectionKey, on scheduler: Scheduler = .immediate
  ) -> Pending<SolvedCollection, StoreError> {
    current(key, on: scheduler).map { $0.map(\.solved) }
  }

  /// Deletes a collection, even one that cannot be read. Fails with `missing`, `versionMismatch`, and with the
  /// journal's errors.
  ///
  /// - Parameters:
  ///   - request: the request that deletes it, if a client may repeat it; stored with the deletion.
  ///   - erases: whether nothing of it may stay in the journal.
  public func delete(
    _ key: CollectionKey, if condition: VersionCondition = .any, request: RequestKey? = nil,
    erases: Bool = false, on scheduler: Scheduler = .immediate
  ) -> Pending<Void, StoreError> {
    newest(key, seeing: condition, on: scheduler).then(on: scheduler) { [self] found in
      switch found {
      case .failure(.damaged): return deleteUnread(key, if: condition, request, erases: erases)
      case .failure(let error): return Pending(.failure(error))
      case .success(let collection):
        if let ended = delete(collection, if: condition, request, erases: erases) {
          return ended.then(on: scheduler) { [self] outcome in
            guard case .failure(.overtaken) = outcome else { return Pending(outcome) }
            return delete(key, if: condition, request: request, erases: erases, on: scheduler)
          }
        }
        live.withLock { $0.remove(collection) }
        return delete(key, if: condition, request: request, erases: erases, on: scheduler)
      }
    }
  }

  /// Deletes a collection in memory; returns nil if the journal has a newer version.
  private func delete(
    _ collection: LiveCollection, if condition: VersionCondition, _ request: RequestKey?, erases: Bool
  ) -> Pending<Void, StoreError>? {
    while true {
      let (solved, standing) = collection.tip
      guard standing == .open || standing == .retired else {
        return collection.barrier().map { $0.mapError { StoreError($0) }.flatMap { .failure(.missing) } }
      }
      guard condition.accepts(solved.version) else {
        return collection.barrier().map {
          $0.mapError { StoreError($0) }.flatMap { .failure(.versionMismatch(newest: solved.version)) }
        }
      }
      switch collection.delete(if: condition, request: request, erases: erases) {
      case .taken(let stored): return stored.map { [self] in ended(collection, $0) }
      case .late, .ending: continue
      case .outdated: return nil
      }
    }
  }

  /// Erases all collections and requests of an owner, and returns the numbers of the collections. Those in memory end as
  /// with `delete`; the others are not loaded.
  ///
  /// - Complexity: O(n) for n rows of the owner.
  public func deleteAll(
    of owner: String, on scheduler: Scheduler = .immediate
  ) -> Pending<CollectionUsage, StoreError> {
    storedUsage().then(on: scheduler) { [self] usage in
      switch usage {
      case .failure(let error): Pending(.failure(error))
      case .success(let usage):
        deleteRest(of: owner, on: scheduler).map { $0.map { usage[owner] ?? CollectionUsage() } }
      }
    }
  }

  private func deleteRest(of owner: String, on scheduler: Scheduler) -> Pending<Void, StoreError> {
    journal.ids(of: owner, after: nil, limit: Self.deletedAtOnce).then(on: scheduler) { [self] ids in
      switch ids {
      case .failure(let error): return Pending(.failure(StoreError(error)))
      case .success(let ids) where ids.isEmpty:
        return journal.deleteRequests(of: owner).map { $0.mapError { StoreError($0) } }
      case .success(let ids):
        let deletions = ids.map { id in
          let key = CollectionKey(owner: owner, id: id)
          let isLive = live.withLock { $0.collections[key] != nil || $0.loads[key] != nil }
          return isLive
            ? delete(key, erases: true, on: scheduler) : deleteUnread(key, if: .any, nil, erases: true)
        }
        return Pending.all(deletions).then(on: scheduler) { [self] outcomes in
          for case .failure(let error) in outcomes.get() where error != .missing && error != .overtaken {
            return Pending(.failure(error))
          }
          return deleteRest(of: owner, on: scheduler)
        }
      }
    }
  }

  /// The collections that are deleted at a time: a journal makes their deletion durable together.
  private static let deletedAtOnce = 256

  /// Returns the number of collections and items of each owner, as the journal has them now.
  public func storedUsage() -> Pending<[String: CollectionUsage], StoreError> {
    journal.usage().map { $0.mapError { StoreError($0) } }
  }

  /// Returns an owner's collections that a filter takes, in the order of their ids: those after `id`, if one is given.
  /// The list omits damaged collections. Fails with `unavailable`.
  public func list(
    of owner: String, _ filter: CollectionFilter = CollectionFilter(), after id: String?, limit: Int,
    on scheduler: Scheduler = .immediate
  ) -> Pending<[(id: String, solved: SolvedCollection)], StoreError> {
    guard limit > 0 else { return Pending(.success([])) }
    return ids(of: owner, filter, after: id, limit: limit).then(on: scheduler) { [self] outcome in
      let ids: [String]
      switch outcome {
      case .success(let found): ids = found
      case .failure(let error): return Pending(.failure(error))
      }
      guard let last = ids.last else { return Pending(.success([])) }
      let loads = ids.map { solved(CollectionKey(owner: owner, id: $0), on: scheduler) }
      return Pending.all(loads).then(on: scheduler) { [self] outcomes in
        var found: [(id: String, solved: SolvedCollection)] = []
        for (id, outcome) in zip(ids, outcomes.get()) {
          switch outcome {
          case .success(let solved): found.append((id, solved))
          // The list also omits a collection that was deleted meanwhile, and goes on with the next.
          case .failure(.missing), .failure(.damaged): continue
          case .failure(let error): return Pending(.failure(error))
          }
        }
        guard found.count < ids.count else { return Pending(.success(found)) }
        return list(of: owner, filter, after: last, limit: limit - found.count, on: scheduler).map {
          [found] in
          $0.map { found + $0 }
        }
      }
    }
  }
}

extension CollectionStore {
  /// Has the journal do work that waits for a better moment.
  public func maintain() { journal.maintain() }

  /// Unloads the collections that were not used since the last call; the journal has them.
  ///
  /// - Parameter expiry: a collection with a viewport that was moved after it stays in memory.
  /// - Complexity: O(n) for n collections in memory.
  public func retireIdle(expiry: ContinuousClock.Instant) {
    for collection in live.withLock({ Array($0.collections.values) }) {
      collection.retire(expiry: expiry) { [self] in live.withLock { $0.remove(collection) } }
    }
  }

  /// Removes the viewports of collections in memory that were not used for a time, except the watched ones.
  ///
  /// - Parameter watched: returns the names of the viewports of a collection that are watched.
  /// - Complexity: O(n + v) for n collections in memory with v viewports in all.
  public func expireViewports(idle: Duration, watched: (CollectionKey) -> Set<String>) {
    for collection in live.withLock({ Array($0.collections.values) }) {
      expireViewports(of: collection, idle: idle, watched: watched)
    }
  }

  private func expireViewports(
    of collection: LiveCollection, idle: Duration, watched: (CollectionKey) -> Set<String>
  ) {
    while true {
      let (tip, standing) = collection.tip
      guard standing == .open, !tip.viewports.isEmpty,
        let step = tip.givingUpMovements(idle: movementTimeout, now: now()).expiringViewports(
          idle: idle, watched: watched(collection.key), now: now())
      else { return }
      // To remove a viewport exceeds none of the limits of the journal.
      guard case .late? = try? collection.commit(step) else { return }
    }
  }

  /// Stores the bounds of the viewports of all collections in memory that were moved, for the next time that they are
  /// loaded.
  ///
  /// - Complexity: O(n) for n collections in memory.
  public func savePositions() {
    for collection in live.withLock({ Array($0.collections.values) }) { collection.savePositions() }
  }
}

extension CollectionStore {
  /// Removes a deleted collection from memory and from the counts.
  private func ended(
    _ collection: LiveCollection, _ outcome: Result<Void, JournalError>
  ) -> Result<Void, StoreError> {
    if case .failure(let error) = outcome {
      dropOutdated(collection, error)
      return .failure(StoreError(error))
    }
    let key = collection.key
    live.withLock { $0.remove(collection) }
    forgetCrashes(of: key)
    let items = collection.solved.state.sections.storedItemCount
    ledger.uncount(key.owner, CollectionUsage(collections: 1, items: items))
    ledger.setBytes(of: collection.incarnation, to: 0)
    measurementSpace(of: key, shared: nil).forget()
    return .success(())
  }

  /// Unloads a collection that another store of the journal has changed; the next request loads it again.
  func dropOutdated(_ collection: LiveCollection, _ error: JournalError) {
    if !journal.isExclusive, error.isOfRace { observer?.raceLost() }
    switch error {
    // In a shared journal it follows what the other store has made.
    case .conflict where !journal.isExclusive: break
    case .conflict, .missing, .outcomeUnknown: live.withLock { $0.remove(collection) }
    default: break
    }
  }
}

extension JournalError {
  /// Whether another store has changed or deleted the collection first.
  fileprivate var isOfRace: Bool {
    switch self {
    case .conflict, .missing: true
    default: false
    }
  }
}

extension CollectionLedger {
  func counting(_ owner: String, _ usage: CollectionUsage) throws(StoreError) {
    do throws(CollectionLimitError) { try count(owner, usage) } catch { throw .limit(error) }
  }
}
