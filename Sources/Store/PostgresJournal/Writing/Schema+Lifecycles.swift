/// The statements that create and delete collections, and replace their bases.
extension Schema {
  /// Creates the heads of collections, except those with a request that was stored before.
  var createHeads: Statement {
    Statement(
      "create_heads",
      """
      INSERT INTO \(collections)
        (collection, owner, id, version, base, previous, items, delta, mark, created, updated, hour)
      SELECT g.collection, g.owner, g.id, g.version, g.version, g.version, g.items, g.items, g.mark,
        nullif(g.created, -1), nullif(g.updated, -1), nullif(g.hour, -1)
      FROM unnest($1::bigint[], $2::text[], $3::text[], $4::bigint[], $5::bigint[], $6::bigint[], $7::bigint[],
          $8::bigint[], $9::bigint[])
        AS g (collection, owner, id, version, items, mark, created, updated, hour)
      WHERE g.collection <> ALL (\(repeatedRequests(from: 10)))
        AND ($14::bigint = 0 OR NOT EXISTS (SELECT FROM \(deletions) d WHERE d.collection = g.collection))
      ORDER BY g.owner, g.id
      ON CONFLICT DO NOTHING RETURNING collection
      """)
  }

  var findHeadsOfKeys: Statement {
    Statement(
      "heads_of_keys",
      """
      SELECT c.collection FROM unnest($1::text[], $2::text[]) AS g (owner, id)
        JOIN \(collections) c ON c.owner = g.owner AND c.id = g.id
      """)
  }

  /// Inserts parts of bases.
  var insertBases: Statement {
    Statement(
      "insert_bases",
      """
      INSERT INTO \(bases) (collection, version, part, bytes)
      SELECT b.collection, b.version, b.part, b.bytes
      FROM unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::bytea[]) AS b (collection, version, part, bytes)
      ON CONFLICT DO NOTHING
      """)
  }

  /// Counts created collections and their items, under the limits of each owner.
  var countCreated: Statement {
    Statement(
      "count_new",
      """
      INSERT INTO \(owners) AS o (owner, collections, items, collection_limit, item_limit)
      SELECT c.owner, count(*), sum(c.items)::bigint, min(g.collection_limit),
        CASE WHEN sum(c.items) > 0 THEN min(g.item_limit) ELSE \(Int.max) END
      FROM unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::bigint[])
          AS g (collection, mark, collection_limit, item_limit)
        JOIN \(collections) c ON c.collection = g.collection AND c.mark = g.mark
      GROUP BY c.owner ORDER BY c.owner
      ON CONFLICT (owner) DO UPDATE SET collections = o.collections + excluded.collections,
        items = o.items + excluded.items, collection_limit = excluded.collection_limit,
        item_limit = excluded.item_limit
      """)
  }

  /// Locks the heads of collections that are to be deleted.
  var lockHeadsToDelete: Statement { lockHeads("lock_heads_to_delete", for: "UPDATE") }

  /// Deletes the heads that have the expected versions, and notes the deletions.
  var deleteHeads: Statement {
    Statement(
      "delete_heads",
      """
      WITH gone AS (
        DELETE FROM \(collections) c
        USING unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::bigint[])
          AS g (collection, expected, writer, mark)
        WHERE c.collection = g.collection AND (g.expected < 0 OR c.version = g.expected)
          AND c.collection <> ALL (\(repeatedRequests(from: 5)))
        RETURNING c.collection, c.owner, c.version, c.items, g.writer, g.mark)
      INSERT INTO \(deletions) (collection, owner, version, items, writer, mark)
      SELECT collection, owner, version, items, writer, mark FROM gone
      ON CONFLICT (collection) DO UPDATE SET owner = excluded.owner, version = excluded.version,
        items = excluded.items, writer = excluded.writer, mark = excluded.mark, at = now()
      RETURNING collection
      """)
  }

  /// Deletes all rows of deleted collections.
  func deleteAll(from table: String) -> Statement {
    deleteMarked(
      "delete_all_\(table)", from: self.table(table), by: ["collection", "mark"], of: deletions)
  }

  var findDeletions: Statement {
    Statement(
      "find_deletions",
      "SELECT collection, writer FROM \(deletions) WHERE collection = ANY ($1::bigint[])")
  }

  /// Takes deleted collections and their items from the counts of their owners.
  var countDeleted: Statement {
    Statement(
      "count_deleted",
      """
      INSERT INTO \(owners) AS o (owner, collections, items, collection_limit)
      SELECT d.owner, -count(*), -sum(d.items)::bigint, 0
      FROM unnest($1::bigint[], $2::bigint[]) AS g (collection, mark)
        JOIN \(deletions) d ON d.collection = g.collection AND d.mark = g.mark
      GROUP BY d.owner ORDER BY d.owner
      ON CONFLICT (owner) DO UPDATE SET collections = o.collections + excluded.collections,
        items = o.items + excluded.items
      """)
  }

  var findHeadToCompact: Statement {
    Statement("head_to_compact", "SELECT version, base FROM \(collections) WHERE collection = $1::bigint")
  }

  /// Replaces the base of a collection, if it is still the expected one.
  var setBase: Statement {
    Statement(
      "set_base",
      """
      UPDATE \(collections) SET previous = base, base = $2::bigint, base_at = now(), mark = $3::bigint
      WHERE collection = $1::bigint AND base = $4::bigint AND version >= $2::bigint
      RETURNING collection
      """)
  }

  /// Makes the newest base the oldest version, if it is the expected one.
  var endHistory: Statement {
    Statement(
      "end_history",
      """
      UPDATE \(collections) SET previous = base, mark = $3::bigint
      WHERE collection = $1::bigint AND base = $2::bigint RETURNING collection
      """)
  }

  /// Deletes bases that no head names.
  var deleteUnusedBases: Statement {
    Statement(
      "delete_unused_base",
      """
      DELETE FROM \(bases) b USING unnest($1::bigint[], $2::bigint[]) AS g (collection, version)
      WHERE b.collection = g.collection AND b.version = g.version AND NOT EXISTS (
        SELECT FROM \(collections) c WHERE c.collection = b.collection AND b.version IN (c.base, c.previous))
      """)
  }

  var deleteOldBases: Statement {
    deleteOld("delete_old_bases", from: bases, where: "r.version < c.previous")
  }

  var deleteOldEntries: Statement {
    deleteOld("delete_old_entries", from: entries, where: "r.version <= c.previous")
  }

  private func deleteOld(_ name: String, from table: String, where condition: String) -> Statement {
    Statement(
      name,
      """
      DELETE FROM \(table) r USING \(collections) c
      WHERE c.collection = $1::bigint AND c.mark = $2::bigint AND r.collection = $1::bigint AND \(condition)
      """)
  }
}
