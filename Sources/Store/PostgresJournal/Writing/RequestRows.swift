import Collections

/// The requests of a group: finds those that were stored before, and stores the others.
struct RequestRows: Sendable {
  private let find, insertForHeads, insertForDeletions: Statement
  /// The collections of the group whose requests were stored before, as a subquery of four arguments.
  let repeated: @Sendable (_ first: Int) -> String

  init(_ schema: Schema) {
    let requests = schema.table("requests")
    let interval = "interval '\(RequestRetention.seconds) seconds'"
    find = Statement(
      "find_requests",
      """
      SELECT q.number, r.fingerprint, r.collection, r.id, r.version, r.writer
      FROM unnest($1::text[], $2::text[], $3::text[]) WITH ORDINALITY AS q (owner, scope, key, number)
        JOIN \(requests) r ON r.owner = q.owner AND r.scope = q.scope AND r.key = q.key
      WHERE r.at > now() - \(interval)
      """)
    repeated = { first in
      """
      coalesce((SELECT array_agg(q.collection) FROM
        unnest($\(first)::text[], $\(first + 1)::text[], $\(first + 2)::text[], $\(first + 3)::bigint[])
          AS q (owner, scope, key, collection)
        JOIN \(requests) r ON r.owner = q.owner AND r.scope = q.scope AND r.key = q.key
        WHERE r.at > now() - \(interval)), '{}'::bigint[])
      """
    }
    // A request that was stored meanwhile makes the column null, which fails. One that has expired is replaced.
    func insert(_ name: String, _ source: String) -> Statement {
      Statement(
        name,
        """
        INSERT INTO \(requests) AS r (owner, scope, key, fingerprint, collection, id, version, writer)
        SELECT q.owner, q.scope, q.key, q.fingerprint, q.collection, q.id,
          CASE WHEN q.version < 0 THEN c.version ELSE q.version END, q.writer
        FROM unnest($1::text[], $2::text[], $3::text[], $4::bytea[], $5::bigint[], $6::text[], $7::bigint[],
            $8::bigint[], $9::bigint[])
            AS q (owner, scope, key, fingerprint, collection, id, version, writer, mark)
          JOIN \(source) c ON c.collection = q.collection AND c.mark = q.mark
        ORDER BY q.owner, q.scope, q.key
        ON CONFLICT (owner, scope, key) DO UPDATE SET
          fingerprint = excluded.fingerprint, collection = excluded.collection, id = excluded.id,
          version = excluded.version, writer = excluded.writer,
          at = CASE WHEN r.at <= now() - \(interval) THEN now() END
        """)
    }
    insertForHeads = insert("insert_requests", schema.table("collections"))
    insertForDeletions = insert("insert_requests_of_deletions", schema.table("deletions"))
  }

  /// A request of a group.
  struct Row {
    var request: RequestKey
    var operation: WriteOperation
    /// The version after it; -1 stands for that of the collection.
    var version: Int
    var mark: Int
  }

  /// A request that was stored before.
  struct Found {
    var request: StoredRequest
    var writer: Int
  }

  func find(_ rows: [Row]) -> Statement.Call {
    find { Self.addNames(of: rows, &$0) }
  }

  /// Adds the arguments of `repeated`.
  static func addRepeated(_ rows: [Row], _ arguments: inout Arguments) {
    addNames(of: rows, &arguments)
    arguments.add(array: rows.map(\.operation.collection.number))
  }

  private static func addNames(of rows: [Row], _ arguments: inout Arguments) {
    arguments.add(array: rows.map(\.request.name.owner))
    arguments.add(array: rows.map(\.request.name.scope))
    arguments.add(array: rows.map(\.request.name.key))
  }

  /// Stores the requests of collections with their marks.
  func insert(_ rows: [Row], isDeletion: Bool = false) -> Statement.Call {
    (isDeletion ? insertForDeletions : insertForHeads) {
      Self.addNames(of: rows, &$0)
      $0.add(array: rows.map(\.request.fingerprint))
      $0.add(array: rows.map(\.operation.collection.number))
      $0.add(array: rows.map(\.operation.collection.key.id))
      $0.add(array: rows.map(\.version))
      $0.add(array: rows.map(\.operation.writer))
      $0.add(array: rows.map(\.mark))
    }
  }

  /// Returns the requests that `find` has found, by their names.
  static func found(_ result: QueryResult, among rows: [Row]) -> [RequestKey.Name: Found] {
    var found: [RequestKey.Name: Found] = [:]
    for row in result.rows {
      let name = rows[result.number(row, 0) - 1].request.name
      let key = CollectionKey(owner: name.owner, id: result.text(row, 3))
      let request = StoredRequest(
        fingerprint: result.bytes(row, 1), collection: CollectionIncarnation(key, result.number(row, 2)),
        version: result.number(row, 4))
      found[name] = Found(request: request, writer: result.number(row, 5))
    }
    return found
  }
}

extension [RequestKey.Name: RequestRows.Found] {
  /// Returns the outcome of a write whose request was stored before; nil if it was not.
  func outcome(of operation: WriteOperation) -> WriteOutcome? {
    guard let name = operation.request?.name, let found = self[name] else { return nil }
    // Its own request: the commit whose response was lost took place.
    return found.writer == operation.writer ? .success : .failure(.repeated(found.request))
  }
}
