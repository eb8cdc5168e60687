import Collections
import Support

/// A journal around another, which does everything that the outer one does not do itself.
public protocol WrappingJournal: Journal {
  associatedtype Inner: Journal
  var inner: Inner { get }
}

extension WrappingJournal {
  public func write(_ write: JournalWrite, to key: CollectionKey) -> Pending<Void, JournalError> {
    inner.write(write, to: key)
  }

  public func load(_ key: CollectionKey) -> Pending<JournalRecord?, JournalError> { inner.load(key) }

  public func history(
    _ key: CollectionKey, since version: Int
  ) -> Pending<JournalRecord?, JournalError> { inner.history(key, since: version) }

  public func head(of key: CollectionKey) -> Pending<JournalHead?, JournalError> { inner.head(of: key) }

  public func ids(of owner: String, after id: String?, limit: Int) -> Pending<[String], JournalError> {
    inner.ids(of: owner, after: id, limit: limit)
  }

  public func idempotencyKeys(of key: CollectionKey) -> Pending<[String], JournalError> {
    inner.idempotencyKeys(of: key)
  }

  public func usage() -> Pending<[String: CollectionUsage], JournalError> { inner.usage() }

  public func close() { inner.close() }
}
