import Support
import Synchronization

/// Asks a store for the tips of collections in batches: while it answers one, the next gathers.
///
/// A batch begins after all of its calls, so its tips show every write that settled before any of them.
final class TipQueue<Rows: RowStore>: Sendable {
  private struct State {
    var waiting: [CollectionKey: Pending<JournalTip?, JournalError>] = [:]
    var running = 0
  }

  private let rows: Rows
  private let state = Mutex(State())

  /// The largest number of batches in progress: one gathers while the others are answered.
  private static var batchLimit: Int { 2 }

  init(_ rows: Rows) { self.rows = rows }

  /// Returns the tip of a collection; nil if it does not exist.
  ///
  /// - Complexity: O(1).
  func tip(of key: CollectionKey) -> Pending<JournalTip?, JournalError> {
    let (tip, isFirst) = state.withLock { state in
      let tip = state.waiting[key] ?? Pending()
      state.waiting[key] = tip
      let isFirst = state.running < Self.batchLimit
      if isFirst { state.running += 1 }
      return (tip, isFirst)
    }
    if isFirst { ask() }
    return tip
  }

  private func ask() {
    while true {
      let batch = state.withLock { state in
        if state.waiting.isEmpty { state.running -= 1 }
        defer { state.waiting = [:] }
        return state.waiting
      }
      guard !batch.isEmpty else { return }
      let tips = rows.tips(of: Array(batch.keys))
      guard let outcome = tips.outcome else {
        return tips.whenSettled { [self] outcome in
          settle(batch, outcome)
          ask()
        }
      }
      settle(batch, outcome)
    }
  }

  private func settle(
    _ batch: [CollectionKey: Pending<JournalTip?, JournalError>],
    _ outcome: Result<[CollectionKey: JournalTip], JournalError>
  ) {
    for (key, tip) in batch { tip.settle(outcome.map { $0[key] }) }
  }
}
