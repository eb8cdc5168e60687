import LayoutEngine
import Synchronization

/// A collection that is there: its newest version, which anyone may read while the next is made.
///
/// A change is computed from a version without a lock and then offered to the journal, which takes it only on top of
/// that version; whoever comes too late computes again from the newer one. So all changes are in some order, and none
/// is lost.
final class LiveCollection: Sendable {
  let key: CollectionKey
  private let journal: any Journal
  private let newest: Mutex<SolvedCollection>
  /// Held while a change is offered, so that those of this process come one by one.
  private let turn = Mutex(Turn())

  private struct Turn {
    var entriesSinceBase = 0
    var isDeleted = false
  }

  /// A journal of so many entries takes a new base.
  static let entryLimit = 256

  init(_ key: CollectionKey, _ solved: SolvedCollection, entries: Int = 0, in journal: any Journal) {
    self.key = key
    self.journal = journal
    newest = Mutex(solved)
    turn.withLock { $0.entriesSinceBase = entries }
  }

  /// The newest version.
  var solved: SolvedCollection { newest.withLock { $0 } }

  var isDeleted: Bool { turn.withLock { $0.isDeleted } }

  /// Whether the step was taken: it begins at how the collection is now, and the journal has what is kept of it.
  ///
  /// - Throws: `missing` for a collection that has been deleted, `conflict` where the journal has gone on elsewhere.
  func commit(_ step: CollectionStep) throws(JournalError) -> Bool {
    try turn.withLock { (turn) throws(JournalError) in
      guard !turn.isDeleted else { throw .missing }
      guard solved.revision == step.before.revision else { return false }
      guard let change = step.change else {
        newest.withLock { $0 = step.after }
        return true
      }
      let recalled = step.recalled.completed(by: step.after)
      try journal.append(JournalEntry(change, making: step.after.state, recalling: recalled), to: key)
      newest.withLock { $0 = step.after }
      turn.entriesSinceBase += 1
      if turn.entriesSinceBase >= Self.entryLimit {
        try journal.compact(key, to: step.after.state)
        turn.entriesSinceBase = 0
      }
      return true
    }
  }

  /// Ends the collection, if the condition accepts its newest version; a change that was computed meanwhile is not
  /// taken.
  ///
  /// - Throws: `missing`, `conflict` where the journal has gone on elsewhere.
  func delete(if condition: VersionCondition) throws(JournalError) -> Bool {
    try turn.withLock { (turn) throws(JournalError) in
      guard !turn.isDeleted else { throw .missing }
      let version = solved.version
      guard condition.accepts(version) else { return false }
      try journal.delete(key, ifVersion: condition == .any ? nil : version)
      turn.isDeleted = true
      return true
    }
  }

  /// Whether the journal has gone on without it: whatever is offered from here will not be taken.
  func isBehind() throws(JournalError) -> Bool {
    try turn.withLock { (_) throws(JournalError) in try journal.load(key)?.version != solved.version }
  }
}
