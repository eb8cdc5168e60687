import Collections

/// The statements that find and store the requests of a group.
extension Schema {
  var findRequests: Statement {
    Statement(
      "find_requests",
      """
      SELECT q.number, r.fingerprint, r.collection, r.id, r.version, r.writer
      FROM unnest($1::text[], $2::text[], $3::text[]) WITH ORDINALITY AS q (owner, scope, key, number)
        JOIN \(requests) r ON r.owner = q.owner AND r.scope = q.scope AND r.key = q.key
      WHERE r.at > now() - \(retention)
      """)
  }

  /// The collections of a group whose requests were stored before, as an array: a part of other statements.
  ///
  /// - Parameter first: the number of the first of its four arguments.
  func repeatedRequests(from first: Int) -> String {
    """
    coalesce((SELECT array_agg(q.collection) FROM
      unnest($\(first)::text[], $\(first + 1)::text[], $\(first + 2)::text[], $\(first + 3)::bigint[])
        AS q (owner, scope, key, collection)
      JOIN \(requests) r ON r.owner = q.owner AND r.scope = q.scope AND r.key = q.key
      WHERE r.at > now() - \(retention)), '{}'::bigint[])
    """
  }

  /// Stores the requests of collections whose heads were set.
  var insertRequests: Statement { insertRequests("insert_requests", of: collections) }

  /// Stores the requests that deleted collections.
  var insertRequestsOfDeletions: Statement { insertRequests("insert_requests_of_deletions", of: deletions) }

  /// A request that was stored meanwhile makes the column `at` null, which fails. One that has expired is replaced.
  private func insertRequests(_ name: String, of marked: String) -> Statement {
    Statement(
      name,
      """
      INSERT INTO \(requests) AS r (owner, scope, key, fingerprint, collection, id, version, writer)
      SELECT q.owner, q.scope, q.key, q.fingerprint, q.collection, q.id,
        CASE WHEN q.version < 0 THEN c.version ELSE q.version END, q.writer
      FROM unnest($1::text[], $2::text[], $3::text[], $4::bytea[], $5::bigint[], $6::text[], $7::bigint[],
          $8::bigint[], $9::bigint[])
          AS q (owner, scope, key, fingerprint, collection, id, version, writer, mark)
        JOIN \(marked) c ON c.collection = q.collection AND c.mark = q.mark
      ORDER BY q.owner, q.scope, q.key
      ON CONFLICT (owner, scope, key) DO UPDATE SET
        fingerprint = excluded.fingerprint, collection = excluded.collection, id = excluded.id,
        version = excluded.version, writer = excluded.writer,
        at = CASE WHEN r.at <= now() - \(retention) THEN now() END
      """)
  }

  private var retention: String { "interval '\(RequestRetention.seconds) seconds'" }
}
