import Glibc

/// Records that help with a division. They are not jobs: they have no deadline and no lane, and do not count in the
/// statistics. They belong to the tenant whose job divides its work.
extension PoolState {
  /// Queues `count` helpers, or none where the queue is full; returns them and the threads to wake.
  mutating func recruit(_ count: Int, for division: Division, by thread: pthread_t, now: Int64)
    -> (helpers: [JobRecord], wakes: [Wake])
  {
    guard mode == .open, statistics.queued < limits.queue, count > 0 else { return ([], []) }
    let owner = seats.first { $0.thread == thread }?.record?.tenantName ?? ""
    let helpers = (0..<count).map { _ in
      JobRecord(helping: division, for: queue.tenant(named: owner, now: now))
    }
    queuedHelpers += count
    return (helpers, helpers.map { enqueue($0) })
  }

  /// Adds a helper at the end of the queue again. This wakes no worker: the one that ran it looks next.
  mutating func requeue(_ helper: JobRecord) {
    helper.phase = .queued
    queue.append(helper)
    queuedHelpers += 1
  }

  /// Ends helpers, wherever they are; a running one is not queued again.
  mutating func dismiss(_ helpers: [JobRecord]) {
    for helper in helpers where helper.phase != .over {
      if helper.phase == .queued {
        queuedHelpers -= 1
        queue.drop(helper.tenant)
      }
      helper.phase = .over
    }
    compactQueue()
  }
}
