import Glibc
import Support
import Synchronization

/// A fixed number of threads that take jobs, behind a bounded queue.
///
/// A submission never waits: a full queue rejects it at once. Tenants take turns: a job of a tenant that has none running
/// goes before jobs of those that have. The jobs of one tenant begin in the order of their submission, except that of one
/// lane only one job runs at a time: the others wait in the queue, without a worker, and let other jobs pass. While all
/// workers are busy, reserve threads take short jobs of tenants without a running one. A job whose deadline passes is
/// dropped at once, queued or running, by the pool's one watcher.
public final class WorkerPool: Sendable {
  let core: PoolCore
  private let watcher: DeadlineWatcher
  /// The result of `shutdown`, or nil; locked meanwhile, so that a second caller waits for the first.
  private let ended = Mutex<Bool?>(nil)

  /// Starts a pool.
  ///
  /// - Parameters:
  ///   - workers: how many threads take jobs, at least 1.
  ///   - queueLimit: how many jobs may wait for a worker, at least 1.
  ///   - name: the name of its threads.
  public convenience init(workers: Int, queueLimit: Int, name: String = "worker") {
    self.init(PoolLimits(workers: workers, queue: queueLimit), name: name)
  }

  /// Starts a pool.
  ///
  /// - Parameters:
  ///   - name: the name of its threads.
  ///   - noteUse: called on a worker when a job of a tenant leaves it, with the processor time in nanoseconds that the job
  ///     has taken there: for a short job, the time that has passed. It must not block.
  public init(
    _ limits: PoolLimits, name: String = "worker",
    noting noteUse: (@Sendable (_ tenant: String, _ used: Int64) -> Void)? = nil
  ) {
    precondition(
      limits.workers > 0 && limits.queue > 0 && limits.queuePerTenant > 0 && limits.runningPerTenant > 0,
      "a pool needs a worker and a place in its queue")
    let core = PoolCore(limits, noting: noteUse)
    self.core = core
    watcher = DeadlineWatcher(core: core, name: name)
    for index in 0..<limits.workers {
      // Detached: a shutdown counts the workers that have not ended.
      PosixThread(named: "\(name)-\(index)") { core.runWorker(index) }.detach()
    }
  }

  /// Queues a job.
  ///
  /// - Parameters:
  ///   - tenant: the client that the job belongs to, such as a key or an address.
  ///   - lane: jobs of the same lane begin in the order of their submission, each after the end of the one before: when
  ///     its worker has returned from it, whether or not it was given up meanwhile. A lane takes turns with all other
  ///     jobs of the tenant, however many wait in it.
  ///   - isLong: whether the job will take long, as far as that is known before: it takes no reserve thread.
  ///   - deadline: how long after its submission the pool gives the job up; nil means never.
  /// - Throws: `.queueFull`, `.tenantLimit` or `.stopped`, at once; the job's `dropped` is then not called.
  /// - Complexity: O(1); O(log n) in the number of jobs for a deadline that is earlier than others.
  public func submit(
    _ job: Job, of tenant: String = "", lane: String? = nil, isLong: Bool = false, deadline: Duration? = nil
  ) throws(SubmitError) {
    let record = JobRecord(
      job: job, of: tenant, lane: lane, isLong: isLong,
      deadline: deadline.map { MonotonicTime.after($0) } ?? .max, submittedAt: MonotonicTime.now)
    core.wake(try core.state.withLock { state throws(SubmitError) in try state.submit(record) })
  }

  /// The counts of jobs, now.
  public var statistics: PoolStatistics { core.state.withLock { $0.statistics } }

  /// Shuts down: takes no more jobs, runs the queued ones within the grace, then gives up the rest.
  ///
  /// Jobs that are given up get `dropped(.shutdown)` and find their token cancelled; a worker that does not return within
  /// another second is abandoned. A second call waits for the first and does nothing.
  /// - Parameter grace: how long jobs may take to finish.
  /// - Returns: whether all jobs ran to their end.
  @discardableResult
  public func shutdown(grace: Duration) -> Bool {
    ended.withLock { outcome in
      if let outcome { return outcome }
      core.state.withLock { $0.mode = .finishing }
      wakeWorkers()
      var finished = waitForWorkers(until: MonotonicTime.after(grace))
      if !finished {
        let cut = core.state.withLock { $0.cutAll() }
        for record in cut {
          record.token.cancel()
          record.job.dropped(.shutdown)
        }
        wakeWorkers()
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

  private func wakeWorkers() {
    let sleeping = core.state.withLock { state in
      defer { state.sleeping = 0 }
      return state.sleeping
    }
    for _ in 0..<sleeping { core.work.signal() }
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
