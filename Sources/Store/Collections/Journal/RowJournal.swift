import FlightRecorder
import LayoutEngine
import Support

/// A journal in a database, of which a `RowStore` provides the rows.
///
/// One thread writes the changes in groups, one transaction for each group. A write settles when its transaction is
/// durable. Reads go to the store directly.
public final class RowJournal<Rows: RowStore>: Journal {
  let rows: Rows
  let writes: WriteQueue<Rows>
  private let layouts: any LayoutReading

  /// Creates a journal over rows, which no other journal of this process writes unless the store compares versions.
  ///
  /// - Parameter layouts: reads the layouts of stored collections.
  public init(_ rows: Rows, reading layouts: any LayoutReading) {
    self.rows = rows
    self.layouts = layouts
    writes = WriteQueue(rows)
  }

  public var recorder: FlightRecorder? { rows.recorder }

  public var isExclusive: Bool { rows.isExclusive }

  public func newIncarnation() -> Int { rows.newIncarnation() }

  public func write(
    _ write: JournalWrite, to collection: CollectionIncarnation
  ) -> Pending<Void, JournalError> { writes.add(write, to: collection) }

  public func load(_ key: CollectionKey) -> Pending<JournalRecord?, JournalError> {
    record(of: key, since: .max) { (record) throws(JournalError) in
      guard let record else { throw .noBase }
      return record
    }
  }

  public func history(
    _ key: CollectionKey, since version: Int
  ) -> Pending<JournalRecord?, JournalError> {
    record(of: key, since: version) { record in record }
  }

  /// Reads and decodes a collection, and passes the record to `check`: nil if the base is missing.
  private func record(
    of key: CollectionKey, since version: Int,
    check: @escaping @Sendable (JournalRecord?) throws(JournalError) -> JournalRecord?
  ) -> Pending<JournalRecord?, JournalError> {
    rows.record(of: key, since: version).map { [layouts] outcome in
      outcome.flatMap { found in
        Result { () throws(JournalError) in
          guard let found else { return nil }
          return try check(try found.decoded(reading: layouts))
        }
      }
    }
  }

  public func tip(of key: CollectionKey) -> Pending<JournalTip?, JournalError> {
    rows.head(of: key).map { $0.map { $0?.tip } }
  }

  public func entries(
    of collection: CollectionIncarnation, after version: Int
  ) -> Pending<[JournalEntry]?, JournalError> {
    rows.entries(of: collection, after: version).map { [layouts] outcome in
      outcome.flatMap { tail in
        Result { () throws(JournalError) in
          guard let tail, tail.newest >= version else { return nil }
          // A compaction may have deleted the first of them.
          if let first = tail.entries.first, first.version > version + 1 { return nil }
          let entries = try tail.entries.decoded(after: version, reading: layouts)
          guard version + entries.count == tail.newest else {
            if entries.isEmpty { return nil }
            throw .damaged("Version \(tail.newest) is the newest, and its entry is missing.")
          }
          return entries
        }
      }
    }
  }

  public func head(of key: CollectionKey) -> Pending<JournalHead?, JournalError> { rows.head(of: key) }

  public func ids(of owner: String, after id: String?, limit: Int) -> Pending<[String], JournalError> {
    rows.ids(of: owner, after: id ?? "", limit: max(0, limit))
  }

  public func stored(_ request: RequestKey.Name) -> Pending<StoredRequest?, JournalError> {
    rows.stored(request)
  }

  public func usage() -> Pending<[String: CollectionUsage], JournalError> { rows.usage() }

  public func follow(_ hints: any JournalHints) { rows.follow(hints) }

  public func close() { writes.close() }
}
