import Collections

/// The statements that read collections.
extension Schema {
  var findHead: Statement {
    Statement(
      "head",
      "SELECT collection, version, items FROM \(collections) WHERE owner = $1::text AND id = $2::text")
  }

  var findPosition: Statement {
    Statement(
      "position",
      "SELECT version, bytes, sum FROM \(positions) WHERE collection = \(collectionOfKey)")
  }

  var findViewports: Statement {
    Statement(
      "viewports",
      "SELECT name, bytes, sum FROM \(viewports) WHERE collection = \(collectionOfKey)")
  }

  /// Finds the first parts of the newest base that is not later than a version, and the number of its parts.
  var findBase: Statement {
    Statement(
      "base",
      """
      SELECT version, bytes, (
        SELECT count(*) FROM \(bases) WHERE collection = \(collectionOfKey) AND version = \(versionOfBase))
      FROM \(bases) WHERE collection = \(collectionOfKey) AND version = \(versionOfBase)
      ORDER BY part LIMIT \(RecordReader.partsAtOnce)
      """)
  }

  /// Finds further parts of a base.
  var findBaseParts: Statement {
    Statement(
      "base_part",
      """
      SELECT bytes FROM \(bases)
      WHERE collection = $1::bigint AND version = $2::bigint AND part >= $3::bigint
      ORDER BY part LIMIT \(RecordReader.partsAtOnce)
      """)
  }

  /// Finds the entries on top of that base.
  var findEntries: Statement {
    Statement(
      "entries",
      """
      SELECT version, bytes FROM \(entries)
      WHERE collection = \(collectionOfKey) AND version > \(versionOfBase) ORDER BY version
      """)
  }

  var findHeadOfCollection: Statement {
    Statement("head_of", "SELECT version FROM \(collections) WHERE collection = $1::bigint")
  }

  var findEntriesOfCollection: Statement {
    Statement(
      "entries_after",
      """
      SELECT version, bytes FROM \(entries)
      WHERE collection = $1::bigint AND version > $2::bigint ORDER BY version
      """)
  }

  var findIDs: Statement {
    Statement(
      "ids",
      """
      SELECT id FROM \(collections) WHERE owner = $1::text AND id > $2::text COLLATE "C"
      ORDER BY id LIMIT $3::bigint
      """)
  }

  /// Finds the ids of collections that were created in a range of time.
  var findIDsOfCreated: Statement {
    Statement(
      "ids_of_created",
      findIDs(among: "created >= $4::bigint AND created < $5::bigint"))
  }

  /// Finds the ids of collections that were changed in a range of time, and created in another.
  var findIDsOfUpdated: Statement {
    Statement(
      "ids_of_updated",
      findIDs(
        among: """
          hour >= $6::bigint AND hour <= $7::bigint AND updated >= $8::bigint AND updated < $9::bigint
            AND ($10::bigint = 1 OR created >= $4::bigint AND created < $5::bigint)
          """))
  }

  /// Materialized, so that the server visits the collections of the range, and not those in the order of their ids.
  private func findIDs(among condition: String) -> String {
    """
    WITH found AS MATERIALIZED (
      SELECT id FROM \(collections) WHERE owner = $1::text AND \(condition))
    SELECT id FROM found WHERE id > $2::text COLLATE "C" ORDER BY id LIMIT $3::bigint
    """
  }

  var findRequest: Statement {
    Statement(
      "request",
      """
      SELECT fingerprint, collection, id, version FROM \(requests)
      WHERE owner = $1::text AND scope = $2::text AND key = $3::text
        AND at > now() - interval '\(RequestRetention.seconds) seconds'
      """)
  }

  /// Finds collections whose base is old, and that have rows besides it.
  var findHistories: Statement {
    Statement(
      "histories",
      """
      SELECT owner, id, collection, version, base, (CASE WHEN previous < base THEN 1 ELSE 0 END)::bigint
      FROM \(collections)
      WHERE base_at <= now() - $1::bigint * interval '1 second' AND collection > $2::bigint
        AND (version > base OR previous < base)
      ORDER BY collection LIMIT $3::bigint
      """)
  }

  var findUsage: Statement {
    Statement(
      "usage",
      "SELECT owner, collections, items FROM \(owners) WHERE collections > 0")
  }

  /// Finds the bytes of the newest bases and of the entries on top of them.
  var findLengths: Statement {
    Statement(
      "lengths",
      """
      SELECT c.owner, c.id, c.collection, (
        coalesce((SELECT sum(octet_length(b.bytes)) FROM \(bases) b
          WHERE b.collection = c.collection AND b.version = c.base), 0)
        + coalesce((SELECT sum(octet_length(e.bytes)) FROM \(entries) e
          WHERE e.collection = c.collection AND e.version > c.base), 0))::bigint
      FROM \(collections) c WHERE (c.owner, c.id) > ($1::text COLLATE "C", $2::text COLLATE "C")
      ORDER BY c.owner, c.id LIMIT \(RecordReader.countedAtOnce)
      """)
  }

  private var collectionOfKey: String {
    "(SELECT collection FROM \(collections) WHERE owner = $1::text AND id = $2::text)"
  }

  private var versionOfBase: String {
    "(SELECT max(version) FROM \(bases) WHERE collection = \(collectionOfKey) AND version <= $3::bigint)"
  }
}
