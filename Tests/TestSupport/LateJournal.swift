import Collections
import Dispatch
import FlightRecorder
import Support
import Synchronization

/// A journal whose reads settle later, on a thread of its own, as those of a store behind a network do.
///
/// What a read returns is what the journal had when the read was made.
public final class LateJournal: Journal {
  private struct State {
    var isHolding = false
    var held: [@Sendable () -> Void] = []
    var reads = 0
  }

  public let inner: any Journal
  private let delay: Duration
  private let failure: (@Sendable (CollectionKey) -> JournalError?)?
  private let state = Mutex(State())
  private let queue = DispatchQueue(label: "late journal")

  /// - Parameters:
  ///   - delay: how long each read takes.
  ///   - failure: how loading a collection fails, if it does.
  public init(
    _ inner: any Journal = MemoryJournal(), delay: Duration = .zero,
    failure: (@Sendable (CollectionKey) -> JournalError?)? = nil
  ) {
    self.inner = inner
    self.delay = delay
    self.failure = failure
  }

  public var recorder: FlightRecorder? { inner.recorder }

  public var isExclusive: Bool { inner.isExclusive }

  public var outage: String? { inner.outage }

  public var doubts: Int { inner.doubts }

  public func newIncarnation() -> Int { inner.newIncarnation() }

  /// Has all reads from now on wait for `release`.
  public func hold() { state.withLock { $0.isHolding = true } }

  /// Settles the reads that wait, in their order, and holds no more.
  public func release() {
    let held = state.withLock { state in
      defer { state.held = [] }
      state.isHolding = false
      return state.held
    }
    for settle in held { queue.async(execute: settle) }
  }

  /// How many reads wait for `release`.
  public var heldCount: Int { state.withLock { $0.held.count } }

  /// How many reads there have been.
  public var readCount: Int { state.withLock { $0.reads } }

  private func late<Value>(_ read: Pending<Value, JournalError>) -> Pending<Value, JournalError> {
    let late = Pending<Value, JournalError>()
    let settle: @Sendable () -> Void = { read.whenSettled { late.settle($0) } }
    let isHeld = state.withLock { state in
      state.reads += 1
      if state.isHolding { state.held.append(settle) }
      return state.isHolding
    }
    guard !isHeld else { return late }
    let nanoseconds = Int(delay / .nanoseconds(1))
    queue.asyncAfter(deadline: .now() + .nanoseconds(nanoseconds), execute: settle)
    return late
  }

  public func load(_ key: CollectionKey) -> Pending<JournalRecord?, JournalError> {
    late(failure?(key).map { Pending(.failure($0)) } ?? inner.load(key))
  }

  public func history(
    _ key: CollectionKey, since version: Int
  ) -> Pending<JournalRecord?, JournalError> { late(inner.history(key, since: version)) }

  public func head(of key: CollectionKey) -> Pending<JournalHead?, JournalError> {
    late(inner.head(of: key))
  }

  public func ids(
    of owner: String, in times: TimeFilter, after id: String?, limit: Int
  ) -> Pending<[String], JournalError> {
    late(inner.ids(of: owner, in: times, after: id, limit: limit))
  }

  public func tip(of key: CollectionKey) -> Pending<JournalTip?, JournalError> { late(inner.tip(of: key)) }

  public func entries(
    of collection: CollectionIncarnation, after version: Int
  ) -> Pending<[JournalEntry]?, JournalError> { late(inner.entries(of: collection, after: version)) }

  public func stored(_ request: RequestKey.Name) -> Pending<StoredRequest?, JournalError> {
    late(inner.stored(request))
  }

  public func usage() -> Pending<[String: CollectionUsage], JournalError> { late(inner.usage()) }

  public func byteCounts() -> Pending<[CollectionIncarnation: Int], JournalError> {
    late(inner.byteCounts())
  }

  public func enforce(_ quotas: StorageQuotas) { inner.enforce(quotas) }

  public func histories(
    olderThan seconds: Int, after number: Int, limit: Int
  ) -> Pending<[StoredHistory], JournalError> {
    late(inner.histories(olderThan: seconds, after: number, limit: limit))
  }

  public func deleteRequests(of owner: String) -> Pending<Void, JournalError> {
    inner.deleteRequests(of: owner)
  }

  public func vacuum() -> Pending<Void, JournalError> { inner.vacuum() }

  public func maintain() { inner.maintain() }

  public func write(
    _ write: JournalWrite, to collection: CollectionIncarnation
  ) -> Pending<Void, JournalError> { inner.write(write, to: collection) }

  public func reassign(_ owner: String, to other: String) -> Pending<Reassignment, JournalError> {
    inner.reassign(owner, to: other)
  }

  public func follow(_ hints: any JournalHints) { inner.follow(hints) }

  public func close() { inner.close() }
}
