import Synchronization

/// Runs work on threads of its own, which begin it in the order in which it was added.
///
/// Nothing below the service may need a file at a time of its own choice: libdispatch opens one for each of its threads
/// to watch them, and ends the process when there is no descriptor left for it.
package final class ThreadQueue: Sendable {
  private let core: Core

  /// Starts the threads; traps when the system cannot start so many.
  ///
  /// - Parameter threads: how many, at least 1. One of them runs the work one after the other.
  package init(named name: String, threads: Int = 1) {
    let core = Core(threads: max(1, threads))
    self.core = core
    for _ in 0..<core.threads { PosixThread(named: name) { core.run() }.detach() }
  }

  // The threads run the rest of the work, and end.
  deinit { core.close() }

  /// Adds work.
  ///
  /// - Complexity: O(1) amortized.
  package func add(_ work: @escaping @Sendable () -> Void) { core.add(work) }

  /// Runs a body on the calling thread while the queue, which has one thread, waits behind all earlier work.
  ///
  /// Never call it from work of the queue.
  package func sync<Result>(_ body: () -> Result) -> Result {
    let (isReached, isDone) = (Semaphore(), Semaphore())
    add {
      isReached.signal()
      isDone.wait()
    }
    isReached.wait()
    defer { isDone.signal() }
    return body()
  }

  /// What the queue and its threads share; it outlives the queue.
  private final class Core: Sendable {
    let threads: Int
    private let work = Mutex(Deque<@Sendable () -> Void>())
    /// Has one for each piece of work and, once the queue is over, one for each thread.
    private let signals = Semaphore()

    init(threads: Int) { self.threads = threads }

    func add(_ work: @escaping @Sendable () -> Void) {
      self.work.withLock { $0.append(work) }
      signals.signal()
    }

    func run() {
      while let work = next() { work() }
    }

    func close() { for _ in 0..<threads { signals.signal() } }

    /// Waits for work; nil once the queue is over and nothing is left.
    private func next() -> (@Sendable () -> Void)? {
      signals.wait()
      return work.withLock { $0.popFirst() }
    }
  }
}
