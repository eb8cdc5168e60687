import Collections

/// The statements that write the rows of requests, prepared once.
struct RequestStatements {
  let find: SQLiteStatement
  /// Inserts a request, or replaces one of its name that has expired.
  let insert: SQLiteStatement
  let countOfOwners: SQLiteStatement
  /// The time of the oldest row.
  let oldest: SQLiteStatement
  /// Deletes those of the oldest rows that have expired.
  let deleteExpired: SQLiteStatement
  /// Deletes the oldest rows of an owner.
  let deleteOldest: SQLiteStatement

  init(_ connection: SQLiteConnection) throws(SQLiteError) {
    find = try SQLiteStatement(RequestRows.selection, on: connection)
    insert = try SQLiteStatement(
      """
      INSERT INTO requests (owner, scope, key, fingerprint, collection, id, version, time, sum)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
      ON CONFLICT (owner, scope, key) DO UPDATE SET fingerprint = excluded.fingerprint,
        collection = excluded.collection, id = excluded.id, version = excluded.version, time = excluded.time,
        sum = excluded.sum
      WHERE time <= excluded.time - \(RequestRetention.seconds)
      """, on: connection)
    countOfOwners = try SQLiteStatement("SELECT owner, count(*) FROM requests GROUP BY owner", on: connection)
    oldest = try SQLiteStatement("SELECT time FROM requests ORDER BY number LIMIT 1", on: connection)
    deleteExpired = try SQLiteStatement(
      """
      DELETE FROM requests WHERE number IN (
        SELECT number FROM (SELECT number, time FROM requests ORDER BY number LIMIT 100) WHERE time <= ?)
      RETURNING owner
      """, on: connection)
    deleteOldest = try SQLiteStatement(
      """
      DELETE FROM requests WHERE number IN (
        SELECT number FROM requests WHERE owner = ? ORDER BY number LIMIT ?)
      """, on: connection)
  }
}

/// The rows of requests with an `Idempotency-Key`, as the connection that writes sees them.
struct RequestRows {
  /// The number of rows of each owner, and the oldest time.
  private struct Census {
    var counts: [String: Int] = [:]
    /// The time of the oldest row; nil if there is none.
    var oldest: Int?
  }

  private let statements: RequestStatements
  private let connection: SQLiteConnection
  private let now: @Sendable () -> Int
  /// Nil until the rows are counted.
  private var census: Census?

  init(
    _ statements: RequestStatements, on connection: SQLiteConnection, now: @escaping @Sendable () -> Int
  ) {
    self.statements = statements
    self.connection = connection
    self.now = now
  }

  /// The statement that finds a request by the parts of its name.
  static let selection = """
    SELECT fingerprint, collection, id, version, time, sum FROM requests
    WHERE owner = ? AND scope = ? AND key = ?
    """

  /// Returns the request of a name; nil if there is none or it has expired.
  ///
  /// - Throws: an error of damage if the row is not as it was stored.
  static func find(
    _ name: RequestKey.Name, _ selection: SQLiteStatement, at time: Int
  ) throws(SQLiteError) -> StoredRequest? {
    let found = try selection.first(.text(name.owner), .text(name.scope), .text(name.key)) { row in
      read(row, named: name)
    }
    guard let found else { return nil }
    // A migrated row has no checksum.
    guard found.sum.map({ $0 == found.request.sum(of: name, at: found.time) }) ?? true else { throw damage }
    return time - found.time < RequestRetention.seconds ? found.request : nil
  }

  /// The statements that read every row, and hold the table against its index.
  static let wholeSelection =
    "SELECT fingerprint, collection, id, version, time, sum, owner, scope, key FROM requests"
  static let integrityCheck = "PRAGMA integrity_check(requests)"

  /// Checks all rows: a row that is not as it was stored, or not in the index, would not be found under its name.
  ///
  /// - Throws: an error of damage.
  /// - Complexity: O(n log n) for n rows.
  static func verify(_ integrity: SQLiteStatement, _ selection: SQLiteStatement) throws(SQLiteError) {
    guard try integrity.first(read: { $0.text(0) }) == "ok" else { throw damage }
    try selection.forEach { (row) throws(SQLiteError) in
      let name = RequestKey.Name(owner: row.text(6), scope: row.text(7), key: row.text(8))
      let (request, time, sum) = read(row, named: name)
      // A migrated row has neither.
      guard sum == nil ? request.fingerprint == nil : sum == request.sum(of: name, at: time) else {
        throw damage
      }
    }
  }

