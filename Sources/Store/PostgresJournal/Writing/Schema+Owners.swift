/// The statements that give rows to another owner.
extension Schema {
  /// Gives collections to another owner, except those with an id that it has, and counts them.
  ///
  /// The limits of an owner are those of the service that counts a new collection or item next.
  var giveCollections: Statement {
    Statement(
      "give_collections",
      """
      WITH given AS (
        UPDATE \(collections) c SET owner = $2::text
        WHERE c.owner = $1::text
          AND NOT EXISTS (SELECT FROM \(collections) o WHERE o.owner = $2::text AND o.id = c.id)
        RETURNING c.items),
      total AS (SELECT count(*) AS collections, coalesce(sum(items), 0)::bigint AS items FROM given),
      less AS (
        UPDATE \(owners) o SET collections = o.collections - t.collections, items = o.items - t.items
        FROM total t WHERE o.owner = $1::text),
      more AS (
        INSERT INTO \(owners) AS o (owner, collections, items, collection_limit)
        SELECT $2::text, t.collections, t.items, t.collections FROM total t WHERE t.collections > 0
        ON CONFLICT (owner) DO UPDATE SET collections = o.collections + excluded.collections,
          items = o.items + excluded.items,
          collection_limit = greatest(o.collection_limit, o.collections + excluded.collections),
          item_limit = \(Int.max))
      SELECT collections FROM total
      """)
  }

  /// Gives requests to another owner, except those of names that it has.
  var giveRequests: Statement {
    Statement(
      "give_requests",
      """
      UPDATE \(requests) r SET owner = $2::text
      WHERE r.owner = $1::text AND NOT EXISTS (
        SELECT FROM \(requests) o WHERE o.owner = $2::text AND o.scope = r.scope AND o.key = r.key)
      """)
  }

  var countLeft: Statement {
    Statement("count_left", "SELECT count(*) FROM \(collections) WHERE owner = $1::text")
  }

  var deleteRequests: Statement {
    Statement("delete_requests", "DELETE FROM \(requests) WHERE owner = $1::text")
  }
}
