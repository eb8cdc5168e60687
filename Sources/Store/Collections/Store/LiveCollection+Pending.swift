import Support

extension LiveCollection {
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
}

extension LiveCollection.PendingChanges {
  /// Whether no event is being stored: at most barriers wait.
  ///
  /// - Complexity: O(b) for b barriers at the front, which settle at once.
  var isSettled: Bool {
    waiting.allSatisfy { if case .barrier = $0.event { true } else { false } }
  }

  /// Whether the collection can leave memory without losing anything but positions.
  func isIdle(expiry: ContinuousClock.Instant) -> Bool {
    standing == .open && waiting.isEmpty && tip.movements.isEmpty
      && tip.viewports.values.allSatisfy { $0.usedAt < expiry }
  }
}
