/// Observes what becomes of collections, in its order for each of them.
///
/// Calls come on the thread that settled a change, which has other changes to settle: an observer takes note and returns.
public protocol CollectionObserver: AnyObject, Sendable {
  /// A new version of the collection is durable.
  func collectionChanged(_ key: CollectionKey, _ step: CollectionStep)

  func collectionEnded(_ key: CollectionKey)

  /// The journal has taken so long to make a change durable.
  func changeStored(after duration: Duration)
}
