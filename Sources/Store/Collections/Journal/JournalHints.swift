/// Receives hints of a journal that other processes write to.
public protocol JournalHints: AnyObject, Sendable {
  /// A collection may have changed. A hint can be late, repeated or lost: it costs or saves time, and nothing depends
  /// on it.
  ///
  /// A thread of the journal calls it, so it returns quickly.
  ///
  /// - Parameter tip: the tip that the writer made; nil if it deleted the collection, or if the journal does not know it.
  func collectionMayHaveChanged(_ key: CollectionKey, to tip: JournalTip?)
}
