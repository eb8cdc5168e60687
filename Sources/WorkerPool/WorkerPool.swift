import Glibc
import Support
import Synchronization

/// A fixed number of threads that take jobs, behind a bounded queue.
///
/// A submission never waits: a full queue refuses at once. Jobs begin in the order in which they came, except that of
/// those in one lane only one runs at a time: the others wait in the queue, without a worker, and let other jobs pass.
/// A job whose deadline passes is told so at once, queued or running, by the pool's one watcher.
public final class WorkerPool: Sendable {
  let core: PoolCore
  private let watcher: DeadlineWatcher
  /// What its threads are called, each with the number of its seat.
  let name: String
  /// Whether the pool has shut down, and how; held meanwhile, so that a second caller waits for the first.
  private let ended = Mutex<Bool?>(nil)

  /// Starts a pool. `queueLimit` counts jobs that have not begun; `name` is what its threads are called.
  public init(workers: Int, queueLimit: Int, name: String = "worker") {
    precondition(workers > 0 && queueLimit > 0, "a pool needs a worker and a place in its queue")
    let core = PoolCore(workers: workers, queueLimit: queueLimit)
    self.core = core
    self.name = name
    watcher = DeadlineWatcher(core: core, name: "\(name)-clock")
    for index in 0..<workers {
      // Nobody joins a worker: a shutdown counts those that have not ended.
      PosixThread(named: "\(name)-\(index)") { core.runWorker(index) }.detach()
    }
  }

  /// Queues a job, to be given up after `deadline` (nil: never).
  ///
  /// - Parameter lane: jobs with the same lane begin in the order in which they came, each when the one before has
  ///   ended: when its worker is back from it, whether or not it was given up meanwhile. A lane takes turns with all
  ///   other jobs, however many wait in it.
  /// - Throws: `.queueFull` or `.stopped`, at once; the job is then not kept, and its `dropped` not called.
  /// - Complexity: O(1), and O(log n) in the number of jobs for a deadline that is earlier than others.
  public func submit(_ job: Job, lane: String? = nil, deadline: Duration? = nil) throws(SubmitError) {
    let record = JobRecord(
      job: job, lane: lane, deadline: deadline.map { MonotonicTime.after($0) } ?? .max,
      submittedAt: MonotonicTime.now)
    let wake = try core.state.withLock { state throws(SubmitError) in try state.submit(record) }
    if wake.worker { core.work.signal() }
    if wake.watcher { watcher.wake() }
  }

  /// What the pool has done so far and is doing now.
  public var statistics: PoolStatistics { core.state.withLock { $0.statistics } }

  /// Shuts down: takes nothing more, runs what it has within the grace, then gives up the rest.
  ///
  /// What is given up is told `dropped(.shutdown)`, and its token reads cancelled; a worker that does not come back
  /// within another second is left to itself. A second call waits for the first and does nothing.
  /// - Returns: whether everything was run to its end.
  @discardableResult
  public func shutdown(grace: Duration) -> Bool {
    ended.withLock { outcome in
      if let outcome { return outcome }
      let sleeping = core.state.withLock { state in
        state.mode = .finishing
        defer { state.sleeping = 0 }
        return state.sleeping
      }
      for _ in 0..<sleeping { core.work.signal() }
      var finished = waitForWorkers(until: MonotonicTime.after(grace))
      if !finished {
        let cut = core.state.withLock { $0.cutAll() }
        for record in cut {
          record.token.cancel()
          record.job.dropped(.shutdown)
        }
        finished = cut.isEmpty
        _ = waitForWorkers(until: MonotonicTime.after(.seconds(1)))
      }
      core.state.withLock { $0.mode = .over }
      watcher.wake()
      watcher.join()
      outcome = finished
      return finished
    }
  }

  private func waitForWorkers(until end: Int64) -> Bool {
    while core.state.withLock({ $0.liveWorkers }) > 0 {
      if MonotonicTime.now >= end { return false }
      usleep(500)
    }
    return true
  }

  deinit { shutdown(grace: .zero) }
}
