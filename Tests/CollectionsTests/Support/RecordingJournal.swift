import Support
import Synchronization

@testable import Collections

/// A journal in memory that counts the writes, and fails them on request.
final class RecordingJournal: Journal {
  let inner = MemoryJournal()
  private let state = Mutex((writes: [JournalWrite](), isFailing: false))

  /// The writes that were asked for since the last call.
  func takeWrites() -> [JournalWrite] {
    state.withLock { state in
      defer { state.writes = [] }
      return state.writes
    }
  }

  func fail(_ isFailing: Bool) { state.withLock { $0.isFailing = isFailing } }

  func write(_ write: JournalWrite, to key: CollectionKey) -> Pending<Void, JournalError> {
    let isFailing = state.withLock { state in
      state.writes.append(write)
      return state.isFailing
    }
    return isFailing ? Pending(.failure(.unavailable("It fails."))) : inner.write(write, to: key)
  }

  func load(_ key: CollectionKey) -> Pending<JournalRecord?, JournalError> { inner.load(key) }

  func history(_ key: CollectionKey, since version: Int) -> Pending<JournalRecord?, JournalError> {
    inner.history(key, since: version)
  }

  func head(of key: CollectionKey) -> Pending<JournalHead?, JournalError> { inner.head(of: key) }

  func ids(of owner: String, after id: String?, limit: Int) -> Pending<[String], JournalError> {
    inner.ids(of: owner, after: id, limit: limit)
  }

  func idempotencyKeys(of key: CollectionKey) -> Pending<[String], JournalError> {
    inner.idempotencyKeys(of: key)
  }

  func usage() -> Pending<[String: CollectionUsage], JournalError> { inner.usage() }

  func close() { inner.close() }
}
