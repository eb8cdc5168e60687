import Support

/// The steps from a version of a collection to its newest one, computed again one by one.
public struct CollectionHistory: Sendable {
  private var replay: Replay
  private let since: Int

  init(_ replay: Replay, since: Int) {
    self.replay = replay
    self.since = since
  }

  /// Who made the change of the last step; nil if the journal does not say so.
  public var author: String? { replay.author }

  /// Returns the next step; nil after the one that led to the newest version.
  ///
  /// - Throws: `damaged`.
  /// - Complexity: that of the change; for the first step, that of all changes since the base.
  public mutating func next() throws(StoreError) -> CollectionStep? {
    do throws(ReplayError) {
      while let step = try replay.next() {
        if step.after.version > since { return step }
      }
      return nil
    } catch {
      throw StoreError(error)
    }
  }
}

extension CollectionStore {
  /// Returns the steps from a version to the newest one; nil if the journal no longer has that version. Fails with
  /// `missing`, `damaged`, `unavailable`.
  ///
  /// In each step the main viewport has the bounds that it had then. Past positions of other viewports are not stored:
  /// their steps use the present bounds.
  ///
  /// - Parameter viewport: the name of a viewport that the steps include.
  /// - Complexity: that of laying out the base.
  public func history(
    of key: CollectionKey, since version: Int, on viewport: String = Viewport.main,
    scheduler: Scheduler = .immediate
  ) -> Pending<CollectionHistory?, StoreError> {
    solved(key, on: scheduler).then(on: scheduler) { [journal] found in
      let newest: SolvedCollection
      switch found {
      case .success(let solved): newest = solved
      case .failure(let error): return Pending(.failure(error))
      }
      guard (1...newest.version).contains(version), let shown = newest.viewport(viewport) else {
        return Pending(.success(nil))
      }
      return journal.history(key, since: version).then(on: scheduler) { outcome in
        let record: JournalRecord
        switch outcome {
        case .success(let found?): record = found
        case .success(nil): return Pending(.success(nil))
        case .failure(let error): return Pending(.failure(StoreError(error)))
        }
        let watcher = viewport == Viewport.main ? nil : (viewport, shown)
        do throws(ReplayError) {
          return Pending(.success(CollectionHistory(try Replay(record, watcher: watcher), since: version)))
        } catch {
          return Pending(.failure(StoreError(error)))
        }
      }
    }
  }
}

extension CollectionStore {
  /// Returns the journal entries after a version up to the newest one; nil if the journal no longer has all of them.
  /// Fails with `missing`, `damaged`, `unavailable`.
  ///
  /// - Complexity: O(n) for n bytes of entries and of the base before them.
  public func entries(
    of key: CollectionKey, since version: Int, scheduler: Scheduler = .immediate
  ) -> Pending<[JournalEntry]?, StoreError> {
    journal.history(key, since: version).then(on: scheduler) { outcome in
      Pending(
        outcome.mapError { StoreError($0) }.map { record in
          record.map { $0.entries.filter { $0.version > version } }
        })
    }
  }
}
