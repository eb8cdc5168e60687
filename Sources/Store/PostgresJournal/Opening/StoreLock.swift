import Glibc

/// Who may use a store meanwhile: services share it with one another, and a command that works on all of it excludes them.
///
/// An advisory lock of a session, which ends with its connection.
struct StoreLock: Sendable {
  let schema: Schema
  /// Whether no other program may use the store.
  let isAlone: Bool

  /// How often the lock is tried, a tenth of a second apart: a server notices after a moment that a connection has ended.
  private static var attempts: Int { 30 }

  /// Takes the lock; returns false if others hold it.
  func take(on connection: Connection) throws(PostgresError) -> Bool {
    let function = isAlone ? "pg_try_advisory_lock" : "pg_try_advisory_lock_shared"
    let query = "SELECT \(function)(hashtext('tessera'), hashtext('\(schema.name)'))::text"
    for attempt in 1...Self.attempts {
      let rows = try connection.execute(query)
      if rows?.text(0, 0) == "true" { return true }
      if attempt < Self.attempts { usleep(100_000) }
    }
    return false
  }
}
