import FlightRecorder
import LayoutEngine
import Support
import Synchronization

/// A collection that is being loaded from the journal.
struct Load {
  /// The result, which all requests for the collection share: it is loaded once.
  let collection = Pending<LiveCollection, StoreError>()
  /// Whether the journal may have changed since it was read.
  var isStale = false
}

extension CollectionStore {
  /// Returns the collection in memory, loaded from the journal if it is not there. Fails with `missing`, `damaged`,
  /// `unavailable`.
  ///
  /// - Parameter scheduler: replays a record that the journal reads later.
  package func find(
    _ key: CollectionKey, on scheduler: Scheduler = .immediate
  ) -> Pending<LiveCollection, StoreError> {
    enum Found {
      case inMemory(LiveCollection)
      case loading(Load)
      case unread(Load)
    }
    let found = live.withLock { live -> Found in
      if let collection = live.collections[key] { return .inMemory(collection) }
      if let load = live.loads[key] { return .loading(load) }
      let load = Load()
      live.loads[key] = load
      return .unread(load)
    }
    switch found {
    case .inMemory(let collection):
      collection.use()
      return Pending(.success(collection))
    case .loading(let load): return load.collection
    case .unread(let load):
      read(key, for: load, on: scheduler)
      return load.collection
    }
  }

  /// Settles a load with what the journal has.
  func read(_ key: CollectionKey, for load: Load, on scheduler: Scheduler) {
    let name = key.recorderName
    FlightRecorder.working(on: name) { record(of: key) }.whenSettled(on: scheduler) { [self] outcome in
      let loaded: Result<LiveCollection, StoreError> = outcome.flatMap { record in
        guard let record else { return .failure(.missing) }
        return FlightRecorder.working(on: name) {
          do throws(ReplayError) { return .success(try replay(record, of: key)) } catch {
            return .failure(StoreError(error))
          }
        }
      }
      let found = live.withLock { live -> Result<LiveCollection, StoreError>? in
        if live.loads[key]?.isStale == true {
          live.loads[key]?.isStale = false
          return nil
        }
        live.loads[key] = nil
        if let created = live.collections[key] { return .success(created) }
        if case .success(let collection) = loaded {
          live.collections[key] = collection
          ledger.setBytes(of: collection.incarnation, to: collection.byteCount)
          observer?.collectionLoaded(key, at: collection.solved.version)
        }
        return loaded
      }
      if let found { load.collection.settle(found) } else { read(key, for: load, on: scheduler) }
    }
  }

  /// Loads a collection, unless it crashed the process before.
  func record(of key: CollectionKey) -> Pending<JournalRecord?, StoreError> {
    do throws(StoreError) { try checkCrashes(of: key) } catch { return Pending(.failure(error)) }
    return journal.load(key).map { $0.mapError { StoreError($0) } }
  }

  /// Returns a collection at whose newest version a change can begin.
  func newest(
    _ key: CollectionKey, seeing condition: VersionCondition, on scheduler: Scheduler
  ) -> Pending<LiveCollection, StoreError> {
    journal.isExclusive ? find(key, seeing: condition, on: scheduler) : current(key, on: scheduler)
  }

  /// Returns a collection at least as new as a version that the client may know from another store of the same journal.
  func find(
    _ key: CollectionKey, seeing condition: VersionCondition, on scheduler: Scheduler
  ) -> Pending<LiveCollection, StoreError> {
    find(key, on: scheduler).then(on: scheduler) { [self] found in
      guard case .success(let collection) = found, condition.isAhead(of: collection.tip.solved.version) else {
        return Pending(found)
      }
      return collection.isBehind().then(on: scheduler) { [self] isBehind in
        switch isBehind {
        case .success(false): return Pending(found)
        case .failure(let error): return Pending(.failure(StoreError(error)))
        case .success(true):
          live.withLock { $0.remove(collection) }
          return find(key, on: scheduler)
        }
      }
    }
  }

  func makeLive(
    _ incarnation: CollectionIncarnation, _ solved: SolvedCollection, _ generation: Generation,
    storedMain: Viewport? = nil,
    loadedMain: Viewport? = nil
  ) -> LiveCollection {
    let main = solved.state.main
    let stored = StoredViewports(main: loadedMain ?? main, others: solved.viewports)
    return LiveCollection(
      incarnation, solved, generation, storedMain: storedMain ?? main, stored, in: journal, limits: limits,
      ledger: ledger, observer: observer, clock: clock)
  }

  /// Lays out a record of the journal.
  private func replay(_ record: JournalRecord, of key: CollectionKey) throws(ReplayError) -> LiveCollection {
    let start = ContinuousClock.now
    var replay = try Replay(record)
    while try replay.next() != nil {}
    let space = measurementSpace(of: key, shared: record.base.measurementSpace)
    space.apply(replay.learned, onlyNew: true)
    replay.finish(remembering: space, now: now())
    let storedMain = record.entries.last?.main ?? record.base.main
    return makeLive(
      CollectionIncarnation(key, record.incarnation), replay.solved,
      Generation(record, replaying: .now - start), storedMain: storedMain,
      loadedMain: record.main ?? storedMain)
  }
}