  private static func read(
    _ row: borrowing SQLiteStatement.Row, named name: RequestKey.Name
  ) -> (request: StoredRequest, time: Int, sum: Int?) {
    let request = StoredRequest(
      fingerprint: row.isNull(0) ? nil : row.bytes(0),
      collection: CollectionIncarnation(CollectionKey(owner: name.owner, id: row.text(2)), row.number(1)),
      version: row.number(3))
    return (request, row.number(4), row.isNull(5) ? nil : row.number(5))
  }

  private static var damage: SQLiteError {
    SQLiteError(.corrupt, "a row of an idempotency key is not as it was stored")
  }

  /// Stores the request of a write, if it has one, and deletes rows that are too old or too many.
  ///
  /// - Returns: the request that is stored under that name and has not expired; nil if there was none.
  mutating func insert(_ write: RowWrite) throws(SQLiteError) -> StoredRequest? {
    guard let name = write.request?.name, let request = write.storedRequest else { return nil }
    let time = now()
    var census = try prunedCensus(at: time)
    defer { self.census = census }
    try statements.insert.run(
      .text(name.owner), .text(name.scope), .text(name.key),
      request.fingerprint.map { .bytes($0) } ?? .null, .number(request.collection.number),
      .text(request.collection.key.id), .number(request.version), .number(time),
      .number(request.sum(of: name, at: time)))
    guard connection.changedRows > 0 else {
      return try Self.find(name, statements.find, at: time)
    }
    census.oldest = census.oldest ?? time
    let count = census.counts[name.owner, default: 0] + 1
    census.counts[name.owner] = count
    let excess = count - RequestRetention.requestsPerOwner
    if excess > RequestRetention.requestsPerOwner / 8 {
      try statements.deleteOldest.run(.text(name.owner), .number(excess))
      census.counts[name.owner] = RequestRetention.requestsPerOwner
    }
    return nil
  }

  /// Gives the requests of an owner to another, except those of names that the other has, and damaged ones.
  ///
  /// - Complexity: O(n log n) for n requests of the owner.
  static func reassign(
    _ owner: String, to other: String, on connection: SQLiteConnection
  ) throws(SQLiteError) {
    let list = try SQLiteStatement(
      """
      SELECT fingerprint, collection, id, version, time, sum, scope, key, number FROM requests WHERE owner = ?
      """, on: connection)
    let give = try SQLiteStatement(
      "UPDATE OR IGNORE requests SET owner = ?2, sum = ?3 WHERE number = ?1", on: connection)
    var changes: [(number: Int, sum: Int?)] = []
    try list.forEach(.text(owner)) { row in
      let name = RequestKey.Name(owner: owner, scope: row.text(6), key: row.text(7))
      let (request, time, sum) = read(row, named: name)
      guard sum == nil || sum == request.sum(of: name, at: time) else { return }
      let newName = RequestKey.Name(owner: other, scope: name.scope, key: name.key)
      // A migrated row has no checksum.
      changes.append((row.number(8), sum.map { _ in request.sum(of: newName, at: time) }))
    }
    for (number, sum) in changes {
      try give.run(.number(number), .text(other), sum.map { .number($0) } ?? .null)
    }
  }

  /// Discards the census, because a transaction was rolled back.
  mutating func forget() { census = nil }

  private func prunedCensus(at time: Int) throws(SQLiteError) -> Census {
    var census: Census
    if let known = self.census {
      census = known
    } else {
      census = Census(oldest: try statements.oldest.first { $0.number(0) })
      try statements.countOfOwners.forEach { census.counts[$0.text(0)] = $0.number(1) }
    }
    guard let oldest = census.oldest, time - oldest >= RequestRetention.seconds else { return census }
    try statements.deleteExpired.forEach(.number(time - RequestRetention.seconds)) { row in
      census.counts[row.text(0), default: 1] -= 1
    }
    census.counts = census.counts.filter { $0.value > 0 }
    census.oldest = try statements.oldest.first { $0.number(0) }
    return census
  }
}

extension StoredRequest {
  /// The checksum of the row.
  fileprivate func sum(of name: RequestKey.Name, at time: Int) -> Int {
    RowSum.littleEndian.of(
      collection.number, version, time,
      texts: [name.owner, name.scope, name.key, collection.key.id], bytes: fingerprint ?? [])
  }
}
