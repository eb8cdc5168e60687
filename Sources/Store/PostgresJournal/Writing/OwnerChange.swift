import Collections

/// Gives the rows of one owner to another, and deletes its requests.
struct OwnerChange: Sendable {
  private let giveCollections, giveRequests, countLeft, deleteRequests: Statement

  init(_ schema: Schema) {
    let collections = schema.table("collections")
    let owners = schema.table("owners")
    let requests = schema.table("requests")
    // The limit of an owner is that of the service that counts a new collection next.
    giveCollections = Statement(
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
          collection_limit = greatest(o.collection_limit, o.collections + excluded.collections))
      SELECT collections FROM total
      """)
    giveRequests = Statement(
      "give_requests",
      """
      UPDATE \(requests) r SET owner = $2::text
      WHERE r.owner = $1::text AND NOT EXISTS (
        SELECT FROM \(requests) o WHERE o.owner = $2::text AND o.scope = r.scope AND o.key = r.key)
      """)
    deleteRequests = Statement("delete_requests", "DELETE FROM \(requests) WHERE owner = $1::text")
    countLeft = Statement("count_left", "SELECT count(*) FROM \(collections) WHERE owner = $1::text")
  }

  /// Deletes the requests of an owner.
  func deleteRequests(of owner: String, _ session: Session) throws(PostgresError) {
    _ = try session.run([deleteRequests { $0.add(owner) }], isLarge: true)
  }

  /// Changes the owner of collections and requests in one transaction, and the counts of both owners with it.
  func run(_ owner: String, to other: String, _ session: Session) throws(PostgresError) -> Reassignment {
    func addOwners(_ arguments: inout Arguments) {
      arguments.add(owner)
      arguments.add(other)
    }
    let results = try session.run(
      [
        Session.begin(), giveCollections(addOwners), giveRequests(addOwners), countLeft { $0.add(owner) },
        Session.commit(),
      ], isLarge: true)
    return Reassignment(moved: results[1].number(0, 0), left: results[3].number(0, 0))
  }
}
