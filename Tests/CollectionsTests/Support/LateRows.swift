import CollectionTestSupport
import Dispatch
import LayoutEngine
import Support
import Synchronization

@testable import CollectionModel
@testable import Collections

/// Rows that several journals write, as those of a database server: every call settles later on another thread, and a
/// group is written only if each collection has the versions that its writer expects.
final class LateRows: RowStore {
  private struct State {
    var rows: [CollectionKey: MemoryRows] = [:]
    var requests = StoredRequests()
    var staleGroups = 0
  }

  private let state = Mutex(State())
  private let queue = DispatchQueue(label: "late rows")

  var isExclusive: Bool { false }

  /// The number of groups that another journal was faster than.
  var staleGroups: Int { state.withLock { $0.staleGroups } }

  private func late<Value, Failure>(
    _ body: @escaping @Sendable (inout State) throws(Failure) -> Value
  ) -> Pending<Value, Failure> {
    let pending = Pending<Value, Failure>()
    queue.async {
      pending.settle(self.state.withLock { state in Result { () throws(Failure) in try body(&state) } })
    }
    return pending
  }

  func versions(
    of keys: [CollectionKey]
  ) -> Pending<[CollectionKey: CollectionVersions], RowStoreError> {
    late { (state) throws(RowStoreError) in
      Dictionary(uniqueKeysWithValues: keys.compactMap { key in state.rows[key].map { (key, $0.versions) } })
    }
  }

  func write(_ group: [RowWrite]) -> Pending<Void, RowStoreError> {
    late { (state) throws(RowStoreError) in
      var (rows, requests) = (state.rows, state.requests)
      for write in group {
        guard rows[write.key]?.versions == write.versions else {
          state.staleGroups += 1
          throw .stale
        }
        if let request = write.request, let stored = write.storedRequest {
          do throws(JournalError) { try requests.add(stored, named: request.name, at: 0) } catch {
            throw .rows(error)
          }
        }
        write.change?.apply(to: &rows[write.key], of: write.collection.number)
      }
      (state.rows, state.requests) = (rows, requests)
    }
  }

  func record(of key: CollectionKey, since version: Int) -> Pending<RowRecord?, JournalError> {
    late { (state) throws(JournalError) in
      guard let rows = state.rows[key] else { return nil }
      guard let record = rows.record(since: version) else {
        return RowRecord(incarnation: rows.versions.incarnation, newest: rows.versions.newest)
      }
      var encoded = RowRecord(
        incarnation: record.incarnation, newest: rows.versions.newest,
        position: record.main.map { RowRecord.Row(version: record.version, bytes: $0.stored()) })
      encoded.viewports = record.viewports.mapValues { $0.stored() }
      encoded.base = RowRecord.Row(version: record.base.version, bytes: record.base.stored())
      encoded.entries = record.entries.map { RowRecord.Row(version: $0.version, bytes: $0.stored()) }
      return encoded
    }
  }

  func head(of key: CollectionKey) -> Pending<JournalHead?, JournalError> {
    late { (state) throws(JournalError) in state.rows[key]?.head }
  }

  func ids(of owner: String, after id: String, limit: Int) -> Pending<[String], JournalError> {
    late { (state) throws(JournalError) in
      let ids = state.rows.keys.filter { $0.owner == owner && $0.id > id }.map(\.id)
      return Array(ids.sorted().prefix(limit))
    }
  }

  func entries(
    of collection: CollectionIncarnation, after version: Int
  ) -> Pending<RowTail?, JournalError> {
    late { (state) throws(JournalError) in
      guard let rows = state.rows[collection.key], rows.head.incarnation == collection.number else {
        return nil
      }
      let entries = rows.entries(after: version) ?? []
      return RowTail(
        newest: rows.versions.newest,
        entries: entries.map { RowRecord.Row(version: $0.version, bytes: $0.stored()) })
    }
  }

  func stored(_ request: RequestKey.Name) -> Pending<StoredRequest?, JournalError> {
    late { (state) throws(JournalError) in state.requests.find(request, at: 0) }
  }

  func usage() -> Pending<[String: CollectionUsage], JournalError> {
    late { (state) throws(JournalError) in
      state.rows.reduce(into: [:]) { usage, collection in
        usage[collection.key.owner, default: CollectionUsage()].collections += 1
        usage[collection.key.owner, default: CollectionUsage()].items += collection.value.head.itemCount
      }
    }
  }

  func close() {}
}
