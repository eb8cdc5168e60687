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
  let key: CollectionKey
  let journal: any Journal
  let limits: CollectionLimits
  let observer: (any CollectionObserver)?
  let line: Mutex<Line>
  private let newest: Mutex<SolvedCollection>
  private let isInUse = Atomic(true)

  /// The changes that are being stored, and the tip at which the next step begins.
  struct Line {
    var tip: SolvedCollection
    var standing = Standing.open
    /// From the oldest to the newest.
    var waiting = Deque<Waiting>()
    /// Whether a thread is settling changes and notifying the observer.
    var isTelling = false
    var generation: Generation
    /// The main viewport as of the newest entry; nil if unknown because the journal failed.
    var keptMain: Viewport?
    /// The main viewport that loading the newest version gives; nil if unknown.
    var foundMain: Viewport?
    /// The idempotency keys of recent changes.
    var idempotencyKeys = RecentKeys()
    /// The version of the base that was loaded, if the keys of the changes before it have not been read.
    var unreadKeysBefore: Int?
  }

  enum Standing {
    case open
    /// The journal is storing the deletion.
    case ending
    case ended
    /// The collection has left memory.
    case retired
  }

  struct Waiting {
    enum Event {
      case step(CollectionStep, idempotencyKey: String?)
      case end
      /// A barrier: settles once everything before it is settled.
      case word
    }

    var event: Event
    var since = ContinuousClock.now
    /// Settles once the journal has stored the event.
    var kept: Pending<Void, JournalError>
    /// The result for the writer that offered the event.
    var told = Pending<Void, JournalError>()
  }

  init(
    _ key: CollectionKey, _ solved: SolvedCollection, _ generation: Generation, keptMain: Viewport,
    foundMain: Viewport, in journal: any Journal, limits: CollectionLimits,
    observer: (any CollectionObserver)?
  ) {
    self.key = key
    self.journal = journal
    self.limits = limits
    self.observer = observer
    newest = Mutex(solved)
    line = Mutex(Line(tip: solved, generation: generation, keptMain: keptMain, foundMain: foundMain))
  }

  /// The newest durable version.
  package var solved: SolvedCollection { newest.withLock { $0 } }

  package var hasEnded: Bool { line.withLock { $0.standing == .ended } }

  /// The version at which the next step begins: the newest, durable or being stored.
  var tip: (solved: SolvedCollection, standing: Standing) { line.withLock { ($0.tip, $0.standing) } }

  /// Marks the collection as used.
  func use() { isInUse.store(true, ordering: .relaxed) }

  /// Offers a step.
  ///
  /// - Throws: `collectionBytes`.
  func commit(
    _ step: CollectionStep, idempotencyKey: String? = nil
  ) throws(CollectionLimitError) -> Offer {
    // If another writer commits meanwhile, the tip has changed too, or the entry repeats the viewport, which does no
    // harm.
    let keptMain = line.withLock { $0.keptMain }
    let before = step.before.state.main
    let entry = step.change.map { change in
      JournalEntry(
        change, making: step.after.state, from: keptMain.map(before.looks) == true ? nil : before,
        recalling: step.recalled.completed(by: step.after), idempotencyKey: idempotencyKey)
    }
    return try offer { (line) throws(CollectionLimitError) in
      guard line.tip.revision == step.before.revision else { return .late }
      var base: JournalBase?
      var kept: Pending<Void, JournalError> = .done
      if let entry {
        base = try self.base(after: step, line.generation, entry)
        kept = journal.append(entry, to: key)
        if case .failure(.conflict) = kept.outcome { return .outdated }
        if case .failure(.missing) = kept.outcome { return .outdated }
        line.generation.add(entry, computing: step.computing)
        line.keptMain = step.after.state.main
        line.foundMain = step.after.state.main
      }
      line.tip = step.after
      if let base {
        // A failure does no harm: the base before it still serves.
        _ = journal.compact(key, to: base)
        line.generation = Generation(baseBytes: base.byteCount)
      }
      return line.wait(for: .step(step, idempotencyKey: idempotencyKey), kept)
    }
  }

  /// Returns the base that is due once a step is taken, or nil if none is due.
  ///
  /// - Throws: `collectionBytes` if the collection is too large even without its history.
  private func base(
    after step: CollectionStep, _ generation: Generation, _ entry: JournalEntry
  ) throws(CollectionLimitError) -> JournalBase? {
    var next = generation
    next.add(entry, computing: step.computing)
    let isTooLarge = next.bytes > limits.collectionBytes
    guard isTooLarge || next.isOver(entryLimit: limits.historyVersions) else { return nil }
    let base = JournalBase(step.after.state)
    if isTooLarge, base.byteCount > limits.collectionBytes { throw .collectionBytes(limits.collectionBytes) }
    return base
  }

  /// Deletes the collection if the condition accepts its newest version. Changes that were computed meanwhile are not
  /// taken.
  func delete(if condition: VersionCondition) -> Offer {
    offer { line in
      guard condition.accepts(line.tip.version) else { return .late }
      let kept = journal.delete(key, ifVersion: line.tip.version)
      if case .failure(.conflict) = kept.outcome { return .outdated }
      if case .failure(.missing) = kept.outcome { return .outdated }
      line.standing = .ending
      return line.wait(for: .end, kept)
    }
  }

  /// Returns a result that settles once all pending changes are settled.
  func word() -> Pending<Void, JournalError> {
    let told: Pending<Void, JournalError> = line.withLock { line in
      guard !line.waiting.isEmpty else { return .done }
      line.waiting.append(Waiting(event: .word, kept: .done))
      return line.waiting.last!.told
    }
    tell()
    return told
  }

  /// Returns whether the journal has another version, so that it would refuse every change offered here.
  func isBehind() -> Pending<Bool, JournalError> {
    let (version, isSettled) = line.withLock { ($0.tip.version, $0.waiting.isEmpty) }
    guard isSettled else { return Pending(.success(false)) }
    return journal.head(of: key).map { $0.map { $0?.version != version } }
  }

  /// Unloads the collection if it was not used since the last call, no change is pending, and nothing would be lost.
  /// The collection leaves memory once the journal has stored the position of the main viewport, so that the next load
  /// restores it.
  ///
  /// - Parameter gone: called if the collection leaves memory.
  func retire(expiry: ContinuousClock.Instant, _ gone: @escaping @Sendable () -> Void) {
    guard !isInUse.exchange(false, ordering: .relaxed) else { return }
    let left = line.withLock { line in
      line.isIdle(expiry: expiry) ? (revision: line.tip.revision, noted: leave(&line)) : nil
    }
    guard let left else { return }
    // If the position could not be stored, the collection leaves memory all the same: positions may be lost.
    left.noted.whenSettled { [self] _ in
      let isRetired = line.withLock { line in
        guard !isInUse.load(ordering: .relaxed), line.isIdle(expiry: expiry),
          line.tip.revision == left.revision
        else { return false }
        line.standing = .retired
        return true
      }
      if isRetired { gone() }
    }
  }

  /// Stores the position of the main viewport for the next time that the collection is loaded.
  func leave() {
    line.withLock { line in
      if line.standing == .open, line.waiting.isEmpty { _ = leave(&line) }
    }
  }

  private func leave(_ line: inout Line) -> Pending<Void, JournalError> {
    let main = line.tip.state.main
    guard line.foundMain.map(main.looks) != true else { return .done }
    line.foundMain = nil
    return journal.savePosition(of: key, at: line.tip.version, main)
  }
}

