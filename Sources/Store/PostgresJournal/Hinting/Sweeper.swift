import Collections
import Support
import Synchronization

/// Deletes rows that are not needed any more: old requests, and the notes of deletions and confirmations of the last
/// day. Several services may do so at the same time.
final class Sweeper: Sendable {
  private let statements: [String]
  private let due = Mutex(MonotonicTime.after(.seconds(60)))

  init(_ schema: Schema) {
    let retention = "now() - interval '\(RequestRetention.seconds) seconds'"
    // Each deletes some rows at a time, so that it holds no locks for long.
    func deleteOld(_ table: String, _ order: String) -> String {
      """
      DELETE FROM \(schema.table(table)) WHERE ctid = ANY (ARRAY(
        SELECT ctid FROM \(schema.table(table)) WHERE at <= \(retention)
        \(order) LIMIT 10000 FOR UPDATE SKIP LOCKED))
      """
    }
    let requests = schema.table("requests")
    statements = [
      deleteOld("requests", "ORDER BY at"), deleteOld("deletions", ""), deleteOld("confirmations", ""),
      """
      DELETE FROM \(requests) r USING (
        SELECT owner FROM \(requests) GROUP BY owner HAVING count(*) > \(RequestRetention.requestsPerOwner * 9 / 8)) o
      WHERE r.owner = o.owner AND r.at < (
        SELECT n.at FROM \(requests) n WHERE n.owner = o.owner
        ORDER BY n.at DESC OFFSET \(RequestRetention.requestsPerOwner) LIMIT 1)
      """,
    ]
  }

  /// Deletes such rows once a minute. A failure is left to the next time.
  func sweepIfDue(_ connection: PostgresConnection) {
    let isDue = due.withLock { due in
      guard MonotonicTime.now >= due else { return false }
      due = MonotonicTime.after(.seconds(60))
      return true
    }
    if isDue { sweep(connection) }
  }

  func sweep(_ connection: PostgresConnection) {
    for statement in statements { _ = try? connection.execute(statement) }
  }
}
