import FlightRecorder
import Support

/// The rows of a journal in a database. `RowJournal` adds everything else: the rules of a journal, grouping of writes,
/// and decoding.
///
/// A collection has one row with its key, its newest version, the version of its newest base and its number of items.
/// It has rows for its bases and entries, each a version and a stored form; a version is unique among the bases of a
/// collection, and among its entries. It may have a saved position (a version and a viewport), it has a row for each
/// other viewport (a name and a stored form), and rows for the newest idempotency keys, at most `RecentKeys.limit`.
///
/// A store verifies what it reads: rows that are missing, or not as they were written, make the collection `damaged`.
/// Only of the position and the viewports does it leave out those that are not as they were written.
///
/// `versions`, `write` and `maintain` are called on the journal's thread, one call at a time: the next group is written
/// when the result of the one before has settled. The thread waits for these results, so a store can block it or settle
/// them later. Reads can come from any thread at any time, and must not wait for a write.
public protocol RowStore: Sendable {
  /// The recorder of the journal; nil if it has none.
  var recorder: FlightRecorder? { get }

  /// Returns the versions of the collections that exist.
  func versions(of keys: [CollectionKey]) -> Pending<[CollectionKey: CollectionVersions], RowStoreError>

  /// Makes all changes of a group in their order, in one transaction, and settles when they are durable. If it fails,
  /// nothing is changed.
  ///
  /// A group can have several changes to one collection. If other processes write to the same rows, the store first
  /// compares the versions of each collection with those of its first write in the group, and fails with `stale` if
  /// they differ.
  func write(_ group: [RowWrite]) -> Pending<Void, RowStoreError>

  /// Does work that can wait until a group is written, such as a checkpoint.
  func maintain()

  /// Returns the newest base of a collection that is not later than a version, all entries after that base in the order
  /// of their versions, the saved position and the viewports; nil if the collection does not exist. All rows are of one moment.
  func record(of key: CollectionKey, since version: Int) -> Pending<RowRecord?, JournalError>

  /// Returns the newest version of a collection, and the number of items in the row of that version; nil if the
  /// collection does not exist.
  func head(of key: CollectionKey) -> Pending<JournalHead?, JournalError>

  /// Returns the ids of an owner's collections that come after `id` in ascending order of their UTF-8 bytes: at most
  /// `limit`.
  func ids(of owner: String, after id: String, limit: Int) -> Pending<[String], JournalError>

  /// Returns the stored idempotency keys of a collection, from the oldest to the newest; none if it does not exist.
  func idempotencyKeys(of key: CollectionKey) -> Pending<[String], JournalError>

  /// Returns the number of collections of each owner, and of their items at the newest versions.
  func usage() -> Pending<[String: CollectionUsage], JournalError>

  /// Closes the store, on the journal's thread after the last group. Later reads fail. A second call does nothing.
  func close()
}

extension RowStore {
  public var recorder: FlightRecorder? { nil }
  public func maintain() {}
}

/// One write of a group, to which the rules of the journal have been applied.
public struct RowWrite: Sendable {
  public let key: CollectionKey
  /// The versions that the collection has before this write; nil if it does not exist then.
  public let versions: CollectionVersions?
  /// The change to make; nil if the rules reject the write at these versions or it changes nothing.
  public let change: RowChange?
}

/// The reason why a group was not written.
public enum RowStoreError: Error, Hashable, Sendable {
  /// Some rows of the group cannot be written. The journal writes each change alone, so that the others succeed.
  case rows(JournalError)
  /// The store cannot write at all.
  case store(JournalError)
  /// Another process has changed one of the collections. The journal reads their versions and tries again.
  case stale
}
