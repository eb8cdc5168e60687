import LayoutEngine
import Synchronization

/// Keeps collections as long as the process lives.
///
/// Entries share with the base what they did not change, so that keeping them costs what they changed.
public final class MemoryJournal: Journal {
  private let records = Mutex<[CollectionKey: JournalRecord]>([:])

  public init() {}

  public func create(_ key: CollectionKey, _ base: CollectionState) throws(JournalError) {
    let isNew = records.withLock { records in
      guard records[key] == nil else { return false }
      records[key] = JournalRecord(base: base)
      return true
    }
    guard isNew else { throw .exists }
  }

  public func append(_ entry: JournalEntry, to key: CollectionKey) throws(JournalError) {
    let version: Int? = records.withLock { records in
      guard let version = records[key]?.version else { return nil }
      if version == entry.version - 1 { records[key]!.entries.append(entry) }
      return version
    }
    guard let version else { throw .missing }
    guard version == entry.version - 1 else { throw .conflict(version: version) }
  }

  public func load(_ key: CollectionKey) -> JournalRecord? {
    records.withLock { $0[key] }
  }

  public func compact(_ key: CollectionKey, to base: CollectionState) throws(JournalError) {
    let isThere = records.withLock { records in
      guard let record = records[key] else { return false }
      if base.version > record.base.version {
        records[key] = JournalRecord(
          base: base, entries: record.entries.filter { $0.version > base.version })
      }
      return true
    }
    guard isThere else { throw .missing }
  }

  public func delete(_ key: CollectionKey, ifVersion expected: Int?) throws(JournalError) {
    let version: Int? = records.withLock { records in
      guard let version = records[key]?.version else { return nil }
      if expected ?? version == version { records[key] = nil }
      return version
    }
    guard let version else { throw .missing }
    guard expected ?? version == version else { throw .conflict(version: version) }
  }

  /// - Complexity: O(n log n) for n collections of all owners.
  public func ids(of owner: String, after id: String?, limit: Int) -> [String] {
    let ids = records.withLock { records in
      records.keys.filter { $0.owner == owner }.map(\.id)
    }
    return Array(ids.filter { $0 > id ?? "" }.sorted().prefix(limit))
  }

  public func usage() -> [String: CollectionUsage] {
    records.withLock { records in
      records.reduce(into: [:]) { usage, record in
        usage[record.key.owner, default: CollectionUsage()].collections += 1
        usage[record.key.owner, default: CollectionUsage()].items += record.value.itemCount
      }
    }
  }
}
