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

  public func write(_ write: JournalWrite, to key: CollectionKey) -> Pending<Void, JournalError> {
    writes.add(write, to: key)
  }

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

  public func head(of key: CollectionKey) -> Pending<JournalHead?, JournalError> { rows.head(of: key) }

  public func ids(of owner: String, after id: String?, limit: Int) -> Pending<[String], JournalError> {
    rows.ids(of: owner, after: id ?? "", limit: max(0, limit))
  }

  public func idempotencyKeys(of key: CollectionKey) -> Pending<[String], JournalError> {
    rows.idempotencyKeys(of: key)
  }

  public func usage() -> Pending<[String: CollectionUsage], JournalError> { rows.usage() }

  public func close() { writes.close() }
}
