import Support
import Synchronization

extension LiveCollection {
  /// Unloads the collection if it was not used since the last call, no change is pending, and nothing would be lost.
  /// The collection leaves memory once the journal has stored the positions of the viewports, so that the next load
  /// restores them.
  ///
  /// - Parameter gone: called if the collection leaves memory.
  func retire(expiry: ContinuousClock.Instant, _ gone: @escaping @Sendable () -> Void) {
    guard !isInUse.exchange(false, ordering: .relaxed) else { return }
    let left = pending.withLock { pending in
      pending.isIdle(expiry: expiry) ? (revision: pending.tip.revision, saved: savePositions(&pending)) : nil
    }
    guard let left else { return }
    // If the positions could not be stored, the collection leaves memory all the same: positions may be lost.
    left.saved.whenSettled { [self] outcome in
      noteSaving(outcome)
      let isRetired = pending.withLock { pending in
        guard !isInUse.load(ordering: .relaxed), pending.isIdle(expiry: expiry),
          pending.tip.revision == left.revision
        else { return false }
        pending.standing = .retired
        return true
      }
      if isRetired { gone() }
    }
  }

  /// Stores the positions of the viewports that have moved, for the next time that the collection is loaded.
  func savePositions() {
    let saved = pending.withLock { $0.standing == .open ? savePositions(&$0) : .done }
    saved.whenSettled { [self] outcome in noteSaving(outcome) }
  }

  /// After a failure the stored viewports are unknown; the next write stores all of them.
  private func noteSaving(_ outcome: Result<Void, JournalError>) {
    if case .failure = outcome { pending.withLock { $0.storedViewports = StoredViewports() } }
  }

  private func savePositions(_ pending: inout PendingChanges) -> Pending<Void, JournalError> {
    guard pending.mayHaveMoved else { return .done }
    pending.mayHaveMoved = false
    let rows = pending.storedViewports.rows(for: pending.tip)
    guard !rows.isEmpty else { return .done }
    pending.storedViewports.note(rows)
    return journal.saveViewports(of: incarnation, rows)
  }
}
