import FlightRecorder
import LayoutEngine
import Support

/// Identifies a collection: its owner, and an id that is unique among the collections of that owner.
public struct CollectionKey: Hashable, Sendable {
  /// The name of the tenant; empty if the service runs without API keys.
  public var owner: String
  /// The id of the collection.
  public var id: String

  /// Creates the key of an owner's collection.
  public init(owner: String, id: String) {
    self.owner = owner
    self.id = id
  }
}

/// The number of collections and of their items that an owner has stored.
public struct CollectionUsage: Hashable, Sendable {
  /// The number of collections.
  public var collections = 0
  /// The number of items in all of them.
  public var items = 0

  /// Creates a usage of its numbers.
  public init(collections: Int = 0, items: Int = 0) {
    self.collections = collections
    self.items = items
  }
}

/// The outcome of giving the collections of an owner to another.
public struct Reassignment: Hashable, Sendable {
  /// The number of collections that the other owner has now.
  public var moved: Int
  /// The number of those that stayed: the other owner has one of the same id, or the row is damaged.
  public var left: Int

  /// Creates an outcome of its numbers.
  public init(moved: Int, left: Int) {
    self.moved = moved
    self.left = left
  }
}

/// The newest version of a collection and its size, which a journal can report even if the collection is damaged.
public struct JournalHead: Hashable, Sendable {
  /// The number of the incarnation.
  public var incarnation: Int
  /// The newest version.
  public var version: Int
  /// The number of items at that version.
  public var itemCount: Int

  /// Creates the head of a collection.
  public init(incarnation: Int, version: Int, itemCount: Int) {
    self.incarnation = incarnation
    self.version = version
    self.itemCount = itemCount
  }

  /// The incarnation and the newest version.
  public var tip: JournalTip { JournalTip(incarnation: incarnation, version: version) }
}

/// The reason why a journal rejected a write or failed.
public enum JournalError: Error, Hashable, Sendable {
  /// A collection with that key exists.
  case exists
  /// No collection with that key exists, or another one than the write is for.
  case missing
  /// The collection is at another version than the write expects.
  case conflict(version: Int)
  /// A request with the same `Idempotency-Key` was carried out before.
  case repeated(StoredRequest)
  /// The write exceeds a limit that the journal enforces for all processes together.
  case limit(CollectionLimitError)
  /// There is no space left to write.
  case full
  /// The store cannot be read or written, for a reason that an operator can act on.
  case unavailable(String)
  /// The connection to the store was lost while it committed the write, and whether it did so is unknown.
  case outcomeUnknown(String)
  /// The stored rows of the collection cannot be read.
  case damaged(String)

  /// The error of every call after `close`.
  package static var closed: JournalError { .unavailable("The store is closed.") }
}

/// Stores collections: for each one a base (a whole state) and an entry for every change since. It also stores the
/// requests with an `Idempotency-Key` that were carried out, longer than their collections.
///
/// All services that share a journal share its collections: a journal appends an entry only on top of the version that
/// the writer of the entry has seen, and only to the collection that it has seen: not to one that was created later
/// under the same key.
///
/// Every call returns at once. A write settles when it is durable, in the order in which the writes were added. Many
/// writes can be in progress at a time, and a journal can make them durable together. A read settles before the call
/// returns if the journal need not wait, and otherwise later on a thread of the journal. Every call settles in the end:
/// a journal whose network fails gives up after some time.
public protocol Journal: Sendable {
  /// Records which collection the process works on when it crashes; nil for a journal that does not outlive the process.
  var recorder: FlightRecorder? { get }

  /// Whether only the collection store that uses this journal writes to it. Such a store knows the tips of the
  /// collections that it has in memory, and asks for none.
  var isExclusive: Bool { get }

  /// Why the store can neither be read nor written at the moment; nil if it can, as far as the journal knows. A journal in
  /// a file reports one whose file was deleted, replaced or truncated.
  var outage: String? { get }

