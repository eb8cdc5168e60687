/// Observes the changes of collections, in their order for each collection.
///
/// The thread that settled a change calls the observer and has other changes to settle, so an observer returns quickly.
public protocol CollectionObserver: AnyObject, Sendable {
  /// A step is durable that makes a new version of the collection, or adds or removes a viewport.
  ///
  /// - Parameter entry: the entry with which the journal stores the step; nil if there is no new version.
  func collectionChanged(_ key: CollectionKey, _ step: CollectionStep, _ entry: JournalEntry?)

  /// The collection was deleted, or is damaged and cannot be read any more.
  func collectionEnded(_ key: CollectionKey)

  /// The collection was loaded from the journal at this version: the steps since the last one that the observer knows, if
  /// it was another, are not known. Called before the first step from this version.
  func collectionLoaded(_ key: CollectionKey, at version: Int)

  /// The journal made a change of this process durable after this time.
  func changeStored(after duration: Duration)

  /// A change that another process has made became visible, or is about to.
  func changeFollowed()

  /// The journal returned the newest version of a collection after this time. Only a shared journal is asked.
  func tipRead(after duration: Duration)

  /// The process has what a hint announced, this time after the hint came.
  func hintFollowed(after duration: Duration)

  /// A change or a deletion begins again, because another process was faster.
  func raceLost()
}

extension CollectionObserver {
  public func collectionLoaded(_ key: CollectionKey, at version: Int) {}
  public func changeFollowed() {}
  public func tipRead(after duration: Duration) {}
  public func hintFollowed(after duration: Duration) {}
  public func raceLost() {}
}
