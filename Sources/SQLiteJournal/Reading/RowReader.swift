import Collections

/// A connection that reads, with its statements. It never waits for the connection that writes.
///
/// `@unchecked Sendable`: it has no lock of its own; the thread that took it from its `ReaderPool` is the only one that
/// uses it, and the pool's mutex passes it on.
final class RowReader: @unchecked Sendable {
  private let connection: Connection
  private let find, base, entries, head, idsAfter, counts: Statement

  init(_ path: String) throws(SQLiteError) {
    connection = try Connection(path, .read)
    find = try Statement(
      "SELECT collection, left_version, left_main FROM collections WHERE owner = ? AND id = ?", on: connection
    )
    base = try Statement(
      """
      SELECT version, bytes FROM bases WHERE collection = ? AND version <= ? ORDER BY version DESC LIMIT 1
      """, on: connection)
    entries = try Statement(
      "SELECT version, bytes FROM entries WHERE collection = ? AND version > ? ORDER BY version",
      on: connection)
    let items = """
      coalesce(
        (SELECT items FROM entries WHERE entries.collection = collections.collection ORDER BY version DESC LIMIT 1),
        (SELECT items FROM bases WHERE bases.collection = collections.collection ORDER BY version DESC LIMIT 1), 0)
      """
    head = try Statement(
      """
      SELECT
        max(coalesce((SELECT max(version) FROM entries WHERE entries.collection = collections.collection), 0),
          coalesce((SELECT max(version) FROM bases WHERE bases.collection = collections.collection), 0)),
        \(items)
      FROM collections WHERE owner = ? AND id = ?
      """, on: connection)
    idsAfter = try Statement(
      "SELECT id FROM collections WHERE owner = ? AND id > ? ORDER BY id LIMIT ?", on: connection)
    counts = try Statement(
      "SELECT owner, count(*), sum(\(items)) FROM collections GROUP BY owner", on: connection)
  }

  /// Returns the newest base that is not later than a version, and all entries on top of it; nil if the collection does
  /// not exist.
  func record(of key: CollectionKey, since version: Int) throws(SQLiteError) -> RowRecord? {
    // The transaction makes all rows those of one moment.
    try connection.execute("BEGIN")
    defer { try? connection.execute("ROLLBACK") }
    var position: RowRecord.Row?
    let collection = try find.first(.text(key.owner), .text(key.id)) { row in
      if !row.isNull(1) { position = RowRecord.Row(version: row.number(1), bytes: row.bytes(2)) }
      return row.number(0)
    }
    guard let collection else { return nil }
    var record = RowRecord(position: position)
    record.base = try base.first(.number(collection), .number(version)) { row in
      RowRecord.Row(version: row.number(0), bytes: row.bytes(1))
    }
    guard let base = record.base else { return record }
    try entries.forEach(.number(collection), .number(base.version)) { row in
      record.entries.append(RowRecord.Row(version: row.number(0), bytes: row.bytes(1)))
    }
    return record
  }

  func head(of key: CollectionKey) throws(SQLiteError) -> JournalHead? {
    try head.first(.text(key.owner), .text(key.id)) { row in
      JournalHead(version: row.number(0), itemCount: row.number(1))
    }
  }

  func ids(of owner: String, after id: String, limit: Int) throws(SQLiteError) -> [String] {
    var found: [String] = []
    try idsAfter.forEach(.text(owner), .text(id), .number(limit)) { found.append($0.text(0)) }
    return found
  }

  func usage() throws(SQLiteError) -> [String: CollectionUsage] {
    var found: [String: CollectionUsage] = [:]
    try counts.forEach { row in
      found[row.text(0)] = CollectionUsage(collections: row.number(1), items: row.number(2))
    }
    return found
  }
}