  /// Whether the last write found no space, and none has succeeded since, as far as the journal knows. Everything
  /// stored can be read meanwhile. Asking makes a journal look for space again.
  var isFull: Bool { get }

  /// How many commits have lost their response since the journal was opened, so that it had to find out whether they
  /// took place.
  var doubts: Int { get }

  /// Returns a number for a new collection, which no collection of the same key has had.
  func newIncarnation() -> Int

  /// Writes one change to a collection. Fails with the errors of `JournalWrite`, and with `repeated`, `limit`, `full`,
  /// `unavailable` or `outcomeUnknown`.
  func write(_ write: JournalWrite, to collection: CollectionIncarnation) -> Pending<Void, JournalError>

  /// Loads the newest base of a collection and the entries on top of it; nil if the collection does not exist. Fails
  /// with `damaged` or `unavailable`.
  func load(_ key: CollectionKey) -> Pending<JournalRecord?, JournalError>

  /// Loads the newest base that is not later than a version, and all entries on top of that base; nil if the collection
  /// does not exist or that version is no longer stored. Fails with `damaged` or `unavailable`.
  func history(_ key: CollectionKey, since version: Int) -> Pending<JournalRecord?, JournalError>

  /// Returns the incarnation of a collection and its newest version; nil if it does not exist. The tip shows every write
  /// that settled before this call. A journal serves many calls with one query.
  func tip(of key: CollectionKey) -> Pending<JournalTip?, JournalError>

  /// Returns the entries after a version in their order, all of one moment; nil if the collection does not exist any
  /// more or some of the entries are no longer stored. Fails with `damaged` or `unavailable`.
  func entries(
    of collection: CollectionIncarnation, after version: Int
  ) -> Pending<[JournalEntry]?, JournalError>

  /// Returns the newest version of a collection and its size, also for a damaged one; nil if it does not exist.
  func head(of key: CollectionKey) -> Pending<JournalHead?, JournalError>

  /// Returns the ids of an owner's collections in ascending order: at most `limit`, only those of the wanted times, and
  /// only those after `id` if it is given.
  ///
  /// - Complexity: that of finding the collections in the range of `updated`, or in that of `created` if it is the only
  ///   one. Other collections cost nothing, except in a journal in memory.
  func ids(
    of owner: String, in times: TimeFilter, after id: String?, limit: Int
  ) -> Pending<[String], JournalError>

  /// Returns the request that was stored under a name; nil if there is none, or none within `RequestRetention`. Fails
  /// with `damaged` or `unavailable`.
  func stored(_ request: RequestKey.Name) -> Pending<StoredRequest?, JournalError>

  /// Returns what each owner has stored.
  func usage() -> Pending<[String: CollectionUsage], JournalError>

  /// Returns the stored bytes of each collection: those of its newest base, and of the entries after it. Collections whose
  /// rows cannot be read may be missing.
  ///
  /// - Complexity: O(n) for n such entries.
  func byteCounts() -> Pending<[CollectionIncarnation: Int], JournalError>

  /// Enforces quotas from now on, as far as the journal counts for several stores. One that does not ignores the call.
  func enforce(_ quotas: StorageQuotas)

  /// Gives all collections and requests of an owner to another one, except those of which the other has one with the same
  /// id. They are otherwise as they were.
  ///
  /// A collection store does not notice: call it while none uses the journal.
  func reassign(_ owner: String, to other: String) -> Pending<Reassignment, JournalError>

  /// Returns collections that have history and whose newest base was made so long ago: at most `limit`, in the order of
  /// the numbers of their incarnations, and only those after `number`.
  func histories(
    olderThan seconds: Int, after number: Int, limit: Int
  ) -> Pending<[StoredHistory], JournalError>

  /// Deletes the requests of an owner for good.
  func deleteRequests(of owner: String) -> Pending<Void, JournalError>

