import LayoutEngine
import Support
import Synchronization

/// A collection in memory: readers see its newest durable version while the next versions are computed and stored.
///
/// A writer computes a change from the tip without a lock and then offers it. The collection takes the change only if
/// it begins at the tip; otherwise the writer computes it again. The change then is the tip for the next one at once,
/// and becomes visible to readers when the journal has stored it and all changes before it. So all changes have one
/// order, none is lost, many become durable together, and readers never see a version that a crash could lose.
package final class LiveCollection: Sendable {
  let incarnation: CollectionIncarnation
  let journal: any Journal
  let limits: CollectionLimits
  let ledger: CollectionLedger
  let observer: (any CollectionObserver)?
  private let clock: @Sendable () -> UTCTime
  let pending: Mutex<PendingChanges>
  private let newest: Mutex<SolvedCollection>
  private let isInUse = Atomic(true)
  /// A time at which the newest version was the tip of the journal; nil if it was not asked.
  private let confirmed = Mutex<ContinuousClock.Instant?>(nil)

  /// The changes that are being stored, and the tip at which the next step begins.
  struct PendingChanges {
    var tip: SolvedCollection
    var standing = Standing.open
    /// From the oldest to the newest.
    var waiting = Deque<Waiting>()
    /// Whether a thread is settling changes and notifying the observer.
    var isNotifying = false
    var generation: Generation
    /// The size of the entries that are durable.
    var durableGeneration: Generation
    /// The newest base that was made beside the changes, on which those that are being stored do not count yet.
    var rebase: Generation.Rebase?
    /// The main viewport as of the newest entry; nil if unknown because the journal failed.
    var storedMain: Viewport?
    /// The main viewport as of the newest entry that is durable.
    var durableMain: Viewport?
    var storedViewports: StoredViewports
    /// Whether a viewport may have moved since the positions were stored.
    var mayHaveMoved = false
    /// The newest version here that another process has made; 0 if there is none.
    var followed = 0
  }

  enum Standing {
    case open
    /// The journal is storing the deletion.
    case ending
    case ended
    /// The collection has left memory.
    case retired
  }

  enum Event: Sendable {
    /// A step, and its entry if it makes a version.
    case step(CollectionStep, JournalEntry?)
    /// A step that another process has stored.
    case followed(CollectionStep, JournalEntry)
    case end
    /// A barrier: settles once everything before it is settled.
    case barrier
  }

  /// An event that the journal is storing.
  final class Waiting: Sendable {
    let event: Event
    let since: ContinuousClock.Instant
    /// The size of the entries with this event.
    let generation: Generation
    /// Settles once the journal has stored the event.
    let stored: Pending<Void, JournalError>
    /// The result for the writer that offered the event.
    let result = Pending<Void, JournalError>()

    /// Whether this is the end of a collection that the journal does not have any more.
    var isMade: Bool {
      guard case .end = event, case .success? = stored.outcome else { return false }
      return true
    }

    init(
      _ event: Event, since: ContinuousClock.Instant = .now, _ generation: Generation,
      _ stored: Pending<Void, JournalError>
    ) {
      self.event = event
      self.since = since
      self.generation = generation
      self.stored = stored
    }
  }

  init(
    _ incarnation: CollectionIncarnation, _ solved: SolvedCollection, _ generation: Generation,
    storedMain: Viewport,
    _ storedViewports: StoredViewports, in journal: any Journal, limits: CollectionLimits,
    ledger: CollectionLedger, observer: (any CollectionObserver)?, clock: @escaping @Sendable () -> UTCTime
  ) {
    self.incarnation = incarnation
    self.journal = journal
    self.limits = limits
    self.ledger = ledger
    self.observer = observer
    self.clock = clock
    newest = Mutex(solved)
    pending = Mutex(
      PendingChanges(
        tip: solved, generation: generation, durableGeneration: generation, storedMain: storedMain,
        durableMain: storedMain, storedViewports: storedViewports))
  }

  /// The owner and the id of the collection.
  package var key: CollectionKey { incarnation.key }
  /// The number that tells the collection from others that had the same key before.
  package var incarnationNumber: Int { incarnation.number }

  /// The newest durable version.
  package var solved: SolvedCollection { newest.withLock { $0 } }

  /// Whether the collection has been deleted, and no longer exists.
  package var hasEnded: Bool { pending.withLock { $0.standing == .ended } }

  /// The stored bytes, with those of changes that are being stored.
  var byteCount: Int { pending.withLock { $0.generation.bytes } }

  /// The version at which the next step begins: the newest, durable or being stored.
  var tip: (solved: SolvedCollection, standing: Standing) { pending.withLock { ($0.tip, $0.standing) } }

  /// Whether the tip is durable: no change is being stored.
  var isSettled: Bool { pending.withLock { $0.isSettled } }

  /// Marks the collection as used.
  func use() { isInUse.store(true, ordering: .relaxed) }

  /// Notes that the journal was asked for its tip at this time, which the collection has.
  func confirm(_ time: ContinuousClock.Instant) {
    confirmed.withLock { $0 = max($0 ?? time, time) }
  }

  /// Whether the collection is recent enough without asking the journal.
  func isRecent(_ freshness: Freshness, now: ContinuousClock.Instant) -> Bool {
    guard freshness.version != nil || freshness.age > .zero, !hasEnded else { return false }
    if let version = freshness.version, solved.version >= version { return true }
    return freshness.age > .zero && confirmed.withLock { $0.map { now - $0 < freshness.age } ?? false }
  }

  /// Offers a step.
  ///
  /// - Parameters:
  ///   - request: the request that makes the step; stored with the change, or alone if there is none.
  ///   - author: who makes it.
  /// - Throws: `collectionBytes`, `bytesPerOwner`.
  func commit(
    _ step: CollectionStep, request: RequestKey? = nil, by author: String? = nil
  ) throws(CollectionLimitError) -> Offer {
    var step = step
    step.setTime(clock())
    // If another writer commits meanwhile, the tip has changed too, or the entry repeats the viewport, which does no
    // harm.
    let before = step.before.state.main
    let isStored = pending.withLock { $0.storedMain.map(before.looks) == true }
    let entry = step.entry(from: isStored ? nil : before, request: request, by: author)
    var due: (base: JournalBase, replaced: Int)?
    let offer = try offer(.step(step, entry)) { (pending) throws(CollectionLimitError) in
      guard pending.tip.revision == step.before.revision else { return .late }
      var base: JournalBase?
      var stored: Pending<Void, JournalError> = .done
      var countedBytes = 0
      let rows = pending.storedViewports.rows(of: step)
      if step.viewportEdits.defined != nil { try checkBytes(of: step.after, pending.generation) }
      if var entry {
        base = try self.base(after: step, pending.generation, entry)
        let bytes = base?.byteCount ?? pending.generation.bytes + entry.byteCount
        countedBytes = try ledger.changeBytes(of: incarnation, to: bytes)
        if !rows.isEmpty { entry.viewports = rows }
        if let base, step.erases {
          stored = journal.erase(before: entry, of: incarnation, leaving: base)
        } else {
          stored = journal.append(entry, to: incarnation)
        }
      } else if !rows.isEmpty {
        stored = journal.saveViewports(of: incarnation, rows, request: request)
      } else if let request {
        stored = journal.remember(request, of: incarnation)
      }
      if step.change != nil || !rows.isEmpty {
        switch stored.outcome {
        case .failure(.conflict):
          if entry != nil { ledger.setBytes(of: incarnation, to: countedBytes) }
          return .outdated
        case .failure(.missing):
          ledger.setBytes(of: incarnation, to: 0)
          return .outdated
        case .success, .failure, nil: break
        }
      }
      if let entry {
        pending.generation.add(entry, computing: step.computing)
        pending.storedMain = step.after.state.main
        pending.storedViewports.main = step.after.state.main
      }
      pending.storedViewports.note(rows)
      pending.mayHaveMoved = true
      pending.tip = step.after
      if let base {
        if !step.erases { due = (base, pending.generation.base) }
        pending.generation = Generation(base: base.state.version, baseBytes: base.byteCount)
      }
      return .taken(stored)
    }
    if let due, case .taken(let stored) = offer { replaceBase(due.replaced, with: due.base, once: stored) }
    return offer
  }

  /// Counts from a base that was made beside the changes.
  func apply(_ rebase: Generation.Rebase) {
    pending.withLock { pending in
      pending.rebase = rebase
      pending.generation.apply(rebase)
      pending.durableGeneration.apply(rebase)
      ledger.correctBytes(of: incarnation, to: pending.generation.bytes)
    }
  }

  /// Makes a base in the journal, in place of that of another version. A failure does no harm: the base before it still
  /// serves.
  private func replaceBase(
    _ replaced: Int, with base: JournalBase, once stored: Pending<Void, JournalError>
  ) {
    guard !journal.isExclusive else {
      _ = journal.compact(incarnation, to: base)
      return
    }
    // Should another process make the version, it is another state.
    stored.whenSettled { [self] outcome in
      guard case .success = outcome else { return }
      journal.compact(incarnation, to: base, replacing: replaced).whenSettled { [self] outcome in
        guard case .failure(.conflict(let present)) = outcome else { return }
        pending.withLock { $0.generation.rebase(onto: present, newest: $0.tip.version) }
      }
    }
  }

  /// Returns the base that is due once a step is taken, or nil if none is due. One that erases makes a base. One is due too
  /// where the owner's quota has no room for another entry: it drops what the entries before it take.
  ///
  /// - Throws: `collectionBytes` if the collection is too large even without its history.
  private func base(
    after step: CollectionStep, _ generation: Generation, _ entry: JournalEntry
  ) throws(CollectionLimitError) -> JournalBase? {
    var next = generation
    next.add(entry, computing: step.computing)
    let isTooLarge = next.bytes > limits.collectionBytes
    let isDue = isTooLarge || step.erases || !ledger.hasRoom(for: next.bytes, of: incarnation)
    guard isDue || next.isOver(entryLimit: limits.historyVersions) else { return nil }
    let base = JournalBase(step.after.state)
    if isTooLarge || step.erases, base.byteCount > limits.collectionBytes {
      throw .collectionBytes(limits.collectionBytes)
    }
    return base
  }

  /// - Throws: `collectionBytes` if the collection with its viewports is too large.
  private func checkBytes(
    of solved: SolvedCollection, _ generation: Generation
  ) throws(CollectionLimitError) {
    let viewports = solved.viewports.values.reduce(0) { $0 + $1.byteCount }
    guard generation.bytes + viewports <= limits.collectionBytes else {
      throw .collectionBytes(limits.collectionBytes)
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

  /// Deletes the collection if the condition accepts its newest version. Changes that were computed meanwhile are not
  /// taken.
  func delete(if condition: VersionCondition, request: RequestKey? = nil, erases: Bool = false) -> Offer {
    offer(.end) { pending in
      guard condition.accepts(pending.tip.version) else { return .late }
      let stored = journal.delete(
        incarnation, ifVersion: pending.tip.version, request: request, erases: erases)
      if case .failure(.conflict) = stored.outcome { return .outdated }
      if case .failure(.missing) = stored.outcome { return .outdated }
      pending.standing = .ending
      return .taken(stored)
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

  /// Returns whether the journal has another version, so that it would refuse every change offered here.
  func isBehind() -> Pending<Bool, JournalError> {
    let (version, isSettled) = pending.withLock { ($0.tip.version, $0.isSettled) }
    guard isSettled else { return Pending(.success(false)) }
    let tip = JournalTip(incarnation: incarnation.number, version: version)
    return journal.tip(of: key).map { $0.map { $0 != tip } }
  }

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

extension LiveCollection.PendingChanges {
  /// Whether no event is being stored: at most barriers wait.
  ///
  /// - Complexity: O(b) for b barriers at the front, which settle at once.
  fileprivate var isSettled: Bool {
    waiting.allSatisfy { if case .barrier = $0.event { true } else { false } }
  }

  /// Whether the collection can leave memory without losing anything but positions.
  fileprivate func isIdle(expiry: ContinuousClock.Instant) -> Bool {
    standing == .open && waiting.isEmpty && tip.movements.isEmpty
      && tip.viewports.values.allSatisfy { $0.usedAt < expiry }
  }
}

extension LiveCollection {
  /// Offers an event.
  ///
  /// - Parameter take: gives the event to the journal if the collection takes it; the result in its offer settles once
  ///   the journal has stored the event.
  private func offer<Failure: Error>(
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
