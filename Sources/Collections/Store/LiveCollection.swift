import LayoutEngine
import Support
import Synchronization

/// A collection that is there: its newest version, which anyone may read while the next ones are made and kept.
///
/// A change is computed from the tip without a lock and then offered: it is taken only if it begins at the tip, and
/// whoever comes too late computes again. What is taken is the tip for the next one at once, and is what readers see
/// when the journal has it and everything before it. So all changes are in some order, none is lost, many are made
/// durable together, and nobody reads what could still be lost.
package final class LiveCollection: Sendable {
  let key: CollectionKey
  let journal: any Journal
  let limits: CollectionLimits
  let observer: (any CollectionObserver)?
  let line: Mutex<Line>
  private let newest: Mutex<SolvedCollection>
  private let isInUse = Atomic(true)

  /// What is on its way into the journal, and where the next step begins.
  struct Line {
    var tip: SolvedCollection
    var standing = Standing.open
    /// From the oldest on.
    var waiting = Deque<Waiting>()
    /// Whether some thread is telling of what has been settled.
    var isTelling = false
    var generation: Generation
    /// The main screen as the newest entry left it; nil where the journal failed, and that is not known.
    var keptMain: Viewport?
    /// The main screen as whoever loads the newest version finds it; nil where that is not known.
    var foundMain: Viewport?
    /// By which the clients of recent changes would ask for them again.
    var idempotencyKeys = RecentKeys()
    /// The version of the base that was loaded, where the keys of the changes before it have not been read.
    var unreadKeysBefore: Int?
  }

  enum Standing {
    case open
    /// Its end is on the way into the journal.
    case ending
    case ended
    /// It has left memory.
    case retired
  }

  struct Waiting {
    enum Event {
      case step(CollectionStep, idempotencyKey: String?)
      case end
      /// Something to be told once everything before it is settled.
      case word
    }

    var event: Event
    var since = ContinuousClock.now
    /// Whether the journal has it.
    var kept: Pending<Void, JournalError>
    /// What whoever offered it is told.
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

  /// The newest version that is kept.
  package var solved: SolvedCollection { newest.withLock { $0 } }

  package var hasEnded: Bool { line.withLock { $0.standing == .ended } }

  /// What the next step begins at: the newest version, kept or on its way there.
  var tip: (solved: SolvedCollection, standing: Standing) { line.withLock { ($0.tip, $0.standing) } }

  /// Notes that somebody uses it.
  func use() { isInUse.store(true, ordering: .relaxed) }

  /// Offers a step.
  ///
  /// - Throws: `collectionBytes`.
  func commit(
    _ step: CollectionStep, idempotencyKey: String? = nil
  ) throws(CollectionLimitError) -> Offer {
    // Where somebody else changes what is kept in the meantime, the tip is another too, or the screen noted twice.
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
        // Whether that succeeds is nobody's business: the base before does as well.
        _ = journal.compact(key, to: base)
        line.generation = Generation(baseBytes: base.byteCount)
      }
      return line.wait(for: .step(step, idempotencyKey: idempotencyKey), kept)
    }
  }

  /// The base that is due once a step is taken, if one is.
  ///
  /// - Throws: where the collection is too large even without its history.
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

  /// Ends the collection, if the condition accepts its newest version; a change that was computed meanwhile is not
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

  /// Something that becomes known once everything that is on its way is settled.
  func word() -> Pending<Void, JournalError> {
    let told: Pending<Void, JournalError> = line.withLock { line in
      guard !line.waiting.isEmpty else { return .done }
      line.waiting.append(Waiting(event: .word, kept: .done))
      return line.waiting.last!.told
    }
    tell()
    return told
  }

  /// Returns whether the journal has gone on without it: whatever is offered from here will not be taken.
  func isBehind() -> Pending<Bool, JournalError> {
    let (version, isSettled) = line.withLock { ($0.tip.version, $0.waiting.isEmpty) }
    guard isSettled else { return Pending(.success(false)) }
    return journal.head(of: key).map { $0.map { $0?.version != version } }
  }

  /// Takes it out of use, if nobody has used it since this was asked last, nothing is on its way and nothing would be
  /// lost. It goes when the journal has noted where the main screen was left, so that whoever loads it finds that.
  ///
  /// - Parameter gone: is told if it goes.
  func retire(expiry: ContinuousClock.Instant, _ gone: @escaping @Sendable () -> Void) {
    guard !isInUse.exchange(false, ordering: .relaxed) else { return }
    let left = line.withLock { line in
      line.isIdle(expiry: expiry) ? (revision: line.tip.revision, noted: leave(&line)) : nil
    }
    guard let left else { return }
    // Where that could not be noted it goes all the same: a screen's place may be forgotten.
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

  /// Notes where the main screen is now, for the next time that the collection is loaded.
  func leave() {
    line.withLock { line in
      if line.standing == .open, line.waiting.isEmpty { _ = leave(&line) }
    }
  }

  private func leave(_ line: inout Line) -> Pending<Void, JournalError> {
    let main = line.tip.state.main
    guard line.foundMain.map(main.looks) != true else { return .done }
    line.foundMain = nil
    return journal.leave(key, at: line.tip.version, main)
  }
}

extension LiveCollection.Line {
  /// Whether nothing but the journal has to know of it.
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

  /// Makes what has been settled known, in order and by one thread at a time.
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

  /// What can be told next. Where the journal has failed, all that was to come on top fails too.
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
