import Collections
import Glibc
import Support
import Synchronization

/// Writes in groups on a thread with a connection of its own: while the server commits one, the next gathers.
///
/// The writes to one collection are made and settle in the order in which they were added.
final class StoreWriter: Sendable {
  private struct State {
    var waiting: [WriteOperation] = []
    var isClosed = false
  }

  private let settings: SessionSettings
  private let changes: ChangeGroup
  private let lifecycles: LifecycleGroup
  private let quotas: QuotasInForce
  private let hinter: Hinter
  /// How long the outcome of a lost commit is asked for.
  private let doubtPatience: Duration
  private let state = Mutex(State())
  private let hasWrite = Semaphore()
  private let thread = Mutex<PosixThread?>(nil)

  /// The largest number of writes and of bytes in a group of several.
  private static var groupCount: Int { 1024 }
  private static var groupBytes: Int { 8 << 20 }

  init(
    _ settings: SessionSettings, _ changes: ChangeGroup, _ lifecycles: LifecycleGroup,
    _ quotas: QuotasInForce, _ hinter: Hinter, doubtPatience: Duration
  ) {
    self.settings = settings
    self.changes = changes
    self.lifecycles = lifecycles
    self.quotas = quotas
    self.hinter = hinter
    self.doubtPatience = doubtPatience
  }

  func start() {
    thread.withLock { $0 = PosixThread(named: "store-writer") { [self] in run() } }
  }

  /// Adds a write.
  ///
  /// - Complexity: O(1).
  func add(_ operation: WriteOperation) -> Pending<Void, JournalError> {
    let isOpen = state.withLock { state in
      guard !state.isClosed else { return false }
      state.waiting.append(operation)
      return true
    }
    guard isOpen else { return Pending(.failure(.closed)) }
    hasWrite.signal()
    return operation.pending
  }

  /// Completes the writes that wait, and ends the thread.
  func close() {
    state.withLock { $0.isClosed = true }
    hasWrite.signal()
    thread.withLock { $0.take() }?.join()
  }

  private func run() {
    let session = Session(settings)
    while true {
      let group = takeGroup()
      if group.isEmpty {
        if state.withLock({ $0.isClosed && $0.waiting.isEmpty }) { return }
        hasWrite.wait()
        continue
      }
      let outcome = perform(group[...], doubt: nil, session)
      var again: [WriteOperation] = []
      var failed: [CollectionIncarnation: JournalError] = [:]
      for (operation, result) in zip(group, outcome.writes) {
        switch result {
        case .settled(.failure(let error)) where operation.isAppend:
          failed[operation.collection] = failed[operation.collection] ?? error
        case .settled: break
        case .again: again.append(operation)
        }
      }
      let rejected = failed.isEmpty ? [] : takeEntries(behind: failed)
      if !again.isEmpty { state.withLock { $0.waiting.insert(contentsOf: again, at: 0) } }
      for (operation, result) in zip(group, outcome.writes) {
        if case .settled(let result) = result { operation.pending.settle(result) }
      }
      reject(rejected, behind: failed)
      hinter.add(outcome.hints)
    }
  }

  /// Takes the waiting entries that continue an entry which was not made. Their versions may fit all the same, because
  /// another service has made that version meanwhile.
  ///
  /// The entry settles only then: a write added after that was made with the knowledge of its failure. Positions of
  /// viewports name their version and continue nothing.
  private func takeEntries(behind failed: [CollectionIncarnation: JournalError]) -> [WriteOperation] {
    state.withLock { state in
      let taken = state.waiting.filter { failed[$0.collection] != nil && $0.isAppend }
      if !taken.isEmpty { state.waiting.removeAll { failed[$0.collection] != nil && $0.isAppend } }
      return taken
    }
  }

  private func reject(_ entries: [WriteOperation], behind failed: [CollectionIncarnation: JournalError]) {
    for operation in entries {
      let error: JournalError =
        switch failed[operation.collection] {
        case .conflict, .missing, .full, .unavailable: failed[operation.collection] ?? .missing
        case .outcomeUnknown(let reason): .unavailable(reason)
        case .exists, .repeated, .limit, .damaged, nil:
          .conflict(version: max(0, (operation.entryVersion ?? 2) - 2))
        }
      operation.pending.settle(.failure(error))
    }
  }

