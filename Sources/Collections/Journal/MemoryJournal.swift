import LayoutEngine
import Support
import Synchronization

/// Keeps collections as long as the process lives.
///
/// Entries share with the base what they did not change, so that keeping them costs what they changed.
public final class MemoryJournal: Journal {
  /// What is kept of a collection: two bases and the entries on top of each.
  private struct Kept {
    var record: JournalRecord
    /// The record that the newest base ended.
    var older: JournalRecord?

    func history(since version: Int) -> JournalRecord? {
      if record.base.version <= version { return record }
      guard var history = older, history.base.version <= version else { return nil }
      history.entries += record.entries
      history.main = record.main
      return history
    }
  }

  private let collections = Mutex<[CollectionKey: Kept]>([:])

  public init() {}

  public func create(_ key: CollectionKey, _ base: JournalBase) -> Pending<Void, JournalError> {
    collections.withLock { collections in
      guard collections[key] == nil else { return Pending(.failure(.exists)) }
      collections[key] = Kept(record: JournalRecord(base: base.state, baseByteCount: base.byteCount))
      return .done
    }
  }

  public func append(_ entry: JournalEntry, to key: CollectionKey) -> Pending<Void, JournalError> {
    change(key, ifVersion: entry.version - 1) { kept in
      kept?.record.entries.append(entry.withoutBytes())
      kept?.record.main = nil
    }
  }

  public func compact(_ key: CollectionKey, to base: JournalBase) -> Pending<Void, JournalError> {
    change(key) { kept in
      guard let record = kept?.record, base.state.version > record.base.version,
        base.state.version <= record.version
      else { return }
      let isOlder = { (entry: JournalEntry) in entry.version <= base.state.version }
      kept = Kept(
        record: JournalRecord(
          base: base.state, entries: record.entries.filter { !isOlder($0) }, main: record.main,
          baseByteCount: base.byteCount),
        older: JournalRecord(
          base: record.base, entries: record.entries.filter(isOlder), baseByteCount: record.baseByteCount))
    }
  }

  public func leave(
    _ key: CollectionKey, at version: Int, _ main: Viewport
  ) -> Pending<Void, JournalError> {
    change(key, ifVersion: version) { $0?.record.main = main }
  }

  public func delete(_ key: CollectionKey, ifVersion expected: Int?) -> Pending<Void, JournalError> {
    change(key, ifVersion: expected) { $0 = nil }
  }

  private func change(
    _ key: CollectionKey, ifVersion expected: Int? = nil, _ change: (inout Kept?) -> Void
  ) -> Pending<Void, JournalError> {
    collections.withLock { collections in
      guard let version = collections[key]?.record.version else { return Pending(.failure(.missing)) }
      guard expected ?? version == version else { return Pending(.failure(.conflict(version: version))) }
      change(&collections[key])
      return .done
    }
  }

  public func load(_ key: CollectionKey) -> Pending<JournalRecord?, JournalError> {
    Pending(.success(collections.withLock { $0[key]?.record }))
  }

  public func history(
    _ key: CollectionKey, since version: Int
  ) -> Pending<JournalRecord?, JournalError> {
    Pending(.success(collections.withLock { $0[key] }?.history(since: version)))
  }

  public func head(of key: CollectionKey) -> Pending<JournalHead?, JournalError> {
    let record = collections.withLock { $0[key]?.record }
    return Pending(.success(record.map { JournalHead(version: $0.version, itemCount: $0.itemCount) }))
  }

  /// - Complexity: O(n log n) for n collections of all owners.
  public func ids(of owner: String, after id: String?, limit: Int) -> Pending<[String], JournalError> {
    let ids = collections.withLock { collections in
      collections.keys.filter { $0.owner == owner }.map(\.id)
    }
    return Pending(.success(Array(ids.filter { $0 > id ?? "" }.sorted().prefix(limit))))
  }

  public func usage() -> Pending<[String: CollectionUsage], JournalError> {
    let usage: [String: CollectionUsage] = collections.withLock { collections in
      collections.reduce(into: [:]) { usage, kept in
        usage[kept.key.owner, default: CollectionUsage()].collections += 1
        usage[kept.key.owner, default: CollectionUsage()].items += kept.value.record.itemCount
      }
    }
    return Pending(.success(usage))
  }
}
