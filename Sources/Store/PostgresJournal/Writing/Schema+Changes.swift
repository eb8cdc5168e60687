/// The statements that change existing collections.
extension Schema {
  /// Locks the heads of collections that are to be changed.
  var lockHeads: Statement { lockHeads("lock_heads", for: "NO KEY UPDATE") }

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
    insertMarked("insert_entries", into: entries, ["collection", "version", "items", "writer", "bytes"])
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
    insertMarked(
      "save_positions", into: positions, ["collection", "version", "bytes", "sum"], replacing: ["collection"])
  }

  var clearViewports: Statement {
    deleteMarked("clear_viewports", from: viewports, by: ["collection", "mark"], of: collections)
  }

  var deleteViewports: Statement {
    deleteMarked(
      "delete_viewports", from: viewports, by: ["collection", "name", "mark"], of: collections,
      where: "r.name = g.name")
  }

  var saveViewports: Statement {
    insertMarked(
      "save_viewports", into: viewports, ["collection", "name", "bytes", "sum"],
      replacing: ["collection", "name"])
  }

  /// Inserts the bases that take the place of erased rows.
  var insertErasingBases: Statement {
    insertMarked(
      "insert_erasing_bases", into: bases, ["collection", "version", "part", "bytes"],
      replacing: ["collection", "version", "part"])
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
    deleteMarked(
      "erase_\(table)", from: self.table(table), by: ["collection", "version", "mark"], of: collections,
      where: "r.version < g.version")
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
