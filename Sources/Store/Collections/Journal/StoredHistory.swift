/// The history that a journal has of a collection: entries on top of its newest base, or an older base with its entries.
public struct StoredHistory: Hashable, Sendable {
  /// The collection.
  public var collection: CollectionIncarnation
  /// The newest version.
  public var newest: Int
  /// The version of the newest base.
  public var base: Int
  /// Whether there is a base before it.
  public var hasOlderBase: Bool

  /// Creates a history by its versions.
  public init(collection: CollectionIncarnation, newest: Int, base: Int, hasOlderBase: Bool) {
    self.collection = collection
    self.newest = newest
    self.base = base
    self.hasOlderBase = hasOlderBase
  }
}