extension LiveCollection.Line {
  /// Whether the collection can leave memory without losing anything but the position of the main viewport.
  fileprivate func isIdle(expiry: ContinuousClock.Instant) -> Bool {
    standing == .open && waiting.isEmpty && tip.movementStanding == nil
      && tip.viewports.values.allSatisfy { $0.usedAt < expiry }
  }
}

extension LiveCollection {
  private func offer<Failure: Error>(
    _ take: (inout Line) throws(Failure) -> Offer
  ) throws(Failure) -> Offer {
    var kept: Pending<Void, JournalError>?
    let offer = try line.withLock { (line) throws(Failure) -> Offer in
      switch line.standing {
      case .open: break
      case .ending, .ended: return .ending
      case .retired: return .outdated
      }
      let offer = try take(&line)
      if case .taken = offer { kept = line.waiting.last?.kept }
      return offer
    }
    kept?.whenSettled { _ in self.tell() }
    return offer
  }

  /// Settles the changes that the journal has stored, in order and on one thread at a time.
  private func tell() {
    let isFirst = line.withLock { line in
      defer { line.isTelling = true }
      return !line.isTelling
    }
    guard isFirst else { return }
    while let (settled, outcome) = line.withLock({ next(&$0) }) {
      for waiting in settled {
        if case .success = outcome { tellObserver(of: waiting) }
        waiting.told.settle(outcome)
      }
    }
  }

  /// Returns the next changes to settle and their outcome. If the journal has failed, all pending changes fail.
  private func next(_ line: inout Line) -> ([Waiting], Result<Void, JournalError>)? {
    guard let first = line.waiting.first, let outcome = first.kept.outcome else {
      line.isTelling = false
      return nil
    }
    guard case .success = outcome else {
      let failed = Array(line.waiting)
      line.waiting = []
      line.tip = solved
      line.keptMain = nil
      line.foundMain = nil
      line.standing = .open
      return (failed, outcome)
    }
    line.waiting.removeFirst()
    switch first.event {
    case .step(let step, let key):
      newest.withLock { $0 = step.after }
      if let key { line.idempotencyKeys.add(key) }
    case .end: line.standing = .ended
    case .word: break
    }
    return ([first], outcome)
  }

  private func tellObserver(of waiting: Waiting) {
    guard let observer else { return }
    switch waiting.event {
    case .step(let step, _) where step.change != nil:
      observer.changeStored(after: .now - waiting.since)
      observer.collectionChanged(key, step)
    case .end: observer.collectionEnded(key)
    default: break
    }
  }
}

extension LiveCollection.Line {
  fileprivate mutating func wait(
    for event: LiveCollection.Waiting.Event, _ kept: Pending<Void, JournalError>
  ) -> Offer {
    let next = LiveCollection.Waiting(event: event, kept: kept)
    waiting.append(next)
    return .taken(next.told)
  }
}
