import Collections
import Support
import Synchronization

/// A journal over another that has other writers: its writes wait when a test says so, its store goes away and comes back,
/// and its hints are those of the test.
public final class UnsteadyJournal: WrappingJournal {
  private struct State {
    var held: [@Sendable () -> Void]?
    var outage: String?
    var doubts = 0
  }

  /// `weak` is a variable, so it is behind a lock.
  private struct Receiver: @unchecked Sendable {
    weak var hints: (any JournalHints)?
  }

  public let inner: MemoryJournal
  private let state = Mutex(State())
  private let receiver = Mutex(Receiver())

  public init(_ inner: MemoryJournal) { self.inner = inner }

  public var outage: String? { state.withLock { $0.outage } }

  public var doubts: Int { state.withLock { $0.doubts } }

  public func set(outage: String?) { state.withLock { $0.outage = outage } }

  public func addDoubt() { state.withLock { $0.doubts += 1 } }

  /// Has all writes from now on wait for `release`.
  public func hold() { state.withLock { $0.held = [] } }

  /// How many writes wait for `release`.
  public var heldCount: Int { state.withLock { $0.held?.count ?? 0 } }

  /// Makes the writes that wait, and holds no more.
  public func release() {
    let writes = state.withLock { state in
      defer { state.held = nil }
      return state.held ?? []
    }
    for write in writes { write() }
  }

  public func write(
    _ write: JournalWrite, to collection: CollectionIncarnation
  ) -> Pending<Void, JournalError> {
    let pending = Pending<Void, JournalError>()
    let isHeld = state.withLock { state in
      state.held?.append { [inner] in inner.write(write, to: collection).whenSettled { pending.settle($0) } }
      return state.held != nil
    }
    return isHeld ? pending : inner.write(write, to: collection)
  }

  public func follow(_ hints: any JournalHints) { receiver.withLock { $0.hints = hints } }

  /// Hints at the newest version of a collection, as another process does.
  public func hint(at key: CollectionKey) throws(JournalError) {
    let tip = try inner.tip(of: key).wait()
    receiver.withLock { $0.hints }?.collectionMayHaveChanged(key, to: tip)
  }
}
