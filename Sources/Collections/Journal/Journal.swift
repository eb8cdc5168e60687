import LayoutEngine
import Support

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

/// What an owner keeps, or all of them together.
public struct CollectionUsage: Hashable, Sendable {
  public var collections = 0
  public var items = 0

  public init(collections: Int = 0, items: Int = 0) {
    self.collections = collections
    self.items = items
  }
}

/// Where a collection stands, as a journal can tell also of one that cannot be read.
public struct JournalHead: Hashable, Sendable {
  /// The newest version.
  public var version: Int
  public var itemCount: Int

  public init(version: Int, itemCount: Int) {
    self.version = version
    self.itemCount = itemCount
  }
}

/// Why a journal did not do what it was asked.
public enum JournalError: Error, Hashable, Sendable {
  /// A collection of that name is there already.
  case exists
  case missing
  /// The collection has gone on to another version in the meantime.
  case conflict(version: Int)
  /// There is no room to write.
  case full
  /// It cannot be written or read, for a reason that an operator can do something about.
  case unavailable(String)
  /// What is kept of the collection cannot be read.
  case damaged(String)
}

/// Where collections are kept.
///
/// Whoever shares a journal shares its collections: an entry is taken only on top of the version that its writer saw.
/// What is to be kept is settled once it is kept as well as the journal keeps anything, in the order in which it was
/// given; until then nobody is told of it. So many changes can be on their way at once and be made durable together.
///
/// Every call returns at once. A journal that reads without waiting for anybody settles its reads before it returns, on
/// the calling thread; one that waits for a network settles them later, on a thread of its own. Every read settles in
/// the end: a journal whose network fails gives up after a time.
public protocol Journal: Sendable {
  /// Keeps a new collection. Fails with `exists`.
  func create(_ key: CollectionKey, _ base: JournalBase) -> Pending<Void, JournalError>

  /// Adds an entry, if the collection is still at the version before the entry's. Fails with `missing`, `conflict`.
  func append(_ entry: JournalEntry, to key: CollectionKey) -> Pending<Void, JournalError>

  /// Takes a later state for the base. The base before and its entries stay as history, what was before goes. A base
  /// that is no later than the one there is stays out, and so does one of a version that is not kept. Fails with `missing`.
  func compact(_ key: CollectionKey, to base: JournalBase) -> Pending<Void, JournalError>

  /// Notes where the main screen was left, at a version: it may be forgotten. Fails with `missing`, `conflict`.
  func leave(_ key: CollectionKey, at version: Int, _ main: Viewport) -> Pending<Void, JournalError>

  /// Forgets a collection, also one that cannot be read. Fails with `missing`, `conflict` where `version` is given and is not the collection's.
  func delete(_ key: CollectionKey, ifVersion version: Int?) -> Pending<Void, JournalError>

  /// Loads the newest base of a collection and the entries on top of it; nil if the collection does not exist. Fails
  /// with `damaged`, `unavailable`.
  func load(_ key: CollectionKey) -> Pending<JournalRecord?, JournalError>

  /// Loads a base that is no later than a version and every entry on top of that base; nil if the collection does not
  /// exist or that version is no longer stored. Fails with `damaged`, `unavailable`.
  func history(_ key: CollectionKey, since version: Int) -> Pending<JournalRecord?, JournalError>

  /// Returns the newest version of a collection and its size, also for a damaged one; nil if it does not exist.
  func head(of key: CollectionKey) -> Pending<JournalHead?, JournalError>

  /// Returns the ids of an owner's collections in ascending order: those after `id`, if one is given.
  func ids(of owner: String, after id: String?, limit: Int) -> Pending<[String], JournalError>

  /// Returns what each owner has stored.
  func usage() -> Pending<[String: CollectionUsage], JournalError>
}
