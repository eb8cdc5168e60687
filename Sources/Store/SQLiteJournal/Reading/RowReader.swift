import Collections

/// A connection that reads, with its statements. It never waits for the connection that writes.
///
/// `@unchecked Sendable`: it has no lock of its own; the thread that took it from its `ReaderPool` is the only one that
/// uses it, and the pool's mutex passes it on.
final class RowReader: @unchecked Sendable {
  private let connection: SQLiteConnection
  private let head, position, viewports, base, entries, request, counts: SQLiteStatement
  private let lists: ListStatements
  private let integrity, requests, bases, length, histories: SQLiteStatement
  private let now: @Sendable () -> Int

  /// - Parameter now: the time in seconds since 1970.
  init(_ path: String, now: @escaping @Sendable () -> Int) throws(SQLiteError) {
    self.now = now
    connection = try SQLiteConnection(path, .read)
    head = try SQLiteStatement(
      "SELECT \(CollectionHead.columns), sum FROM collections WHERE owner = ? AND id = ?", on: connection)
    position = try SQLiteStatement(
      "SELECT version, bytes, sum FROM positions WHERE collection = ?", on: connection)
    viewports = try SQLiteStatement(
      "SELECT name, bytes, sum FROM viewports WHERE collection = ?", on: connection)
    base = try SQLiteStatement(
      """
      SELECT version, bytes FROM bases WHERE collection = ? AND version <= ? ORDER BY version DESC LIMIT 1
      """, on: connection)
    entries = try SQLiteStatement(
      "SELECT version, bytes FROM entries WHERE collection = ? AND version > ? ORDER BY version",
      on: connection)
    request = try SQLiteStatement(RequestRows.selection, on: connection)
    integrity = try SQLiteStatement(RequestRows.integrityCheck, on: connection)
    requests = try SQLiteStatement(RequestRows.wholeSelection, on: connection)
    histories = try SQLiteStatement(
      """
      SELECT owner, id, collection, version, base, hasOlder FROM (
        SELECT owner, id, collection, version, base,
          EXISTS (SELECT 1 FROM bases b WHERE b.collection = c.collection AND b.version < c.base) AS hasOlder
        FROM base_times JOIN collections c USING (collection) WHERE time <= ? AND collection > ?)
      WHERE version > base OR hasOlder ORDER BY collection LIMIT ?
      """, on: connection)
    lists = try ListStatements(connection)
    counts = try SQLiteStatement(
      "SELECT owner, count(*), sum(max(0, items)) FROM collections GROUP BY owner", on: connection)
    bases = try SQLiteStatement("SELECT owner, id, collection, base FROM collections", on: connection)
    // SQLite takes the length of a value from the head of its row, and does not read the value.
    length = try SQLiteStatement(
      """
      SELECT coalesce((SELECT length(bytes) FROM bases WHERE collection = ?1 AND version = ?2), 0)
        + coalesce((SELECT sum(length(bytes)) FROM entries WHERE collection = ?1 AND version > ?2), 0)
      """, on: connection)
  }

  /// Returns the newest base that is not later than a version, and all entries on top of it; nil if the collection does
  /// not exist.
  func record(of key: CollectionKey, since version: Int) throws(SQLiteError) -> RowRecord? {
    try atOneMoment { () throws(SQLiteError) in
      guard let head = try verifiedHead(of: key) else { return nil }
      var record = RowRecord(incarnation: head.collection, newest: head.version)
      try position.forEach(.number(head.collection)) { row in
        let position = RowRecord.Row(version: row.number(0), bytes: row.bytes(1))
        record.take(position: position, sum: row.number(2), .littleEndian)
      }
      try viewports.forEach(.number(head.collection)) { row in
        record.take(viewport: row.text(0), row.bytes(1), sum: row.number(2), .littleEndian)
      }
      record.base = try base.first(.number(head.collection), .number(version)) { row in
        RowRecord.Row(version: row.number(0), bytes: row.bytes(1))
      }
      guard let base = record.base else { return record }
      try entries.forEach(.number(head.collection), .number(base.version)) { row in
        record.entries.append(RowRecord.Row(version: row.number(0), bytes: row.bytes(1)))
      }
      return record
    }
  }

