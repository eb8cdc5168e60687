import Collections
import Support

/// A journal around another, which does everything that the outer one does not do itself.
public protocol WrappingJournal: Journal {
  associatedtype Inner: Journal
  var inner: Inner { get }
}

extension WrappingJournal {
  public var isExclusive: Bool { inner.isExclusive }

  public var outage: String? { inner.outage }

  public var isFull: Bool { inner.isFull }

  public var doubts: Int { inner.doubts }

  public func newIncarnation() -> Int { inner.newIncarnation() }

  public func write(
    _ write: JournalWrite, to collection: CollectionIncarnation
  ) -> Pending<Void, JournalError> { inner.write(write, to: collection) }

  public func load(_ key: CollectionKey) -> Pending<JournalRecord?, JournalError> { inner.load(key) }

  public func history(
    _ key: CollectionKey, since version: Int
  ) -> Pending<JournalRecord?, JournalError> { inner.history(key, since: version) }

  public func head(of key: CollectionKey) -> Pending<JournalHead?, JournalError> { inner.head(of: key) }

  public func ids(
    of owner: String, in times: TimeFilter, after id: String?, limit: Int
  ) -> Pending<[String], JournalError> {
    inner.ids(of: owner, in: times, after: id, limit: limit)
  }

  public func tip(of key: CollectionKey) -> Pending<JournalTip?, JournalError> { inner.tip(of: key) }

  public func entries(
    of collection: CollectionIncarnation, after version: Int
  ) -> Pending<[JournalEntry]?, JournalError> { inner.entries(of: collection, after: version) }

  public func stored(_ request: RequestKey.Name) -> Pending<StoredRequest?, JournalError> {
    inner.stored(request)
  }

  public func histories(
    olderThan seconds: Int, after number: Int, limit: Int
  ) -> Pending<[StoredHistory], JournalError> {
    inner.histories(olderThan: seconds, after: number, limit: limit)
  }

  public func deleteRequests(of owner: String) -> Pending<Void, JournalError> {
    inner.deleteRequests(of: owner)
  }

  public func vacuum() -> Pending<Void, JournalError> { inner.vacuum() }

  public func maintain() { inner.maintain() }

  public func follow(_ hints: any JournalHints) { inner.follow(hints) }

  public func usage() -> Pending<[String: CollectionUsage], JournalError> { inner.usage() }

  public func byteCounts() -> Pending<[CollectionIncarnation: Int], JournalError> { inner.byteCounts() }

  public func enforce(_ quotas: StorageQuotas) { inner.enforce(quotas) }

  public func reassign(_ owner: String, to other: String) -> Pending<Reassignment, JournalError> {
    inner.reassign(owner, to: other)
  }

  public func close() { inner.close() }
}
