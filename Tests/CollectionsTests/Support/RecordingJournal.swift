import Support
import Synchronization
import TestSupport

@testable import CollectionModel
@testable import Collections

/// A journal in memory that counts the writes, and fails them on request.
final class RecordingJournal: WrappingJournal {
  let inner = MemoryJournal()
  private let state = Mutex((writes: [JournalWrite](), isFailing: false))

  /// The writes that were asked for since the last call.
  func takeWrites() -> [JournalWrite] {
    state.withLock { state in
      defer { state.writes = [] }
      return state.writes
    }
  }

  func fail(_ isFailing: Bool) { state.withLock { $0.isFailing = isFailing } }

  func write(
    _ write: JournalWrite, to collection: CollectionIncarnation
  ) -> Pending<Void, JournalError> {
    let isFailing = state.withLock { state in
      state.writes.append(write)
      return state.isFailing
    }
    return isFailing ? Pending(.failure(.unavailable("It fails."))) : inner.write(write, to: collection)
  }
}
