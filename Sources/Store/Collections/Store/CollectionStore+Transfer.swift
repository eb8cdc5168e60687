import CollectionModel
import FlightRecorder
import Support

/// Collections on their way to another store, or from one.
extension CollectionStore {
  /// Returns what the journal has of a collection: its oldest base with all changes since, or its newest version alone.
  /// Fails with `missing`, `damaged`, `unavailable`.
  ///
  /// - Complexity: O(n) for n stored bytes; without the history, also that of replaying the changes since the newest base.
  package func record(
    of key: CollectionKey, withHistory: Bool, on scheduler: Scheduler = .immediate
  ) -> Pending<JournalRecord, StoreError> {
    do throws(StoreError) { try checkCrashes(of: key) } catch { return Pending(.failure(error)) }
    return journal.load(key).then(on: scheduler) { [journal] found in
      switch found {
      case .failure(let error): return Pending(.failure(StoreError(error)))
      case .success(nil): return Pending(.failure(.missing))
      case .success(let newest?):
        guard !withHistory else {
          return journal.history(key, since: newest.base.version - 1).map { older in
            older.map { $0 ?? newest }.mapError { StoreError($0) }
          }
        }
        return FlightRecorder.working(on: key.recorderName) {
          do throws(ReplayError) { return Pending(.success(try newest.withoutHistory())) } catch {
            return Pending(.failure(StoreError(error)))
          }
        }
      }
    }
  }

  /// Stores a collection as another store had it, with its version and history, and returns whether anything had to be
  /// written. A collection of which the journal has the beginning, such as one whose import was interrupted, is completed.
  /// Fails with `exists` if the journal has another one of the id, with `limit`, and with the journal's errors; what it
  /// has written of a new collection is deleted then, unless another process has changed it meanwhile.
  ///
  /// - Parameter record: can be replayed.
  /// - Complexity: O(n) for n stored bytes, and that of replaying the changes.
  package func restore(
    _ key: CollectionKey, _ record: JournalRecord, on scheduler: Scheduler = .immediate
  ) -> Pending<Bool, StoreError> {
    let bytes = record.byteCounts
    guard bytes.base + bytes.entries <= limits.collectionBytes else {
      return Pending(.failure(.limit(.collectionBytes(limits.collectionBytes))))
    }
    return self.record(of: key, withHistory: true, on: scheduler).then(on: scheduler) { [self] found in
      switch found {
      case .failure(.missing): return restore(key, record, over: nil, on: scheduler)
      case .failure(let error): return Pending(.failure(error))
      case .success(let present):
        guard record.begins(with: present) else { return Pending(.failure(.exists)) }
        return restore(key, record, over: present, on: scheduler)
      }
    }
  }

  /// Writes the rest of a collection.
  ///
  /// - Parameter present: what the journal has of it.
  private func restore(
    _ key: CollectionKey, _ record: JournalRecord, over present: JournalRecord?, on scheduler: Scheduler
  ) -> Pending<Bool, StoreError> {
    let viewports = record.viewportRows(missingIn: present)
    if let present, present.version == record.version, viewports.isEmpty { return Pending(.success(false)) }
    let load: Load
    switch reserve(key, at: present?.version) {
    case .reserved(let own): load = own
    case .loading(let other):
      // Whatever another request finds: then this one looks again.
      return other.collection.then(on: scheduler) { [self] _ in restore(key, record, on: scheduler) }
    case .changed: return Pending(.failure(.overtaken))
    }
    let added = CollectionUsage(
      collections: present == nil ? 1 : 0, items: record.itemCount - (present?.itemCount ?? 0))
    do throws(StoreError) { try ledger.counting(key.owner, added) } catch {
      read(key, for: load, on: .immediate)
      return Pending(.failure(error))
    }
    let incarnation = CollectionIncarnation(key, present?.incarnation ?? journal.newIncarnation())
    let bytes = record.byteCounts
    do throws(CollectionLimitError) {
      try ledger.changeBytes(of: incarnation, to: bytes.base + bytes.entries)
    } catch {
      ledger.uncount(key.owner, added)
      read(key, for: load, on: .immediate)
      return Pending(.failure(.limit(error)))
    }
    let written = record.write(to: journal, as: incarnation, after: present?.version, on: scheduler).then(
      on: scheduler
    ) { [journal] outcome in
      guard case .success = outcome, !viewports.isEmpty else { return Pending(outcome) }
      return journal.saveViewports(of: incarnation, viewports)
    }
    return written.then(on: scheduler) { [self] outcome in
      guard case .failure(let error) = outcome else {
        read(key, for: load, on: scheduler)
        return load.collection.map { $0.map { _ in true } }
      }
      if present != nil || error.isConflict {
        return keepWritten(incarnation, added, over: present, load).map { _ in .failure(StoreError(error)) }
      }
      let removed: Pending<Void, JournalError> =
        error == .exists ? .done : journal.delete(incarnation, ifVersion: nil)
      return removed.then(on: scheduler) { [self] removal in
        switch removal {
        case .success, .failure(.missing):
          ledger.uncount(key.owner, added)
          ledger.setBytes(of: incarnation, to: 0)
        case .failure: break
        }
        read(key, for: load, on: .immediate)
        return Pending(.failure(StoreError(error)))
      }
    }
  }

  /// Counts what a restoration has stored that failed, where it has to stay: of a collection that the journal had the
  /// beginning of, or that another process has changed meanwhile.
  private func keepWritten(
    _ incarnation: CollectionIncarnation, _ added: CollectionUsage, over present: JournalRecord?, _ load: Load
  ) -> Pending<Void, Never> {
    let key = incarnation.key
    read(key, for: load, on: .immediate)
    return load.collection.map { [self] found in
      switch found {
      case .success(let collection):
        let stored = collection.solved.state.sections.storedItemCount - (present?.itemCount ?? 0)
        ledger.uncount(key.owner, CollectionUsage(collections: 0, items: added.items - stored))
      case .failure(.missing):
        ledger.uncount(key.owner, added)
        ledger.setBytes(of: incarnation, to: 0)
      case .failure: break
      }
      return .success(())
    }
  }

  private enum Reservation {
    /// No request reads the collection until the load is settled.
    case reserved(Load)
    /// Another request is loading it.
    case loading(Load)
    /// It has been changed.
    case changed
  }

  /// Keeps requests from reading a collection that is being written, and takes it out of memory.
  ///
  /// - Parameter version: the version that is expected there; nil if there is to be none.
  private func reserve(_ key: CollectionKey, at version: Int?) -> Reservation {
    live.withLock { live in
      if let load = live.loads[key] { return .loading(load) }
      if let collection = live.collections[key] {
        guard collection.hasEnded || collection.tip.solved.version == version else { return .changed }
        live.remove(collection)
      }
      let load = Load()
      live.loads[key] = load
      return .reserved(load)
    }
  }
}

extension JournalError {
  fileprivate var isConflict: Bool { if case .conflict = self { true } else { false } }
}

extension JournalRecord {
  /// Returns the rows of the viewports that another record of the collection lacks.
  fileprivate func viewportRows(missingIn present: JournalRecord?) -> ViewportRows {
    ViewportRows(
      main: present?.main == nil ? main.map { ($0, version) } : nil,
      saved: viewports.filter { present?.viewports[$0.key] == nil })
  }
}
