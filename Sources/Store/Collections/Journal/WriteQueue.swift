import Support
import Synchronization

/// Writes the changes of many threads in groups on one thread: while the store writes a group, the next one gathers.
///
/// Results settle in the order in which the writes were added, on the thread that writes, so that a write which a
/// continuation adds belongs to the next group.
final class WriteQueue<Rows: RowStore>: Sendable {
  private struct Operation: Sendable {
    let collection: CollectionIncarnation
    let write: JournalWrite
    let pending = Pending<Void, JournalError>()
  }

  private struct State {
    var waiting: [Operation] = []
    /// What runs before the next group.
    var tasks: [@Sendable (Rows) -> Void] = []
    var isWriting = false
    var isClosed = false
    /// Whether the store is about to find out whether it can be written again.
    var isProbing = false
    /// The number of waiting operations at which to wake the writing thread; nil if it does not wait.
    var awaited: Int?
  }

  /// What the thread that adds an operation has to do.
  private enum Step { case reject, start, wake, nothing }

  private let rows: Rows
  private let state = Mutex(State())
  private let hasGathered = Semaphore()
  /// The journal's thread.
  let queue = ThreadQueue(named: "journal")
  /// The versions of recently written collections: only the queue uses them.
  private let versions = Mutex<[CollectionKey: CollectionVersions]>([:])

  /// The largest number of bytes in a group of several operations, so that large operations delay few others.
  private static var groupBytes: Int { 32 << 20 }

  /// The largest number of collections whose versions stay in memory: about 10 MB.
  private static var versionsLimit: Int { 65_536 }

  init(_ rows: Rows) { self.rows = rows }

  /// Adds a write.
  ///
  /// - Complexity: O(1).
  func add(_ write: JournalWrite, to collection: CollectionIncarnation) -> Pending<Void, JournalError> {
    let operation = Operation(collection: collection, write: write)
    let step = state.withLock { state -> Step in
      guard !state.isClosed else { return .reject }
      state.waiting.append(operation)
      if !state.isWriting {
        state.isWriting = true
        return .start
      }
      guard let awaited = state.awaited, state.waiting.count >= awaited else { return .nothing }
      state.awaited = nil
      return .wake
    }
    switch step {
    case .reject: return Pending(.failure(.closed))
    case .start: queue.add { self.writeGroups() }
    case .wake: hasGathered.signal()
    case .nothing: break
    }
    return operation.pending
  }

  /// Has the store find out between two groups whether it can be written again, once for all calls meanwhile.
  func probe() {
    let isFirst = state.withLock { state -> Bool in
      guard !state.isClosed, !state.isProbing else { return false }
      state.isProbing = true
      return true
    }
    guard isFirst else { return }
    queue.add {
      self.rows.probe()
      self.state.withLock { $0.isProbing = false }
    }
  }

  /// Runs a body on the store before the next group, and returns its result.
  func run<Value: Sendable>(
    _ body: @escaping @Sendable (Rows) throws(JournalError) -> Value
  ) -> Pending<Value, JournalError> {
    let pending = Pending<Value, JournalError>()
    let step = state.withLock { state -> Step in
      guard !state.isClosed else { return .reject }
      state.tasks.append { rows in
        pending.settle(Result { () throws(JournalError) in try body(rows) })
      }
      guard !state.isWriting else { return .nothing }
      state.isWriting = true
      return .start
    }
    if case .reject = step { return Pending(.failure(.closed)) }
    if case .start = step { queue.add { self.writeGroups() } }
    return pending
  }

  /// Changes the owner of collections between two groups. Never call it where a result settles.
  func reassign(_ owner: String, to other: String) -> Result<Reassignment, JournalError> {
    queue.sync {
      versions.withLock { versions in
        versions = [:]
        return Result { () throws(JournalError) in try rows.reassign(owner, to: other) }
      }
    }
  }

  /// Writes what waits, then closes the store. Never call it where a result settles.
  func close() {
    state.withLock { $0.isClosed = true }
    queue.sync { rows.close() }
  }

