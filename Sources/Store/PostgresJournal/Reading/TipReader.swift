import Collections
import Support
import Synchronization

/// Reads the tips of collections in batches: while the server works on one, the next gathers.
///
/// A batch is sent after all of its calls were made, so its tips show every write that had settled before any of them.
final class TipReader: Sendable {
  private struct State {
    var waiting: [CollectionKey: Pending<JournalTip?, JournalError>] = [:]
    var isClosed = false
  }

  private let statement: Statement
  private let settings: SessionSettings
  private let state = Mutex(State())
  private let hasCall = Semaphore()
  private let thread = Mutex<PosixThread?>(nil)

  init(_ schema: Schema, _ settings: SessionSettings) {
    self.settings = settings
    statement = Statement(
      "tips",
      """
      SELECT k.number, c.collection, c.version
      FROM unnest($1::text[], $2::text[]) WITH ORDINALITY AS k (owner, id, number)
        JOIN \(schema.collections) c ON c.owner = k.owner AND c.id = k.id
      """)
  }

  func start() {
    thread.withLock { $0 = PosixThread(named: "store-tips") { [self] in run() } }
  }

  /// Returns the tip of a collection; nil if it does not exist.
  ///
  /// - Complexity: O(1).
  func tip(of key: CollectionKey) -> Pending<JournalTip?, JournalError> {
    let (tip, isFirst): (Pending<JournalTip?, JournalError>?, Bool) = state.withLock { state in
      guard !state.isClosed else { return (nil, false) }
      if let tip = state.waiting[key] { return (tip, false) }
      let tip = Pending<JournalTip?, JournalError>()
      state.waiting[key] = tip
      return (tip, state.waiting.count == 1)
    }
    if isFirst { hasCall.signal() }
    return tip ?? Pending(.failure(.closed))
  }

  private func run() {
    let session = Session(settings)
    while true {
      hasCall.wait()
      let (batch, isClosed) = state.withLock { state in
        defer { state.waiting = [:] }
        return (Array(state.waiting), state.isClosed)
      }
      if isClosed {
        for (_, tip) in batch { tip.settle(.failure(.closed)) }
        return
      }
      guard !batch.isEmpty else { continue }
      do throws(PostgresError) {
        let call = statement {
          $0.add(array: batch.map(\.key.owner))
          $0.add(array: batch.map(\.key.id))
        }
        let rows = try session.read([call])[0]
        var tips = [JournalTip?](repeating: nil, count: batch.count)
        for row in rows.rows {
          tips[rows.number(row, 0) - 1] = JournalTip(
            incarnation: rows.number(row, 1), version: rows.number(row, 2))
        }
        for (index, call) in batch.enumerated() { call.value.settle(.success(tips[index])) }
      } catch {
        for (_, tip) in batch { tip.settle(.failure(JournalError(error))) }
      }
    }
  }

  func close() {
    state.withLock { $0.isClosed = true }
    hasCall.signal()
    thread.withLock { $0.take() }?.join()
  }
}
