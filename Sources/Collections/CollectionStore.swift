import LayoutEngine
import Synchronization

/// Why the store did not do what it was asked.
public enum StoreError: Error, Sendable {
  /// The owner has a collection of that id already.
  case exists
  /// The owner has no collection of that id.
  case missing
  /// The client wanted to change another version than the newest.
  case versionMismatch(newest: Int)
  case limit(CollectionLimit)
  /// The journal has what cannot be laid out.
  case unreadable
}

/// The collections of a service: makes, finds, changes and ends them.
public final class CollectionStore: Sendable {
  private let journal: any Journal
  private let ledger: CollectionLedger
  private let measurements: MeasurementMemory
  private let live = Mutex(Live())

  /// The collections in use.
  private struct Live {
    var collections: [CollectionKey: LiveCollection] = [:]
    /// How many have been taken out: what was read from the journal before may be older than one of them.
    var removals = 0

    mutating func remove(_ collection: LiveCollection) {
      removals += 1
      if collections[collection.key] === collection { collections[collection.key] = nil }
    }
  }

  /// How long a movement goes on of whose client nothing is heard.
  private let movementTimeout: Duration
  /// The clock by which movements end.
  public let now: @Sendable () -> ContinuousClock.Instant

  public init(
    journal: any Journal, limits: CollectionLimits = CollectionLimits(),
    movementTimeout: Duration = .seconds(30),
    now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }
  ) throws(JournalError) {
    self.journal = journal
    self.movementTimeout = movementTimeout
    self.now = now
    measurements = MeasurementMemory(limit: limits.measurements)
    ledger = CollectionLedger(limits: limits, usage: try journal.usage())
  }

  /// How many collections and items are kept.
  public var usage: CollectionUsage { ledger.total }

  /// Where what is measured of a collection is remembered.
  ///
  /// - Parameter shared: the name by which the owner's collections share it; nil is the collection's own.
  public func measurementSpace(of key: CollectionKey, shared: String?) -> MeasurementSpace {
    MeasurementSpace(of: key, shared: shared, in: measurements)
  }

  /// How many measurements are remembered.
  public var measurementCount: Int { measurements.count }

  /// Keeps a new collection.
  ///
  /// - Throws: `exists`, `limit`.
  public func create(_ key: CollectionKey, _ solved: SolvedCollection) throws(StoreError) {
    let items = solved.state.sections.itemCount
    try ledger.counting(key.owner, CollectionUsage(collections: 1, items: items))
    let removals = live.withLock { $0.removals }
    do throws(JournalError) {
      try journal.create(key, solved.state)
    } catch {
      ledger.uncount(key.owner, CollectionUsage(collections: 1, items: items))
      throw StoreError(error)
    }
    let collection = LiveCollection(key, solved, in: journal)
    live.withLock { live in
      // What is there may be the one of that id that has been deleted.
      if let found = live.collections[key], found.isDeleted { live.collections[key] = nil }
      // Somebody may have found it in the journal and be changing it already, or have deleted it again.
      guard live.removals == removals, live.collections[key] == nil else { return }
      live.collections[key] = collection
    }
  }

  /// The newest version of a collection.
  ///
  /// - Throws: `missing`.
  /// - Complexity: O(1) for a collection in use, that of laying it out for one that has to be loaded.
  public func solved(_ key: CollectionKey) throws(StoreError) -> SolvedCollection { try find(key).solved }

  /// Changes a collection.
  ///
  /// `prepare` computes the step from the version it is given, and what is to be answered. It is asked again with a
  /// newer version where another change was quicker.
  ///
  /// - Throws: what `prepare` throws; `missing`, `versionMismatch`, `limit`. Nothing is then changed.
  public func change<Answer, Refusal: Error>(
    _ key: CollectionKey, if condition: VersionCondition = .any,
    _ prepare: (SolvedCollection) throws(Refusal) -> (step: CollectionStep, answer: Answer)
  ) throws(ChangeFailure<Refusal>) -> Answer {
    while true {
      let collection: LiveCollection
      do throws(StoreError) { collection = try find(key) } catch { throw .store(error) }
      let before = collection.solved.givingUpMovement(idle: movementTimeout, now: now())
      do throws(StoreError) {
        guard try check(condition, of: collection, at: before.version) else { continue }
      } catch {
        throw .store(error)
      }
      let prepared: (step: CollectionStep, answer: Answer)
      do throws(Refusal) { prepared = try prepare(before) } catch { throw .refused(error) }
      do throws(StoreError) {
        if try commit(prepared.step, to: collection) { return prepared.answer }
      } catch {
        throw .store(error)
      }
    }
  }

  /// Ends a collection.
  ///
  /// - Throws: `missing`, `versionMismatch`.
  public func delete(_ key: CollectionKey, if condition: VersionCondition = .any) throws(StoreError) {
    while true {
      let collection = try find(key)
      guard try check(condition, of: collection, at: collection.solved.version) else { continue }
      do throws(JournalError) {
        guard try collection.delete(if: condition) else { continue }
      } catch {
        // Somebody else was quicker: what is in use here is behind, or has ended.
        live.withLock { $0.remove(collection) }
        continue
      }
      live.withLock { $0.remove(collection) }
      let items = collection.solved.state.sections.itemCount
      ledger.uncount(key.owner, CollectionUsage(collections: 1, items: items))
      measurements.forget(measurementSpace(of: key, shared: nil).name)
      return
    }
  }

  /// An owner's collections in the order of their ids, those behind `id` if one is given.
  public func list(
    of owner: String, after id: String?, limit: Int
  ) throws(StoreError) -> [(id: String, solved: SolvedCollection)] {
    var found: [(id: String, solved: SolvedCollection)] = []
    var last = id
    while found.count < limit {
      let ids: [String]
      do throws(JournalError) {
        ids = try journal.ids(of: owner, after: last, limit: limit - found.count)
      } catch {
        throw StoreError(error)
      }
      guard !ids.isEmpty else { break }
      last = ids.last
      for id in ids {
        // One that ends meanwhile is left out, and another takes its place.
        guard let solved = try? solved(CollectionKey(owner: owner, id: id)) else { continue }
        found.append((id, solved))
      }
    }
    return found
  }
}

