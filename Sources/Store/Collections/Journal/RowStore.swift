import FlightRecorder

/// The rows of a journal in a database. `RowJournal` adds everything else: the rules of a journal, grouping of writes,
/// and decoding.
///
/// A collection has one row with its key, its incarnation, its newest version, the version of its newest base, its
/// number of items, and the times of its creation and of its newest version, by which lists find it. It has rows for its
/// bases and entries, each a version and a stored form; a version is unique among the bases of a collection, and among its
/// entries. It may have a saved position (a version and a viewport), and it has a row for each other viewport (a name and a
/// stored form). Requests with an `Idempotency-Key` have rows of their own, which stay when the collection is deleted.
///
/// A store verifies what it reads: rows that are missing, or not as they were written, make the collection `damaged`.
/// Only of the position and the viewports does it leave out those that are not as they were written.
///
/// No other journal writes these rows. `versions`, `write`, `probe` and `maintain` are called on the journal's thread, one
/// call at a time. Reads can come from any thread at any time, and must not wait for a write.
public protocol RowStore: Sendable {
  /// The recorder of the journal; nil if it has none.
  var recorder: FlightRecorder? { get }

  /// Returns a number for a new collection, which no collection of the same key has had.
  func newIncarnation() -> Int

  /// Returns the versions of the collections that exist.
  func versions(of keys: [CollectionKey]) throws(RowStoreError) -> [CollectionKey: CollectionVersions]

  /// Makes all changes of a group in their order, in one transaction, and returns when they are durable. If it fails,
  /// nothing is changed. A group can have several changes to one collection.
  ///
  /// With a change, it stores the request of the write, if it has one. If a request of that name is stored already, it
  /// fails with `rows(.repeated)`.
  func write(_ group: [RowWrite]) throws(RowStoreError)

  /// What happened to the files of the store, as far as the last group showed, so that nothing can be written; nil if they
  /// are as they were. The store writes no group then.
  var outage: String? { get }

  /// Whether the last group found no space.
  var isFull: Bool { get }

  /// Finds out whether the store can be written again. Called like `write`.
  func probe()

  /// Does work that can wait until a group is written, such as a checkpoint.
  func maintain()

  /// Returns the newest base of a collection that is not later than a version, all entries after that base in the order
  /// of their versions, the saved position and the viewports; nil if the collection does not exist. All rows are of one moment.
  func record(of key: CollectionKey, since version: Int) throws(JournalError) -> RowRecord?

  /// Returns the newest version of a collection and the rows of its entries after a version, in the order of their
  /// versions and all of one moment; nil if no collection has this incarnation.
  func entries(of collection: CollectionIncarnation, after version: Int) throws(JournalError) -> RowTail?

  /// Returns the incarnation and the newest version of a collection, and the number of items in the row of that version;
  /// nil if the collection does not exist.
  func head(of key: CollectionKey) throws(JournalError) -> JournalHead?

  /// Returns the ids of an owner's collections that come after `id` in ascending order of their UTF-8 bytes: at most
  /// `limit`, and only those of the wanted times.
  func ids(
    of owner: String, in times: TimeFilter, after id: String, limit: Int
  ) throws(JournalError) -> [String]

  /// Returns the request that was stored under a name, as `Journal.stored(_:)`.
  func stored(_ request: RequestKey.Name) throws(JournalError) -> StoredRequest?

  /// Returns the number of collections of each owner, and of their items at the newest versions.
  func usage() throws(JournalError) -> [String: CollectionUsage]

  /// Returns the bytes of each collection, as `Journal.byteCounts()`.
  func byteCounts() throws(JournalError) -> [CollectionIncarnation: Int]

  /// Changes the owner of collections and requests, as `Journal.reassign(_:to:)`. Called like `write`.
  func reassign(_ owner: String, to other: String) throws(JournalError) -> Reassignment

  /// Returns collections with history, as `Journal.histories(olderThan:after:limit:)`.
  func histories(olderThan seconds: Int, after number: Int, limit: Int) throws(JournalError)
    -> [StoredHistory]

  /// Deletes the requests of an owner, as `Journal.deleteRequests(of:)`. Called like `write`.
  func deleteRequests(of owner: String) throws(JournalError)

  /// Rewrites the store, as `Journal.vacuum()`. Called like `write`.
  func vacuum() throws(JournalError)

  /// Closes the store, on the journal's thread after the last group. Later reads fail. A second call does nothing.
  func close()
}

extension RowStore {
  public var recorder: FlightRecorder? { nil }
  public func newIncarnation() -> Int { Int.random(in: 1 ... .max) }
  public var outage: String? { nil }
  public var isFull: Bool { false }
  public func probe() {}
  public func maintain() {}
}

/// The newest version of a collection, and the rows of its entries after another version.
public struct RowTail: Sendable {
  /// The newest version of the collection.
  public var newest: Int
  /// The rows of the entries, in the order of their versions.
  public var entries: [RowRecord.Row]

  /// Creates a tail of the newest version and rows.
  public init(newest: Int, entries: [RowRecord.Row]) {
    self.newest = newest
    self.entries = entries
  }
}

/// One write of a group, which the rules of the journal accept.
public struct RowWrite: Sendable {
  /// The collection that the write is for: the one that it creates, or one that has or had its key.
  public let collection: CollectionIncarnation
  /// The versions that the collection of that key has before this write; nil if there is none then.
  public let versions: CollectionVersions?
  /// The change to make.
  public let change: RowChange
  /// The request to store with the change.
  public let request: RequestKey?

  /// The request as it is stored; nil if there is none.
  public var storedRequest: StoredRequest? {
    guard let request else { return nil }
    let after = change.versions(of: collection, after: versions) ?? versions
    return StoredRequest(
      fingerprint: request.fingerprint, collection: collection, version: after?.newest ?? 0)
  }
}

/// The reason why a group was not written.
public enum RowStoreError: Error, Hashable, Sendable {
  /// Some rows of the group cannot be written. The journal writes each change alone, so that the others succeed.
  case rows(JournalError)
  /// The store cannot write at all.
  case store(JournalError)

  /// The error for the caller of one write.
  package var reason: JournalError {
    switch self {
    case .rows(let reason), .store(let reason): reason
    }
  }
}
