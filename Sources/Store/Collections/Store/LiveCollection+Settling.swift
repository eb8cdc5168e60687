import Support

extension LiveCollection {
  /// Offers an event.
  ///
  /// - Parameter take: gives the event to the journal if the collection takes it; the result in its offer settles once
  ///   the journal has stored the event.
  func offer<Failure: Error>(
    _ event: Event, _ take: (inout PendingChanges) throws(Failure) -> Offer
  ) throws(Failure) -> Offer {
    var since = ContinuousClock.now
    var waiting: Waiting?
    let offer = try pending.withLock { (pending) throws(Failure) -> Offer in
      switch pending.standing {
      case .open: break
      case .ending, .ended: return .ending
      case .retired: return .outdated
      }
      let offer = try take(&pending)
      guard case .taken(let stored) = offer else { return offer }
      since = .now
      // A journal in memory has stored the event, and all events before it are settled: there is nothing to wait for.
      if case .success? = stored.outcome, pending.waiting.isEmpty, !pending.isNotifying {
        pending.isNotifying = true
        publish(event, pending.generation, &pending)
        return .taken(.done)
      }
      let next = Waiting(event, since: since, pending.generation, stored)
      pending.waiting.append(next)
      waiting = next
      return .taken(next.result)
    }
    if let waiting {
      waiting.stored.whenSettled { [self] _ in notify() }
    } else if case .taken = offer {
      notifyObserver(of: event, since: since)
      settleWaiting()
    }
    return offer
  }

  /// Settles the changes that the journal has stored, in order and on one thread at a time.
  private func notify() {
    let isFirst = pending.withLock { pending in
      defer { pending.isNotifying = true }
      return !pending.isNotifying
    }
    if isFirst { settleWaiting() }
  }

  /// Settles the changes that the journal has stored, on the one thread that does so now.
  private func settleWaiting() {
    while let settlement = pending.withLock({ next(&$0) }) {
      switch settlement {
      case .stored(let waiting):
        notifyObserver(of: waiting.event, since: waiting.since)
        waiting.result.settle(.success(()))
      case .failed(let failed, let error):
        // The changes on top of the first one fail for another reason than the first one: that it is missing.
        for (number, waiting) in failed.enumerated() {
          waiting.result.settle(.failure(number == 0 ? error : error.ofLaterChanges(newest: solved.version)))
        }
      }
    }
  }

  private enum Settlement {
    case stored(Waiting)
    /// The journal has failed, and with it all pending changes.
    case failed([Waiting], JournalError)
  }

  /// Returns the next changes to settle. After the last one, no thread settles any more.
  private func next(_ pending: inout PendingChanges) -> Settlement? {
    switch pending.waiting.first?.stored.outcome {
    case nil:
      pending.isNotifying = false
      return nil
    case .success?:
      let waiting = pending.waiting.removeFirst()
      publish(waiting.event, waiting.generation, &pending)
      return .stored(waiting)
    case .failure(let error)?:
      // A deletion that another process has made takes place, whatever becomes of the changes before it.
      let failed = pending.waiting.filter { !$0.isMade }
      let ends = pending.waiting.filter { $0.isMade }
      pending.waiting = []
      for end in ends { pending.waiting.append(end) }
      pending.tip = solved
      pending.generation = pending.durableGeneration
      ledger.setBytes(of: incarnation, to: error == .missing ? 0 : pending.generation.bytes)
      // A change that another process has overtaken left nothing in the journal.
      if case .conflict = error { pending.storedMain = pending.durableMain } else { pending.storedMain = nil }
      pending.storedViewports = StoredViewports()
      pending.mayHaveMoved = true
      pending.standing = pending.waiting.isEmpty ? .open : .ending
      return .failed(failed, error)
    }
  }

  /// Makes an event visible that the journal has stored.
  private func publish(_ event: Event, _ generation: Generation, _ pending: inout PendingChanges) {
    pending.durableGeneration = generation
    if let rebase = pending.rebase { pending.durableGeneration.apply(rebase) }
    switch event {
    case .step(let step, _), .followed(let step, _):
      newest.withLock { $0 = step.after }
      if step.change != nil { pending.durableMain = step.after.state.main }
    case .end: pending.standing = .ended
    case .barrier: break
    }
  }

  private func notifyObserver(of event: Event, since: ContinuousClock.Instant) {
    guard let observer else { return }
    switch event {
    case .step(let step, let entry?):
      observer.changeStored(after: .now - since)
      observer.collectionChanged(key, step, entry)
    case .followed(let step, let entry):
      observer.changeFollowed()
      observer.collectionChanged(key, step, entry)
    case .step(let step, nil) where !step.viewportEdits.isEmpty: observer.collectionChanged(key, step, nil)
    case .end: observer.collectionEnded(key)
    default: break
    }
  }

  /// Returns a result that settles once all pending changes are settled.
  func barrier() -> Pending<Void, JournalError> {
    let result: Pending<Void, JournalError> = pending.withLock { pending in
      // A barrier behind barriers alone would have nothing to wait for. Two requests that each wait once more while the
      // other does would wait for ever.
      guard !pending.isSettled else { return .done }
      let barrier = Waiting(.barrier, pending.generation, .done)
      pending.waiting.append(barrier)
      return barrier.result
    }
    notify()
    return result
  }
}

extension JournalError {
  /// The error of changes on top of one that failed with this error.
  fileprivate func ofLaterChanges(newest version: Int) -> JournalError {
    switch self {
    case .repeated, .limit: .conflict(version: version)
    default: self
    }
  }
}