  /// Returns the newest version of a collection and its entries after another version; nil if no collection has this
  /// incarnation.
  func entries(
    of collection: CollectionIncarnation, after version: Int
  ) throws(SQLiteError) -> RowTail? {
    try atOneMoment { () throws(SQLiteError) in
      guard let head = try verifiedHead(of: collection.key), head.collection == collection.number else {
        return nil
      }
      var tail = RowTail(newest: head.version, entries: [])
      try entries.forEach(.number(head.collection), .number(version)) { row in
        tail.entries.append(RowRecord.Row(version: row.number(0), bytes: row.bytes(1)))
      }
      return tail
    }
  }

  /// Returns the request of a name; nil if there is none or it has expired.
  func stored(_ name: RequestKey.Name) throws(SQLiteError) -> StoredRequest? {
    try RequestRows.find(name, request, at: now())
  }

  /// Checks the rows of all requests.
  ///
  /// - Throws: an error of damage.
  func verifyRequests() throws(SQLiteError) {
    try atOneMoment { () throws(SQLiteError) in try RequestRows.verify(integrity, requests) }
  }

  /// Returns the head of a collection without verifying it; nil if the collection does not exist.
  func head(of key: CollectionKey) throws(SQLiteError) -> JournalHead? {
    try head.first(.text(key.owner), .text(key.id)) { row in
      let head = CollectionHead(row)
      return JournalHead(incarnation: head.collection, version: head.version, itemCount: head.items)
    }
  }

  /// Reads rows in a transaction, which makes all of them those of one moment.
  private func atOneMoment<Value>(_ read: () throws(SQLiteError) -> Value) throws(SQLiteError) -> Value {
    try connection.execute("BEGIN")
    defer { try? connection.execute("ROLLBACK") }
    return try read()
  }

  private func verifiedHead(of key: CollectionKey) throws(SQLiteError) -> CollectionHead? {
    try head.first(.text(key.owner), .text(key.id)) { (row) throws(SQLiteError) in
      let head = CollectionHead(row)
      guard row.number(5) == head.sum(of: key) else {
        throw SQLiteError(.corrupt, "the collection's row is not as it was stored")
      }
      return head
    }
  }

  func ids(
    of owner: String, in times: TimeFilter, after id: String, limit: Int
  ) throws(SQLiteError) -> [String] {
    try lists.ids(of: owner, in: times, after: id, limit: limit)
  }

  /// - Complexity: O(n log m) for n collections and m bases.
  func histories(
    olderThan seconds: Int, after number: Int, limit: Int
  ) throws(SQLiteError) -> [StoredHistory] {
    var found: [StoredHistory] = []
    try histories.forEach(.number(now() - seconds), .number(number), .number(limit)) { row in
      let key = CollectionKey(owner: row.text(0), id: row.text(1))
      found.append(
        StoredHistory(
          collection: CollectionIncarnation(key, row.number(2)), newest: row.number(3), base: row.number(4),
          hasOlderBase: row.number(5) != 0))
    }
    return found
  }

  func usage() throws(SQLiteError) -> [String: CollectionUsage] {
    var found: [String: CollectionUsage] = [:]
    try counts.forEach { row in
      found[row.text(0)] = CollectionUsage(collections: row.number(1), items: row.number(2))
    }
    return found
  }

  /// Returns the bytes of each collection's newest base and of the entries after it, without the collections whose rows
  /// cannot be read: they are no reason to reject the store.
  func byteCounts() throws(SQLiteError) -> [CollectionIncarnation: Int] {
    var heads: [(collection: CollectionIncarnation, base: Int)] = []
    try bases.forEach { row in
      let key = CollectionKey(owner: row.text(0), id: row.text(1))
      heads.append((CollectionIncarnation(key, row.number(2)), row.number(3)))
    }
    var found: [CollectionIncarnation: Int] = [:]
    for (collection, base) in heads {
      do throws(SQLiteError) {
        found[collection] = try length.first(.number(collection.number), .number(base)) { $0.number(0) }
      } catch {
        guard error.isDamage || error.code.primary == .inputOutput else { throw error }
      }
    }
    return found
  }
}
