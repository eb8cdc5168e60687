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

  /// Why the store cannot be used while others hold the lock.
  var exclusion: String { isAlone ? "other programs use the store" : "another program uses the store alone" }

  /// Takes the lock; returns false if others hold it.
  ///
  /// - Parameter isFirst: whether this program has not had it yet. A service that has lost it does not wait for others to
  ///   release it: they use the store as if the service had ended.
  func take(on connection: PostgresConnection, isFirst: Bool) throws(PostgresError) -> Bool {
    // A lock of its own that the server still holds for a lost connection excludes only a program that uses the store alone.
    let attempts = isFirst || isAlone ? Self.attempts : 1
    let function = isAlone ? "pg_try_advisory_lock" : "pg_try_advisory_lock_shared"
    let query = "SELECT \(function)(hashtext('tessera'), hashtext('\(schema.name)'))::text"
    for attempt in 1...attempts {
      let rows = try connection.execute(query)
      if rows?.text(0, 0) == "true" { return true }
      if attempt < attempts { usleep(100_000) }
    }
    return false
  }
}