  /// Rewrites the store, so that it has nothing but the rows in use. Fails with `full` or `unavailable`.
  ///
  /// - Complexity: O(n) for n bytes of the store, during which nothing else is written.
  func vacuum() -> Pending<Void, JournalError>

  /// Does work that waits for a better moment, such as the rest of an erasure that a backup held up. Called now and then.
  func maintain()

  /// Sends hints of other writers from now on. The journal does not keep the receiver alive.
  func follow(_ hints: any JournalHints)

  /// Completes the writes in progress and releases the store. Later calls fail.
  ///
  /// Never call it from a continuation of one of the journal's results.
  func close()
}

extension Journal {
  public var recorder: FlightRecorder? { nil }

  public var outage: String? { nil }

  public var isFull: Bool { false }

  public var doubts: Int { 0 }

  public func newIncarnation() -> Int { Int.random(in: 1 ... .max) }

  public func vacuum() -> Pending<Void, JournalError> { .done }

  public func maintain() {}

  public func follow(_ hints: any JournalHints) {}

  public func enforce(_ quotas: StorageQuotas) {}

  /// Returns the ids of an owner's collections in ascending order: at most `limit`, and only those after `id` if it is
  /// given.
  public func ids(of owner: String, after id: String?, limit: Int) -> Pending<[String], JournalError> {
    ids(of: owner, in: TimeFilter(), after: id, limit: limit)
  }

  /// Stores a new collection. Fails with `exists`.
  ///
  /// - Parameter request: the request that creates it, if it has an `Idempotency-Key`.
  public func create(
    _ collection: CollectionIncarnation, _ base: JournalBase, request: RequestKey? = nil
  ) -> Pending<Void, JournalError> {
    write(.create(base, request: request), to: collection)
  }

  /// Appends an entry if the collection is at the version before the entry's. Fails with `missing` or `conflict`.
  public func append(
    _ entry: JournalEntry, to collection: CollectionIncarnation
  ) -> Pending<Void, JournalError> { write(.append(entry), to: collection) }

  /// Appends an entry like `append`, and makes the state after it the only base: nothing before it stays.
  public func erase(
    before entry: JournalEntry, of collection: CollectionIncarnation, leaving base: JournalBase
  ) -> Pending<Void, JournalError> { write(.erase(entry, base: base), to: collection) }

  /// Stores a request that changed nothing. Fails with `missing`.
  public func remember(
    _ request: RequestKey, of collection: CollectionIncarnation
  ) -> Pending<Void, JournalError> { write(.remember(request), to: collection) }

  /// Makes a later state the base. Fails with `missing` or `conflict`.
  ///
  /// - Parameter version: the version of the base that it replaces; nil if it replaces any.
  public func compact(
    _ collection: CollectionIncarnation, to base: JournalBase, replacing version: Int? = nil
  ) -> Pending<Void, JournalError> { write(.compact(base, replacing: version), to: collection) }

  /// Deletes everything before the newest base, if that is the one of a version. Fails with `missing`.
  public func forget(
    before version: Int, of collection: CollectionIncarnation
  ) -> Pending<Void, JournalError> { write(.forget(before: version), to: collection) }

  /// Stores viewports with their positions, and deletes others. Fails with `missing` or `conflict`.
  public func saveViewports(
    of collection: CollectionIncarnation, _ rows: ViewportRows, request: RequestKey? = nil
  ) -> Pending<Void, JournalError> { write(.saveViewports(rows, request: request), to: collection) }

  /// Deletes a collection, also a damaged one. Fails with `missing` or `conflict`.
  ///
  /// - Parameter erases: whether nothing of it may stay in the store.
  public func delete(
    _ collection: CollectionIncarnation, ifVersion version: Int?, request: RequestKey? = nil,
    erases: Bool = false
  ) -> Pending<Void, JournalError> {
    write(.delete(ifVersion: version, request: request, erases: erases), to: collection)
  }
}
