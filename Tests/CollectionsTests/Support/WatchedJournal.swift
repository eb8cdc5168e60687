import CollectionTestSupport
import Support
import Synchronization
import TestSupport

@testable import CollectionModel
@testable import Collections

/// A journal that lets a test come in between a call and its return.
final class WatchedJournal: WrappingJournal {
  enum Moment: Hashable, Sendable { case created, listed }

  let inner = MemoryJournal()
  private let visits = Mutex<[Moment: @Sendable () -> Void]>([:])

  /// What happens the next time that a call is about to return.
  func once(_ moment: Moment, _ visit: @escaping @Sendable () -> Void) {
    visits.withLock { $0[moment] = visit }
  }

  private func reach(_ moment: Moment) { visits.withLock { $0.removeValue(forKey: moment) }?() }

  func write(
    _ write: JournalWrite, to collection: CollectionIncarnation
  ) -> Pending<Void, JournalError> {
    let pending = inner.write(write, to: collection)
    if case .create = write { reach(.created) }
    return pending
  }

  func ids(
    of owner: String, in times: TimeFilter, after id: String?, limit: Int
  ) -> Pending<[String], JournalError> {
    let ids = inner.ids(of: owner, in: times, after: id, limit: limit)
    reach(.listed)
    return ids
  }
}
