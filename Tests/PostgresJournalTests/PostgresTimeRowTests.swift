import LayoutEngine
import TestSupport
import Testing

@testable import CollectionModel
@testable import Collections
@testable import PostgresJournal

/// The times in the rows of collections.
@Suite(.enabled(if: PostgresServer.isInstalled, "PostgreSQL cannot be started here"))
struct PostgresTimeRowTests {
  private let store: Store

  init() throws { store = try Store() }

  @Test func `a list by time visits the collections of its range, and no others`() throws {
    try store.open().close()
    try store.run(
      """
      INSERT INTO collections (collection, owner, id, version, base, previous, items, delta, mark, created, updated, hour)
      SELECT n, 'ann', 'c' || n, 1, 1, 1, 0, 0, 0, n * 1000000, n * 1000000, n * 1000000 / 3600000
      FROM generate_series(1::bigint, 20000) AS n
      """)
    let schema = Schema(name: store.schema)
    func explained(_ statement: Statement, _ arguments: String) throws -> String {
      try store.run(
        """
        SET plan_cache_mode = force_generic_plan; SET enable_seqscan = off;
        PREPARE list AS \(statement.sql);
        EXPLAIN (ANALYZE, COSTS off, TIMING off, SUMMARY off) EXECUTE list (\(arguments))
        """)
    }
    for isAnalyzed in [false, true] {
      if isAnalyzed { try store.run("ANALYZE collections") }
      let created = try explained(schema.findIDsOfCreated, "'ann', '', 100, 1000000, 9000000")
      #expect(
        created.contains("collections_created") && !created.contains("collections_owner_id_key"), "\(created)"
      )
      let updated = try explained(
        schema.findIDsOfUpdated, "'ann', '', 100, 0, 9000000, 0, 2, 1000000, 9000000, 1")
      #expect(
        updated.contains("collections_hour") && !updated.contains("collections_owner_id_key"), "\(updated)")
      // The hours have two collections more at most.
      #expect(!updated.contains(/Rows Removed by Filter: [0-9]{2}/), "\(updated)")
    }
  }
}
