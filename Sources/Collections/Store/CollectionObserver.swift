/// Is told of what becomes of collections, in its order for each of them.
///
/// It is told on the thread that learned of it, which has others to tell: it takes note and returns.
public protocol CollectionObserver: AnyObject, Sendable {
  /// The collection has a version more, and everybody may know.
  func collectionChanged(_ key: CollectionKey, _ step: CollectionStep)

  func collectionEnded(_ key: CollectionKey)

  /// The journal has taken so long to keep a change.
  func changeKept(after duration: Duration)
}
