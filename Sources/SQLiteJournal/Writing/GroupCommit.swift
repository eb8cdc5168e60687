import Collections
import Dispatch
import Support
import Synchronization

/// Has what many threads want written written by one, in groups: while a group is on its way to the disk, the next one
/// gathers.
///
/// What is settled is settled in the order in which it was added, on the thread that writes: whoever waits for it has
/// its next operation in the next group.
final class GroupCommit: Sendable {
  private struct Line {
    var waiting: [Operation] = []
    var isWriting = false
    var isClosed = false
    /// Told of when so many are waiting.
    var awaited: Int?
  }

  private let line = Mutex(Line())
  private let hasGathered = DispatchSemaphore(value: 0)
  private let queue = DispatchQueue(label: "tessera.store")
  /// Only the queue uses it; nil once it is closed.
  private let writer: Mutex<StoreWriter?>

  /// What a group writes at most, unless it is one operation: a large one holds up few others.
  private static var groupBytes: Int { 32 << 20 }

  /// Held as long as something can be written.
  private let lock: FileLock

  init(_ writer: consuming sending StoreWriter, _ lock: FileLock) {
    self.writer = Mutex(writer)
    self.lock = lock
  }

  /// Adds an operation.
  ///
  /// - Complexity: O(1)
  func add(_ work: Operation.Work, _ key: CollectionKey) -> Pending<Void, JournalError> {
    let operation = Operation(key: key, work: work)
    enum Next { case refuse, write, tell, nothing }
    let next = line.withLock { line -> Next in
      guard !line.isClosed else { return .refuse }
      line.waiting.append(operation)
      if !line.isWriting {
        line.isWriting = true
        return .write
      }
      guard let awaited = line.awaited, line.waiting.count >= awaited else { return .nothing }
      line.awaited = nil
      return .tell
    }
    switch next {
    case .refuse: return Pending(.failure(.closed))
    case .write: queue.async { self.write() }
    case .tell: hasGathered.signal()
    case .nothing: break
    }
    return operation.pending
  }

  /// Writes what waits and ends; what is added later fails. Not to be called where something is settled.
  func close() {
    line.withLock { $0.isClosed = true }
    queue.sync {
      writer.withLock { writer in
        try? writer?.connection.checkpoint(.truncating)
        writer = nil
      }
      lock.release()
    }
  }

  /// Does something on the writer's connection between two groups.
  func withWriter<Answer: Sendable>(_ body: @Sendable (inout StoreWriter?) -> Answer) -> Answer {
    queue.sync { writer.withLock { body(&$0) } }
  }

  private func write() {
    while let group = takeGroup() {
      var outcomes: [Result<Void, JournalError>] = []
      let duration = ContinuousClock().measure {
        outcomes = writer.withLock { $0?.commit(group) } ?? group.map { _ in .failure(.closed) }
      }
      for (operation, outcome) in zip(group, outcomes) { operation.pending.settle(outcome) }
      writer.withLock { $0?.tidy() }
      gather(group.count, within: duration / 8)
    }
  }

  private func takeGroup() -> [Operation]? {
    line.withLock { line in
      guard !line.waiting.isEmpty else {
        line.isWriting = false
        return nil
      }
      var bytes = 0
      let end = line.waiting.firstIndex { operation in
        bytes += operation.byteCount
        return bytes > Self.groupBytes
      }
      guard let end, end < line.waiting.count else {
        defer { line.waiting = [] }
        return line.waiting
      }
      defer { line.waiting.removeFirst(max(1, end)) }
      return Array(line.waiting.prefix(max(1, end)))
    }
  }

  /// Waits a little for as many as the last group had.
  ///
  /// Those that were just answered are likely to ask again at once: without it the quickest of them alone would be the
  /// next group, and all the others would wait for it.
  private func gather(_ count: Int, within duration: Duration) {
    let mustWait = line.withLock { line in
      guard line.waiting.count < count, !line.isClosed else { return false }
      line.awaited = count
      return true
    }
    guard mustWait else { return }
    let limit = DispatchTime.now() + .nanoseconds(Int(duration / .nanoseconds(1)))
    guard hasGathered.wait(timeout: limit) == .timedOut else { return }
    let isTold = line.withLock { line in
      defer { line.awaited = nil }
      return line.awaited == nil
    }
    // It was told in the moment when this gave up.
    if isTold { hasGathered.wait() }
  }
}
