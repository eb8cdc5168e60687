import Support

extension LiveCollection {
  /// The result of following the entries of other processes.
  enum Following {
    case upToDate
    /// The collection in memory cannot follow: it has to be loaded again.
    case lost
  }

  /// Applies the entries that other processes have appended, as steps that the observer gets in order, until the
  /// collection has a version. Fails with `damaged` or `unavailable`.
  ///
  /// Changes of this process that are being stored settle first: on top of another process's entry they fail.
  func follow(
    to version: Int, on scheduler: Scheduler
  ) -> Pending<Following, StoreError> {
    guard solved.version < version else { return Pending(.success(.upToDate)) }
    return settledTip().then(on: scheduler) { [self] found in
      guard let (tip, main) = found.get() else { return Pending(.success(.lost)) }
      guard tip.version < version else {
        // Another thread has followed meanwhile: its steps may not be visible yet.
        return barrier().then(on: scheduler) { [self] _ in follow(to: version, on: scheduler) }
      }
      return journal.entries(of: incarnation, after: tip.version).then(on: scheduler) { [self] outcome in
        let entries: [JournalEntry]
        switch outcome {
        case .success(let found?): entries = found
        case .success(nil): return Pending(.success(.lost))
        case .failure(let error): return Pending(.failure(StoreError(error)))
        }
        do throws(ReplayError) { try apply(entries, to: tip, main) } catch {
          return Pending(.failure(StoreError(error)))
        }
        // The entries of a tip reach at least to it, unless another thread has followed meanwhile.
        guard !entries.isEmpty else { return Pending(.success(.lost)) }
        return barrier().then(on: scheduler) { [self] _ in follow(to: version, on: scheduler) }
      }
    }
  }

  /// Returns the newest version and the main viewport as of its entry, once no change is being stored; nil if the
  /// collection has ended, or if its main viewport is not known because the journal failed.
  private func settledTip() -> Pending<(SolvedCollection, Viewport)?, Never> {
    barrier().map { [self] _ in
      .success(
        pending.withLock { pending in
          guard pending.standing == .open, let main = pending.storedMain else { return nil }
          return (pending.tip, main)
        })
    }
  }

  /// Applies entries on top of a version, as far as that is still the newest one.
  private func apply(
    _ entries: [JournalEntry], to tip: SolvedCollection, _ main: Viewport
  ) throws(ReplayError) {
    var (newest, main) = (tip, main)
    for entry in entries {
      let step = try newest.following(entry, from: main)
      guard take(step, entry) else { return }
      step.after.space?.apply(step.edits, onlyNew: false)
      (newest, main) = (step.after, entry.main)
    }
  }

  /// Takes a step that another process has stored.
  ///
  /// - Returns: whether it begins at the tip.
  func take(_ step: CollectionStep, _ entry: JournalEntry) -> Bool {
    let offer = offer(.followed(step, entry)) { pending in
      guard pending.tip.revision == step.before.revision else { return .late }
      pending.generation.add(entry, computing: step.computing)
      ledger.setBytes(of: incarnation, to: pending.generation.bytes)
      pending.followed = step.after.version
      pending.storedMain = step.after.state.main
      pending.storedViewports.main = step.after.state.main
      pending.mayHaveMoved = true
      pending.tip = step.after
      return .taken(.done)
    }
    if case .taken = offer { return true }
    return false
  }

  /// Whether another process has made a version here that is later than this one.
  func hasFollowed(beyond version: Int) -> Bool { pending.withLock { $0.followed > version } }

  /// Ends a collection that another process has deleted: once the changes that are being stored are settled, the
  /// observer is notified.
  func endElsewhere() {
    _ = offer(.end) { pending in
      pending.standing = .ending
      return .taken(.done)
    }
  }

  /// Returns whether the journal has another version, so that it would refuse every change offered here.
  func isBehind() -> Pending<Bool, JournalError> {
    let (version, isSettled) = pending.withLock { ($0.tip.version, $0.isSettled) }
    guard isSettled else { return Pending(.success(false)) }
    let tip = JournalTip(incarnation: incarnation.number, version: version)
    return journal.tip(of: key).map { $0.map { $0 != tip } }
  }
}
