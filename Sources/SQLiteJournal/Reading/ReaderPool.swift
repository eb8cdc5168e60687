import Collections
import Support

/// The connections that read a store: one for each thread that reads at a time, some of which are kept for the next.
final class ReaderPool: Sendable {
  private let path: String
  /// Connections that are open and unused.
  private let idle = IdleList<StoreReader>(limit: 8)

  init(_ path: String) { self.path = path }

  /// What is read by a connection that nobody else uses meanwhile.
  ///
  /// - Throws: `damaged`, `unavailable`.
  func read<Answer>(
    _ body: (StoreReader) throws(SQLiteError) -> Answer
  ) throws(JournalError) -> Answer {
    guard !idle.isClosed else { throw .closed }
    do throws(SQLiteError) {
      let reader = if let reader = idle.take() { reader } else { try StoreReader(path) }
      defer { idle.giveBack(reader) }
      return try body(reader)
    } catch {
      throw JournalError(error)
    }
  }

  /// Closes the connections; those in use when they have been used.
  func close() { idle.close() }
}
