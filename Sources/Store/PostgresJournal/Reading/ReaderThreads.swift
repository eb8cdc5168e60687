import Collections
import Support
import Synchronization

/// Threads that read, each with a connection of its own: as many as reads are in progress, up to a limit.
final class ReaderThreads: Sendable {
  private struct State {
    var jobs = Deque<@Sendable (Session?) -> Void>()
    var threads: [PosixThread] = []
    var idle = 0
    var isClosed = false
  }

  private let settings: SessionSettings
  private let limit: Int
  private let state = Mutex(State())
  private let hasJob = Semaphore()

  init(_ settings: SessionSettings, limit: Int) {
    self.settings = settings
    self.limit = limit
  }

  /// Reads on one of the threads.
  func read<Value: Sendable>(
    _ body: @escaping @Sendable (Session) throws(JournalError) -> Value
  ) -> Pending<Value, JournalError> {
    let pending = Pending<Value, JournalError>()
    let isOpen = state.withLock { state in
      guard !state.isClosed else { return false }
      state.jobs.append { session in
        pending.settle(
          Result { () throws(JournalError) in
            guard let session else { throw .closed }
            return try body(session)
          })
      }
      if state.idle < state.jobs.count, state.threads.count < limit {
        let thread = PosixThread(ifPossible: "store-reader") { [self] in run() }
        if let thread { state.threads.append(thread) }
      }
      return true
    }
    guard isOpen else { return Pending(.failure(.closed)) }
    hasJob.signal()
    return pending
  }

  private func run() {
    let session = Session(settings)
    while true {
      state.withLock { $0.idle += 1 }
      hasJob.wait()
      let (job, isClosed) = state.withLock { state in
        state.idle -= 1
        return (state.jobs.popFirst(), state.isClosed)
      }
      guard let job else {
        if isClosed { return }
        continue
      }
      job(isClosed ? nil : session)
    }
  }

  /// Lets the reads in progress end, fails those that wait, and ends the threads.
  func close() {
    let threads = state.withLock { state in
      state.isClosed = true
      defer { state.threads = [] }
      return state.threads
    }
    for _ in threads { hasJob.signal() }
    for thread in threads { thread.join() }
    // If no thread could be started, jobs may be left.
    while let job = state.withLock({ $0.jobs.popFirst() }) { job(nil) }
  }
}
