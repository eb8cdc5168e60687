/// Identifies one collection among all that ever have its key: one that was deleted and created again is another one,
/// even if it has the same version.
public struct CollectionIncarnation: Hashable, Sendable {
  /// The key of the collection.
  public var key: CollectionKey
  /// Positive, and never used again for the same key.
  public var number: Int

  /// Creates the incarnation of a number.
  public init(_ key: CollectionKey, _ number: Int) {
    self.key = key
    self.number = number
  }
}

/// The incarnation of a collection and its newest version.
public struct JournalTip: Hashable, Sendable {
  /// The number of the incarnation.
  public var incarnation: Int
  /// The newest version.
  public var version: Int

  /// Creates the tip of an incarnation.
  public init(incarnation: Int, version: Int) {
    self.incarnation = incarnation
    self.version = version
  }
}