  private func writeGroups() {
    while let group = takeGroup() {
      for task in takeTasks() { task(rows) }
      guard !group.isEmpty else { continue }
      var outcomes: [Result<Void, JournalError>] = []
      let duration = ContinuousClock().measure { outcomes = versions.withLock { commit(group[...], &$0) } }
      for (operation, outcome) in zip(group, outcomes) { operation.pending.settle(outcome) }
      rows.maintain()
      gather(group.count, within: duration / 8)
    }
  }

  private func takeTasks() -> [@Sendable (Rows) -> Void] {
    state.withLock { state in
      defer { state.tasks = [] }
      return state.tasks
    }
  }

  /// Returns the operations of the next group, none if only tasks wait; nil if nothing waits.
  private func takeGroup() -> [Operation]? {
    state.withLock { state in
      guard !state.waiting.isEmpty else {
        if !state.tasks.isEmpty { return [] }
        state.isWriting = false
        return nil
      }
      var bytes = 0
      let end = state.waiting.firstIndex { operation in
        bytes += operation.write.byteCount
        return bytes > Self.groupBytes
      }
      guard let end, end < state.waiting.count else {
        defer { state.waiting = [] }
        return state.waiting
      }
      defer { state.waiting.removeFirst(max(1, end)) }
      return Array(state.waiting.prefix(max(1, end)))
    }
  }

  /// Waits a little for as many operations as the last group had.
  ///
  /// The callers whose writes have just settled are likely to write again at once. Without the wait, the fastest of them
  /// alone would be the next group, and all others would wait for it.
  private func gather(_ count: Int, within duration: Duration) {
    let mustWait = state.withLock { state in
      guard state.waiting.count < count, !state.isClosed else { return false }
      state.awaited = count
      return true
    }
    guard mustWait else { return }
    guard !hasGathered.wait(atMost: duration) else { return }
    let isSignaled = state.withLock { state in
      defer { state.awaited = nil }
      return state.awaited == nil
    }
    // The signal came at the moment of the timeout.
    if isSignaled { hasGathered.wait() }
  }
}

extension WriteQueue {
  /// Writes a group in one transaction, or each operation alone if only some of the rows cannot be written.
  ///
  /// - Returns: the outcome of each operation, in their order.
  private func commit(
    _ group: ArraySlice<Operation>, _ versions: inout [CollectionKey: CollectionVersions]
  ) -> [Result<Void, JournalError>] {
    do throws(RowStoreError) {
      return try attempt(group, &versions)
    } catch {
      versions = [:]
      if case .rows = error, group.count > 1 {
        return group.indices.flatMap { commit(group[$0...$0], &versions) }
      }
      return group.map { _ in .failure(error.reason) }
    }
  }

  /// Applies the rules to a group, and writes the changes that they accept.
  ///
  /// - Throws: the store's error if it has changed nothing.
  private func attempt(
    _ group: ArraySlice<Operation>, _ versions: inout [CollectionKey: CollectionVersions]
  ) throws(RowStoreError) -> [Result<Void, JournalError>] {
    if versions.count > Self.versionsLimit { versions = [:] }
    var unknown: Set<CollectionKey> = []
    for operation in group where versions[operation.collection.key] == nil {
      unknown.insert(operation.collection.key)
    }
    if !unknown.isEmpty {
      for (key, found) in try rows.versions(of: Array(unknown)) { versions[key] = found }
    }
    var writes: [RowWrite] = []
    writes.reserveCapacity(group.count)
    var outcomes: [Result<Void, JournalError>] = []
    outcomes.reserveCapacity(group.count)
    for operation in group {
      let collection = operation.collection
      let before = versions[collection.key]
      do throws(JournalError) {
        if let change = try operation.write.change(to: collection, at: before) {
          versions[collection.key] = change.versions(of: collection, after: before)
          writes.append(
            RowWrite(
              collection: collection, versions: before, change: change, request: operation.write.request))
        }
        outcomes.append(.success(()))
      } catch {
        outcomes.append(.failure(error))
      }
    }
    if !writes.isEmpty { try rows.write(writes) }
    return outcomes
  }
}
