import Collections
import Support
import Synchronization

/// How the connections of a store are made.
struct SessionSettings: Sendable {
  var string: ConnectionString
  /// How long a server may be silent before the connection counts as lost.
  var patience: Duration
  let health: StoreHealth
}

/// Whether the server of a store responds and the store may be used, and how often it was not known what became of a commit.
final class StoreHealth: Sendable {
  private struct State {
    /// Why the server cannot be used.
    var outage: String?
    /// Who excludes this program from the store.
    var exclusion: String?
  }

  private let state = Mutex(State())
  private let lostResponses = Atomic(0)

  /// Why the store cannot be used; nil if it can.
  var outage: String? { state.withLock { $0.exclusion ?? $0.outage } }

  /// How many commits have lost their response.
  var doubts: Int { lostResponses.load(ordering: .relaxed) }

  func note(outage: String?) { state.withLock { $0.outage = outage } }

  /// Notes who has the lock of the store in place of this program; nil if this program has it.
  func note(exclusion: String?) { state.withLock { $0.exclusion = exclusion } }

  /// Throws if others have the lock of the store, so that nothing may be written.
  func checkExclusion() throws(PostgresError) {
    if let exclusion = state.withLock({ $0.exclusion }) { throw PostgresError(connection: exclusion) }
  }

  func noteDoubt() { lostResponses.add(1, ordering: .relaxed) }
}

/// A connection that is made when it is needed, and again after it was lost. One thread uses it.
final class Session {
  private let settings: SessionSettings
  private var connection: PostgresConnection?
  /// The last connection that failed, and when.
  private var failure: (error: PostgresError, time: Int64)?

  init(_ settings: SessionSettings) { self.settings = settings }

  /// Returns the connection; makes one if there is none.
  ///
  /// After a failure it tries again at most ten times a second.
  @discardableResult
  func connected() throws(PostgresError) -> PostgresConnection {
    if let connection, connection.isQuiet { return connection }
    connection = nil
    if let failure, MonotonicTime.now - failure.time < 100_000_000 { throw failure.error }
    do throws(PostgresError) {
      let made = try PostgresConnection(settings.string, patience: settings.patience)
      connection = made
      failure = nil
      settings.health.note(outage: nil)
      return made
    } catch {
      failure = (error, MonotonicTime.now)
      settings.health.note(outage: error.reason)
      throw error
    }
  }

  /// Runs statements in one round trip. If one fails in a transaction, the transaction is rolled back.
  ///
  /// - Parameter isLarge: whether the statements carry so much that the server may be silent for longer.
  func run(
    _ calls: [Statement.Call], isLarge: Bool = false
  ) throws(PostgresError) -> [QueryResult] {
    let connection = try connected()
    connection.patience = isLarge ? settings.patience * 5 : settings.patience
    do throws(PostgresError) {
      let results = try connection.run(calls)
      // A commit whose wait for a standby was interrupted is visible, and may yet be lost.
      if let warning = connection.takeWarnings().first { throw PostgresError(connection: warning.reason) }
      return results
    } catch {
      // A server that cannot be written is not the primary any more.
      if error.isOfConnection || error.state == .readOnlyTransaction {
        self.connection = nil
      } else {
        do throws(PostgresError) { _ = try connection.run([Self.rollback()]) } catch { self.connection = nil }
      }
      throw error
    }
  }

  /// Runs statements that only read, again if an old connection turns out to be lost.
  func read(_ calls: [Statement.Call]) throws(PostgresError) -> [QueryResult] {
    let isOld = connection != nil
    do throws(PostgresError) { return try run(calls) } catch {
      guard isOld, error.isOfConnection else { throw error }
      return try run(calls)
    }
  }

  static let begin = Statement("begin", "BEGIN")
  static let commit = Statement("commit", "COMMIT")
  static let rollback = Statement("rollback", "ROLLBACK")
  /// Begins a transaction whose statements all see the rows of one moment.
  static let beginSnapshot = Statement("begin_snapshot", "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
}

extension JournalError {
  /// Creates the error that a journal reports if the server or the connection to it fails.
  init(_ error: PostgresError) {
    self = error.state == .diskFull ? .full : .unavailable("\(error.reason) (PostgreSQL)")
  }
}
