import Collections

/// A connection that reads, with what it asks; it never waits for the one that writes.
///
/// `@unchecked Sendable`: it has no lock of its own; whoever took it out of its `ReaderPool` has it alone, and the
/// pool's mutex hands it on.
final class StoreReader: @unchecked Sendable {
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

  enum Found {
    case missing
    /// It is there, but no base of that version or an earlier one.
    case tooOld
    case record(StoredRecord)
  }

  /// The newest base that is no later than a version, and every entry on top of it.
  func record(_ key: CollectionKey, since version: Int) throws(SQLiteError) -> Found {
    // All of it is of one moment.
    try connection.execute("BEGIN")
    defer { try? connection.execute("ROLLBACK") }
    var left: StoredRecord.Version?
    let collection = try find.first(.text(key.owner), .text(key.id)) { row in
      if !row.isNull(1) { left = StoredRecord.Version(version: row.number(1), bytes: row.bytes(2)) }
      return row.number(0)
    }
    guard let collection else { return .missing }
    let base = try base.first(.number(collection), .number(version)) { row in
      StoredRecord.Version(version: row.number(0), bytes: row.bytes(1))
    }
    guard let base else { return .tooOld }
    var record = StoredRecord(base: base, left: left)
    try entries.forEach(.number(collection), .number(base.version)) { row in
      record.entries.append(StoredRecord.Version(version: row.number(0), bytes: row.bytes(1)))
    }
    return .record(record)
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
