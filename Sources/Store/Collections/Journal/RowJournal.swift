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

  /// Creates a journal over rows, which no other journal writes.
  ///
  /// - Parameter layouts: reads the layouts of stored collections.
  public init(_ rows: Rows, reading layouts: any LayoutReading) {
    self.rows = rows
    self.layouts = layouts
    writes = WriteQueue(rows)
  }

  public var recorder: FlightRecorder? { rows.recorder }

  public var isExclusive: Bool { true }

  public var outage: String? {
    let outage = rows.outage
    if outage != nil { writes.probe() }
    return outage
  }

  public var isFull: Bool {
    let isFull = rows.isFull
    if isFull { writes.probe() }
    return isFull
  }

  public func newIncarnation() -> Int { rows.newIncarnation() }

  public func write(
    _ write: JournalWrite, to collection: CollectionIncarnation
  ) -> Pending<Void, JournalError> { writes.add(write, to: collection) }

  public func load(_ key: CollectionKey) -> Pending<JournalRecord?, JournalError> {
    read { (rows) throws(JournalError) in
      guard let found = try rows.record(of: key, since: .max) else { return nil }
      guard let record = try found.decoded(reading: layouts) else { throw .noBase }
      return record
    }
  }

  public func history(
    _ key: CollectionKey, since version: Int
  ) -> Pending<JournalRecord?, JournalError> {
    read { (rows) throws(JournalError) in
      try rows.record(of: key, since: version)?.decoded(reading: layouts)
    }
  }

  public func tip(of key: CollectionKey) -> Pending<JournalTip?, JournalError> {
    read { (rows) throws(JournalError) in try rows.head(of: key)?.tip }
  }

  public func entries(
    of collection: CollectionIncarnation, after version: Int
  ) -> Pending<[JournalEntry]?, JournalError> {
    read { (rows) throws(JournalError) in
      guard let tail = try rows.entries(of: collection, after: version), tail.newest >= version else {
        return nil
      }
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

  public func head(of key: CollectionKey) -> Pending<JournalHead?, JournalError> {
    read { (rows) throws(JournalError) in try rows.head(of: key) }
  }

  public func ids(
    of owner: String, in times: TimeFilter, after id: String?, limit: Int
  ) -> Pending<[String], JournalError> {
    read { (rows) throws(JournalError) in
      try rows.ids(of: owner, in: times, after: id ?? "", limit: max(0, limit))
    }
  }

  public func stored(_ request: RequestKey.Name) -> Pending<StoredRequest?, JournalError> {
    read { (rows) throws(JournalError) in try rows.stored(request) }
  }

  public func usage() -> Pending<[String: CollectionUsage], JournalError> {
    read { (rows) throws(JournalError) in try rows.usage() }
  }

  public func byteCounts() -> Pending<[CollectionIncarnation: Int], JournalError> {
    read { (rows) throws(JournalError) in try rows.byteCounts() }
  }

  public func reassign(_ owner: String, to other: String) -> Pending<Reassignment, JournalError> {
    Pending(writes.reassign(owner, to: other))
  }

  public func histories(
    olderThan seconds: Int, after number: Int, limit: Int
  ) -> Pending<[StoredHistory], JournalError> {
    read { (rows) throws(JournalError) in
      try rows.histories(olderThan: seconds, after: number, limit: limit)
    }
  }

  public func deleteRequests(of owner: String) -> Pending<Void, JournalError> {
    writes.run { (rows) throws(JournalError) in try rows.deleteRequests(of: owner) }
  }

  public func vacuum() -> Pending<Void, JournalError> {
    writes.run { (rows) throws(JournalError) in try rows.vacuum() }
  }

  public func maintain() {
    _ = writes.run { (rows) throws(JournalError) in rows.maintain() }
  }

  private func read<Value>(
    _ body: (Rows) throws(JournalError) -> Value
  ) -> Pending<Value, JournalError> {
    Pending(Result { () throws(JournalError) in try body(rows) })
  }

  public func close() { writes.close() }
}
