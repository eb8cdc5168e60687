import Collections
import Dispatch
import Support
import Synchronization

/// Appends entries to a journal with a fixed number of appends in flight: each one that settles starts the next.
final class AppendLoad: Sendable {
  private struct State {
    /// The index of the next entry, for each collection.
    var next: [Int]
    var started = 0
    var settled = 0
  }

  private let journal: any Journal
  private let collections: [CollectionIncarnation]
  private let entries: [JournalEntry]
  private let state: Mutex<State>

  /// Creates the collections.
  init(_ journal: any Journal, collections: Int, entries: [JournalEntry], named name: String) throws {
    self.journal = journal
    self.entries = entries
    self.collections = (0..<collections).map {
      CollectionIncarnation(CollectionKey(owner: "", id: "\(name)-\($0)"), journal.newIncarnation())
    }
    state = Mutex(State(next: Array(repeating: 0, count: collections)))
    let base = JournalBase(try list().state)
    for collection in self.collections { try journal.create(collection, base).wait() }
  }

  /// Makes `count` appends, `outstanding` at a time, waits until all are settled, and returns their number.
  func run(_ count: Int, outstanding: Int) -> Int {
    state.withLock { state in
      state.started = 0
      state.settled = 0
    }
    let isDone = DispatchSemaphore(value: 0)
    for place in 0..<outstanding { append(at: place % collections.count, count, isDone) }
    isDone.wait()
    return state.withLock { $0.settled }
  }

  private func append(at place: Int, _ count: Int, _ isDone: DispatchSemaphore) {
    let pending = state.withLock { state -> Pending<Void, JournalError>? in
      guard state.started < count else { return nil }
      state.started += 1
      let entry = entries[state.next[place]]
      state.next[place] += 1
      return journal.append(entry, to: collections[place])
    }
    pending?.whenSettled { [self] outcome in
      guard case .success = outcome else { fatalError("\(outcome)") }
      let isLast = state.withLock { state in
        state.settled += 1
        return state.settled == count
      }
      if isLast { isDone.signal() } else { append(at: place, count, isDone) }
    }
  }
}