extension CollectionStore {
  /// The collection as it is in use, or else as the journal has it.
  private func find(_ key: CollectionKey) throws(StoreError) -> LiveCollection {
    while true {
      let (collection, removals) = live.withLock { ($0.collections[key], $0.removals) }
      if let collection { return collection }
      let record: JournalRecord?
      do throws(JournalError) { record = try journal.load(key) } catch { throw StoreError(error) }
      guard let record else { throw .missing }
      let loaded = LiveCollection(
        key, try replay(record, of: key), entries: record.entries.count, in: journal)
      let found: LiveCollection? = live.withLock { live in
        if let collection = live.collections[key] { return collection }
        guard live.removals == removals else { return nil }
        live.collections[key] = loaded
        return loaded
      }
      if let found { return found }
    }
  }

  /// Whether a condition accepts the version of a collection; false where the collection turns out to be behind the
  /// journal and has to be found anew.
  ///
  /// - Throws: `versionMismatch` where it does not accept the newest version.
  private func check(
    _ condition: VersionCondition, of collection: LiveCollection, at version: Int
  ) throws(StoreError) -> Bool {
    if condition.accepts(version) { return true }
    // The client may know a version that somebody else has written to the journal.
    let isBehind: Bool
    do throws(JournalError) {
      isBehind = condition.isAhead(of: version) ? try collection.isBehind() : false
    } catch {
      throw StoreError(error)
    }
    guard isBehind else { throw .versionMismatch(newest: version) }
    live.withLock { $0.remove(collection) }
    return false
  }

  /// What a journal's entries make of its base.
  ///
  /// What was measured comes from the entries and goes to the memory, never the other way.
  private func replay(_ record: JournalRecord, of key: CollectionKey) throws(StoreError) -> SolvedCollection {
    do {
      var solved = try SolvedCollection(solving: record.base)
      var edits = MeasurementEdits()
      for entry in record.entries {
        let step = try solved.applying(entry.change)
        edits.remembered += step.edits.remembered
        solved = step.after
        solved.state.main = entry.main
        try solved.solveScreens()
        try solved.replay(entry.recalled)
      }
      let space = measurementSpace(of: key, shared: record.base.measurementSpace)
      edits.remembered += solved.rememberedByScreens().remembered
      measurements.apply(edits, in: space.name, onlyNew: true)
      solved.space = space
      return solved
    } catch {
      // Every entry was applied once before it was kept.
      throw .unreadable
    }
  }

  /// Whether a step was taken, with the items that it brings counted.
  private func commit(_ step: CollectionStep, to collection: LiveCollection) throws(StoreError) -> Bool {
    let owner = collection.key.owner
    let added = step.after.state.sections.itemCount - step.before.state.sections.itemCount
    let more = CollectionUsage(items: max(0, added))
    try ledger.counting(owner, more)
    do throws(JournalError) {
      let isTaken = try collection.commit(step)
      if isTaken, let space = step.after.space { measurements.apply(step.edits, in: space.name) }
      ledger.uncount(owner, isTaken ? CollectionUsage(items: max(0, -added)) : more)
      return isTaken
    } catch {
      ledger.uncount(owner, more)
      if error == .exists { throw StoreError(error) }
      // Somebody else has written to the journal: what is in use here is behind or has ended, and is loaded anew.
      live.withLock { $0.remove(collection) }
      return false
    }
  }
}

/// Why a change was not made: for a reason of its own, or of the store's.
public enum ChangeFailure<Refusal: Error>: Error {
  case refused(Refusal)
  case store(StoreError)
}

extension CollectionLedger {
  fileprivate func counting(_ owner: String, _ usage: CollectionUsage) throws(StoreError) {
    do throws(CollectionLimit) { try count(owner, usage) } catch { throw .limit(error) }
  }
}

extension StoreError {
  fileprivate init(_ error: JournalError) {
    switch error {
    case .exists: self = .exists
    case .missing: self = .missing
    case .conflict(let version): self = .versionMismatch(newest: version)
    }
  }
}
