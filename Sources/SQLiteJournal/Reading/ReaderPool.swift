import Collections
import Synchronization

/// The connections that read a store: one for each thread that reads at a time, some of which are kept for the next.
final class ReaderPool: Sendable {
  private struct State {
    var idle: [StoreReader] = []
    var isClosed = false
  }

  private let path: String
  private let state = Mutex(State())

  /// Connections that are kept open with nobody using them.
  private static var idleLimit: Int { 8 }

  init(_ path: String) { self.path = path }

  /// What is read by a connection that nobody else uses meanwhile.
  ///
  /// - Throws: `damaged`, `unavailable`.
  func read<Answer>(
    _ body: (StoreReader) throws(SQLiteError) -> Answer
  ) throws(JournalError) -> Answer {
    let (idle, isClosed) = state.withLock { ($0.idle.popLast(), $0.isClosed) }
    guard !isClosed else { throw .closed }
    do throws(SQLiteError) {
      let reader = if let idle { idle } else { try StoreReader(path) }
      defer { giveBack(reader) }
      return try body(reader)
    } catch {
      throw JournalError(error)
    }
  }

  private func giveBack(_ reader: StoreReader) {
    state.withLock { state in
      if !state.isClosed, state.idle.count < Self.idleLimit { state.idle.append(reader) }
    }
  }

  /// Closes the connections; those in use when they have been used.
  func close() {
    state.withLock { state in
      state.isClosed = true
      state.idle = []
    }
  }
}
