import Glibc

/// A job that waits for something without holding a worker.
public struct SuspendedJob: Sendable {
  let core: PoolCore
  let record: JobRecord

  /// Queues the rest of the job, once: behind the jobs that wait for a worker already, and whatever the queue's limit.
  ///
  /// A job that was given up meanwhile is resumed too, so that it can clean up; its token reads cancelled. After a
  /// shutdown nothing is run any more.
  /// - Complexity: O(1).
  public func resume(_ rest: @escaping @Sendable () -> Void) {
    core.wake(core.state.withLock { $0.resume(record, rest) })
  }
}

extension WorkerPool {
  /// Sets the calling worker's job aside until it is resumed: when the job returns, its worker takes other jobs.
  ///
  /// A suspended job keeps its lane, its token and its deadline. One that is suspended several times goes on with each
  /// rest as that comes, one at a time, and is over after the last.
  ///
  /// - Returns: what resumes the job; nil on a thread that runs no job of the pool.
  /// - Complexity: O(n) in the number of workers.
  public func suspendJob() -> SuspendedJob? {
    guard let record = core.state.withLock({ $0.suspend(pthread_self()) }) else { return nil }
    return SuspendedJob(core: core, record: record)
  }
}

/// Jobs that wait for something without a worker.
extension PoolState {
  /// Notes that a thread's job is to be set aside when it returns; nil where the thread runs none.
  mutating func suspend(_ thread: pthread_t) -> JobRecord? {
    guard let record = seats.first(where: { $0.thread == thread })?.record, !record.isHelper else {
      return nil
    }
    record.suspensions += 1
    return record
  }

  /// Frees the worker of a job that goes on later; false for a job that is over.
  mutating func setAside(worker: Int, now: Int64) -> Bool {
    guard mode != .over, let record = seats[worker].record, record.suspensions > 0 || !record.rest.isEmpty
    else { return false }
    seats[worker].record = nil
    leaveWorker(record, now: now)
    statistics.running -= 1
    statistics.suspended += 1
    if record.rest.isEmpty {
      suspended[ObjectIdentifier(record)] = record
    } else {
      record.isResumed = true
      queue.append(record)
    }
    return true
  }

  /// Adds something to do to a suspended job; returns the threads to wake for it.
  mutating func resume(_ record: JobRecord, _ rest: @escaping @Sendable () -> Void) -> Wake {
    record.suspensions -= 1
    record.rest.append(rest)
    guard suspended.removeValue(forKey: ObjectIdentifier(record)) != nil else { return Wake() }
    record.isResumed = true
    return enqueue(record)
  }

  /// Gives a resumed job a worker, and returns what it has to do.
  mutating func takeUp(_ record: JobRecord, worker: Int, now: Int64) -> [@Sendable () -> Void] {
    enterWorker(record, now: now)
    record.isResumed = false
    statistics.suspended -= 1
    statistics.running += 1
    seats[worker].record = record
    defer { record.rest = [] }
    return record.rest
  }

  /// Takes out every suspended job, resumed or not, for a shutdown whose grace is over.
  mutating func takeSuspended() -> [JobRecord] {
    defer { suspended = [:] }
    return Array(suspended.values)
  }
}
