import FlightRecorder
import LayoutEngine
import Support

/// Identifies a collection: its owner, and an id that is unique among the collections of that owner.
public struct CollectionKey: Hashable, Sendable {
  /// The owner's name; empty if the service runs without API keys.
  public var owner: String
  public var id: String

  public init(owner: String, id: String) {
    self.owner = owner
    self.id = id
  }
}

/// The number of collections and of their items that an owner has stored.
public struct CollectionUsage: Hashable, Sendable {
  public var collections = 0
  public var items = 0

  public init(collections: Int = 0, items: Int = 0) {
    self.collections = collections
    self.items = items
  }
}

/// The newest version of a collection and its size, which a journal can report even if the collection is damaged.
public struct JournalHead: Hashable, Sendable {
  /// The newest version.
  public var version: Int
  /// The number of items at that version.
  public var itemCount: Int

  public init(version: Int, itemCount: Int) {
    self.version = version
    self.itemCount = itemCount
  }
}

/// The reason why a journal rejected a write or failed.
public enum JournalError: Error, Hashable, Sendable {
  /// A collection with that key exists.
  case exists
  /// No collection with that key exists.
  case missing
  /// The collection is at another version than the write expects.
  case conflict(version: Int)
  /// There is no space left to write.
  case full
  /// The store cannot be read or written, for a reason that an operator can act on.
  case unavailable(String)
  /// The stored rows of the collection cannot be read.
  case damaged(String)

  /// The error of every call after `close`.
  package static var closed: JournalError { .unavailable("The store is closed.") }
}

/// Stores collections: for each one a base (a whole state) and an entry for every change since.
///
/// All services that share a journal share its collections: a journal appends an entry only on top of the version that
/// the writer of the entry has seen.
///
/// Every call returns at once. A write settles when it is durable, in the order in which the writes were added. Many
/// writes can be in progress at a time, and a journal can make them durable together. A read settles before the call
/// returns if the journal need not wait, and otherwise later on a thread of the journal. Every call settles in the end:
/// a journal whose network fails gives up after some time.
public protocol Journal: Sendable {
  /// Records which collection the process works on when it crashes; nil for a journal that does not outlive the process.
  var recorder: FlightRecorder? { get }

  /// Writes one change to a collection. Fails with the errors of `JournalWrite`, and with `full` or `unavailable`.
  func write(_ write: JournalWrite, to key: CollectionKey) -> Pending<Void, JournalError>

  /// Loads the newest base of a collection and the entries on top of it; nil if the collection does not exist. Fails
  /// with `damaged` or `unavailable`.
  func load(_ key: CollectionKey) -> Pending<JournalRecord?, JournalError>

  /// Loads the newest base that is not later than a version, and all entries on top of that base; nil if the collection
  /// does not exist or that version is no longer stored. Fails with `damaged` or `unavailable`.
  func history(_ key: CollectionKey, since version: Int) -> Pending<JournalRecord?, JournalError>

  /// Returns the newest version of a collection and its size, also for a damaged one; nil if it does not exist.
  func head(of key: CollectionKey) -> Pending<JournalHead?, JournalError>

  /// Returns the ids of an owner's collections in ascending order: at most `limit`, and only those after `id` if it is
  /// given.
  func ids(of owner: String, after id: String?, limit: Int) -> Pending<[String], JournalError>

  /// Returns the idempotency keys of a collection's newest requests, from the oldest to the newest: at most
  /// `RecentKeys.limit`; none if the collection does not exist. Fails with `damaged` or `unavailable`.
  func idempotencyKeys(of key: CollectionKey) -> Pending<[String], JournalError>

  /// Returns what each owner has stored.
  func usage() -> Pending<[String: CollectionUsage], JournalError>

  /// Completes the writes in progress and releases the store. Later calls fail.
  ///
  /// Never call it from a continuation of one of the journal's results.
  func close()
}

extension Journal {
  public var recorder: FlightRecorder? { nil }

  /// Stores a new collection. Fails with `exists`.
  ///
  /// - Parameter idempotencyKey: the `Idempotency-Key` of the request, if it had one.
  public func create(
    _ key: CollectionKey, _ base: JournalBase, idempotencyKey: String? = nil
  ) -> Pending<Void, JournalError> {
    write(.create(base, idempotencyKey: idempotencyKey), to: key)
  }

  /// Appends an entry if the collection is at the version before the entry's. Fails with `missing` or `conflict`.
  public func append(_ entry: JournalEntry, to key: CollectionKey) -> Pending<Void, JournalError> {
    write(.append(entry), to: key)
  }

  /// Stores the idempotency key of a request that changed nothing. Fails with `missing`.
  public func remember(idempotencyKey: String, of key: CollectionKey) -> Pending<Void, JournalError> {
    write(.remember(idempotencyKey: idempotencyKey), to: key)
  }

  /// Makes a later state the base. Fails with `missing`.
  public func compact(_ key: CollectionKey, to base: JournalBase) -> Pending<Void, JournalError> {
    write(.compact(base), to: key)
  }

  /// Stores viewports with their positions, and deletes others. Fails with `missing` or `conflict`.
  public func saveViewports(
    of key: CollectionKey, _ rows: ViewportRows, idempotencyKey: String? = nil
  ) -> Pending<Void, JournalError> { write(.saveViewports(rows, idempotencyKey: idempotencyKey), to: key) }

  /// Deletes a collection, also a damaged one. Fails with `missing` or `conflict`.
  public func delete(_ key: CollectionKey, ifVersion version: Int?) -> Pending<Void, JournalError> {
    write(.delete(ifVersion: version), to: key)
  }
}