  /// Takes as many of the waiting writes as fit into one transaction: those of the kind of the first, but none that
  /// comes after a waiting write to the same collection.
  private func takeGroup() -> [WriteOperation] {
    state.withLock { state in
      guard let kind = state.waiting.first?.kind else { return [] }
      var group: [WriteOperation] = []
      var left: [WriteOperation] = []
      var closed: Set<CollectionKey> = []
      var bytes = 0
      for operation in state.waiting {
        bytes += operation.byteCount
        let isFull = !group.isEmpty && (bytes > Self.groupBytes || group.count == Self.groupCount)
        let fits = !isFull && operation.kind == kind && !(kind == .compaction && !group.isEmpty)
        if fits, !closed.contains(operation.collection.key) {
          group.append(operation)
          if kind != .change { closed.insert(operation.collection.key) }
        } else {
          left.append(operation)
          closed.insert(operation.collection.key)
        }
      }
      state.waiting = left
      return group
    }
  }

  /// Makes the writes of a group.
  ///
  /// - Parameter doubt: until when to ask for the outcome, if an earlier attempt may have succeeded.
  private func perform(
    _ group: ArraySlice<WriteOperation>, doubt: Int64?, _ session: Session
  ) -> GroupOutcome {
    var doubt = doubt
    var attempts = 0
    while true {
      var isSent = false
      do throws(PostgresError) {
        try settings.health.checkExclusion()
        try session.connected()
        isSent = true
        return try write(Array(group), isInDoubt: doubt != nil, session)
      } catch {
        if isSent, error.isOfConnection, doubt == nil {
          doubt = MonotonicTime.after(doubtPatience)
          settings.health.noteDoubt()
        }
        if error.isTransient, attempts < Self.attempts {
          attempts += 1
          continue
        }
        if error.state?.isOfData ?? false {
          guard group.count == 1 else { return halves(group, doubt, session) }
          return GroupOutcome(writes: [.failure(failure(error, of: group[group.startIndex]))])
        }
        guard let end = doubt else {
          return GroupOutcome(writes: group.map { .failure(failure(error, of: $0)) })
        }
        guard MonotonicTime.now < end else {
          return GroupOutcome(writes: group.map { _ in .failure(.outcomeUnknown(error.reason)) })
        }
        usleep(20_000)
      }
    }
  }

  /// How often a group is tried again that another transaction was in the way of.
  private static var attempts: Int { 10 }

  /// Makes each half of a group, so that a write that cannot be made harms no other.
  private func halves(
    _ group: ArraySlice<WriteOperation>, _ doubt: Int64?, _ session: Session
  ) -> GroupOutcome {
    let middle = group.startIndex + group.count / 2
    var outcome = perform(group[..<middle], doubt: doubt, session)
    // A later write to a collection must not overtake an earlier one that has to be offered again.
    var blocked: Set<CollectionKey> = []
    for (operation, result) in zip(group, outcome.writes) {
      if case .again = result { blocked.insert(operation.collection.key) }
    }
    let second = group[middle...]
    let free = second.filter { !blocked.contains($0.collection.key) }
    var rest = free.isEmpty ? GroupOutcome(writes: []) : perform(free[...], doubt: doubt, session)
    outcome.hints += rest.hints
    rest.writes.reverse()
    for operation in second {
      outcome.writes.append(
        blocked.contains(operation.collection.key) ? .again : rest.writes.popLast() ?? .again)
    }
    return outcome
  }

  private func write(
    _ group: [WriteOperation], isInDoubt: Bool, _ session: Session
  ) throws(PostgresError) -> GroupOutcome {
    switch group[0].kind {
    case .change: try changes.write(group, isInDoubt: isInDoubt, session)
    case .creation: try lifecycles.create(group, isInDoubt: isInDoubt, session)
    case .deletion: try lifecycles.delete(group, isInDoubt: isInDoubt, session)
    case .compaction: try lifecycles.compact(group[0], isInDoubt: isInDoubt, session)
    }
  }

  private func failure(_ error: PostgresError, of operation: WriteOperation) -> JournalError {
    let quota = quotas[operation.collection.key.owner]
    return switch error.constraint {
    case "collection_limit": .limit(.collectionsPerOwner(quota.collections))
    case "item_limit": .limit(.itemsPerOwner(quota.items))
    default: JournalError(error)
    }
  }
}

extension PostgresError {
  /// Whether the same transaction may succeed if it is repeated: another one was in the way, or has stored the same
  /// request meanwhile, which the next attempt then finds.
  fileprivate var isTransient: Bool {
    (state?.isTransient ?? false) || constraint == "requests_pkey"
      || state == .notNullViolation || state == .uniqueViolation
  }
}
