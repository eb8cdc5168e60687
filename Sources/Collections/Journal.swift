import LayoutEngine

/// Names a collection: whose it is, and its id, which is unique among its owner's.
public struct CollectionKey: Hashable, Sendable {
  /// Empty where the service asks for no keys.
  public var owner: String
  public var id: String

  public init(owner: String, id: String) {
    self.owner = owner
    self.id = id
  }
}

/// One change of a collection, as a journal keeps it.
public struct JournalEntry: Sendable {
  /// The version that the change made.
  public var version: Int
  public var change: CollectionChange
  /// The main screen after it.
  public var main: Viewport
  /// How many items the collection has after it.
  public var itemCount: Int
  /// What the main screen was remembered of meanwhile: replaying asks no memory.
  public var recalled: RecalledMeasurements

  /// The entry for a change that made a version.
  init(
    _ change: CollectionChange, making state: CollectionState,
    recalling recalled: RecalledMeasurements = RecalledMeasurements()
  ) {
    version = state.version
    self.change = change
    main = state.main
    itemCount = state.sections.itemCount
    self.recalled = recalled
  }
}

/// What a journal has of a collection: a base, and the changes since, in order.
public struct JournalRecord: Sendable {
  public var base: CollectionState
  public var entries: [JournalEntry]

  public init(base: CollectionState, entries: [JournalEntry] = []) {
    self.base = base
    self.entries = entries
  }

  public var version: Int { entries.last?.version ?? base.version }
  public var itemCount: Int { entries.last?.itemCount ?? base.sections.itemCount }
}

/// What an owner keeps, or all of them together.
public struct CollectionUsage: Hashable, Sendable {
  public var collections = 0
  public var items = 0

  public init(collections: Int = 0, items: Int = 0) {
    self.collections = collections
    self.items = items
  }
}

/// Why a journal did not do what it was asked.
public enum JournalError: Error, Hashable, Sendable {
  /// A collection of that name is there already.
  case exists
  case missing
  /// The collection has gone on to another version in the meantime.
  case conflict(version: Int)
}

/// Where collections are kept.
///
/// Whoever shares a journal shares its collections: an entry is taken only on top of the version that its writer saw.
/// What a call has answered is kept as well as the journal keeps anything.
public protocol Journal: Sendable {
  /// Keeps a new collection.
  ///
  /// - Throws: `exists`.
  func create(_ key: CollectionKey, _ base: CollectionState) throws(JournalError)

  /// Adds an entry, if the collection is still at the version before the entry's.
  ///
  /// - Throws: `missing`, `conflict`.
  func append(_ entry: JournalEntry, to key: CollectionKey) throws(JournalError)

  /// What is kept of a collection, or nil.
  func load(_ key: CollectionKey) throws(JournalError) -> JournalRecord?

  /// Takes a later state for the base and forgets the entries that led to it; a base that is no later than the one
  /// there is stays out.
  ///
  /// - Throws: `missing`.
  func compact(_ key: CollectionKey, to base: CollectionState) throws(JournalError)

  /// Forgets a collection.
  ///
  /// - Throws: `missing`, `conflict` where `version` is given and is not the collection's.
  func delete(_ key: CollectionKey, ifVersion version: Int?) throws(JournalError)

  /// The ids of an owner's collections in ascending order, those behind `id` if one is given.
  func ids(of owner: String, after id: String?, limit: Int) throws(JournalError) -> [String]

  /// What every owner keeps.
  func usage() throws(JournalError) -> [String: CollectionUsage]
}
