import Collections
import Support

/// The connections that read a store: one for each thread that reads at the moment, and some idle ones.
final class ReaderPool: Sendable {
  private let path: String
  /// Connections that are open and unused.
  private let idle = IdleList<RowReader>(limit: 8)

  /// The time in seconds since 1970.
  private let now: @Sendable () -> Int

  init(_ path: String, now: @escaping @Sendable () -> Int) {
    self.path = path
    self.now = now
  }

  /// Reads with a connection that no other thread uses meanwhile.
  ///
  /// - Throws: `damaged`, `unavailable`.
  func read<Value>(
    _ body: (RowReader) throws(SQLiteError) -> Value
  ) throws(JournalError) -> Value {
    guard !idle.isClosed else { throw .closed }
    do throws(SQLiteError) {
      let reader = if let reader = idle.take() { reader } else { try RowReader(path, now: now) }
      defer { idle.giveBack(reader) }
      return try body(reader)
    } catch {
      throw JournalError(error)
    }
  }

  /// Closes the idle connections at once, and each connection in use after its use.
  func close() { idle.close() }
}
