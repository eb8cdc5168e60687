/// The statements that change existing collections.
extension Schema {
  /// Locks the heads of existing collections, in one order for all groups.
  var lockHeads: Statement {
    Statement(
      "lock_heads",
      """
      SELECT collection, version FROM \(collections) WHERE collection = ANY ($1::bigint[])
      ORDER BY collection FOR NO KEY UPDATE
      """)
  }

  /// Sets the heads that have the expected versions, and marks them.
  var setHeads: Statement { Statement("set_heads", "\(settingHeads) RETURNING c.collection") }

  /// The same for groups with requests: collections with a request that was stored before stay as they are.
  var setHeadsUnlessRepeated: Statement {
    Statement(
      "set_heads_unless_repeated",
      "\(settingHeads) AND c.collection <> ALL (\(repeatedRequests(from: 8))) RETURNING c.collection")
  }

  private var settingHeads: String {
    """
    UPDATE \(collections) c SET
      version = CASE WHEN g.after < 0 THEN c.version ELSE g.after END,
      items = CASE WHEN g.items < 0 THEN c.items ELSE g.items END,
      delta = CASE WHEN g.items < 0 THEN 0 ELSE g.items - c.items END,
      updated = CASE WHEN g.after < 0 THEN c.updated ELSE nullif(g.updated, -1) END,
      hour = CASE WHEN g.after < 0 THEN c.hour ELSE nullif(g.hour, -1) END,
      mark = g.mark
    FROM unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::bigint[], $5::bigint[], $6::bigint[], $7::bigint[])
      AS g (collection, before, after, items, mark, updated, hour)
    WHERE c.collection = g.collection AND (g.before < 0 OR c.version = g.before)
    """
  }

  /// Inserts the entries of collections whose heads were set.
  var insertEntries: Statement {
    Statement(
      "insert_entries",
      """
      INSERT INTO \(entries) (collection, version, items, writer, bytes)
      SELECT e.collection, e.version, e.items, e.writer, e.bytes
      FROM unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::bigint[], $5::bytea[], $6::bigint[])
          AS e (collection, version, items, writer, bytes, mark)
        JOIN \(collections) c ON c.collection = e.collection AND c.mark = e.mark
      """)
  }

  /// Counts the items that the changes have added to each owner, up to its limit, or taken from it.
  var countItems: Statement {
    Statement(
      "count_items",
      """
      INSERT INTO \(owners) AS o (owner, collections, items, collection_limit, item_limit)
      SELECT c.owner, 0, sum(c.delta)::bigint, 0,
        CASE WHEN sum(c.delta) > 0 THEN min(g.item_limit) ELSE \(Int.max) END
      FROM unnest($1::bigint[], $2::bigint[], $3::bigint[]) AS g (collection, mark, item_limit)
        JOIN \(collections) c ON c.collection = g.collection AND c.mark = g.mark
      WHERE c.delta <> 0 GROUP BY c.owner ORDER BY c.owner
      ON CONFLICT (owner) DO UPDATE SET items = o.items + excluded.items, item_limit = excluded.item_limit
      """)
  }

  /// Finds the writers of entries.
  var findWriters: Statement {
    Statement(
      "find_writers",
      """
      SELECT e.writer FROM unnest($1::bigint[], $2::bigint[]) AS g (collection, version)
        JOIN \(entries) e ON e.collection = g.collection AND e.version = g.version
      """)
  }

  var savePositions: Statement {
    Statement(
      "save_positions",
      """
      INSERT INTO \(positions) (collection, version, bytes, sum)
      SELECT p.collection, p.version, p.bytes, p.sum
      FROM unnest($1::bigint[], $2::bigint[], $3::bytea[], $4::bigint[], $5::bigint[])
          AS p (collection, version, bytes, sum, mark)
        JOIN \(collections) c ON c.collection = p.collection AND c.mark = p.mark
      ON CONFLICT (collection) DO UPDATE SET
        version = excluded.version, bytes = excluded.bytes, sum = excluded.sum
      """)
  }

  var clearViewports: Statement {
    Statement(
      "clear_viewports",
      """
      DELETE FROM \(viewports) v
      USING unnest($1::bigint[], $2::bigint[]) AS g (collection, mark), \(collections) c
      WHERE c.collection = g.collection AND c.mark = g.mark AND v.collection = g.collection
      """)
  }

  var deleteViewports: Statement {
    Statement(
      "delete_viewports",
      """
      DELETE FROM \(viewports) v
      USING unnest($1::bigint[], $2::text[], $3::bigint[]) AS g (collection, name, mark), \(collections) c
      WHERE c.collection = g.collection AND c.mark = g.mark
        AND v.collection = g.collection AND v.name = g.name
      """)
  }

  var saveViewports: Statement {
    Statement(
      "save_viewports",
      """
      INSERT INTO \(viewports) (collection, name, bytes, sum)
      SELECT v.collection, v.name, v.bytes, v.sum
      FROM unnest($1::bigint[], $2::text[], $3::bytea[], $4::bigint[], $5::bigint[])
          AS v (collection, name, bytes, sum, mark)
        JOIN \(collections) c ON c.collection = v.collection AND c.mark = v.mark
      ON CONFLICT (collection, name) DO UPDATE SET bytes = excluded.bytes, sum = excluded.sum
      """)
  }

  /// Inserts the bases that take the place of erased rows.
  var insertErasingBases: Statement {
    Statement(
      "insert_erasing_bases",
      """
      INSERT INTO \(bases) (collection, version, part, bytes)
      SELECT b.collection, b.version, b.part, b.bytes
      FROM unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::bytea[], $5::bigint[])
          AS b (collection, version, part, bytes, mark)
        JOIN \(collections) c ON c.collection = b.collection AND c.mark = b.mark
      ON CONFLICT (collection, version, part) DO UPDATE SET bytes = excluded.bytes
      """)
  }

  /// Makes these bases the only ones of their collections.
  var setErasingBases: Statement {
    Statement(
      "set_erasing_bases",
      """
      UPDATE \(collections) c SET base = g.version, previous = g.version, base_at = now()
      FROM unnest($1::bigint[], $2::bigint[], $3::bigint[]) AS g (collection, version, mark)
      WHERE c.collection = g.collection AND c.mark = g.mark
      """)
  }

  /// Deletes rows before the base that takes their place. The entry of its version stays until the next base: by it a
  /// service knows its own commit again.
  func erase(from table: String) -> Statement {
    Statement(
      "erase_\(table)",
      """
      DELETE FROM \(self.table(table)) r
      USING unnest($1::bigint[], $2::bigint[], $3::bigint[]) AS g (collection, version, mark), \(collections) c
      WHERE c.collection = g.collection AND c.mark = g.mark
        AND r.collection = g.collection AND r.version < g.version
      """)
  }

  /// A write by which a transaction that confirms an earlier one waits for the standbys as that one did: a commit that
  /// is visible may still be lost, until a later one has been replicated.
  var confirm: Statement {
    Statement(
      "confirm",
      """
      INSERT INTO \(confirmations) (writer) VALUES ($1::bigint)
      ON CONFLICT (writer) DO UPDATE SET at = now()
      """)
  }
}
