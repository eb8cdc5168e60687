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
  let clock: @Sendable () -> UTCTime
  let pending: Mutex<PendingChanges>
  let newest: Mutex<SolvedCollection>
  let isInUse = Atomic(true)
  /// A time at which the newest version was the tip of the journal; nil if it was not asked.
  private let confirmed = Mutex<ContinuousClock.Instant?>(nil)

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
}
