/// Records that help with a division. They are not jobs: they have no deadline and no lane, and do not count in the
/// statistics.
extension PoolState {
  /// Queues `count` helpers, or none where the queue is full; returns them and how many workers to wake.
  mutating func recruit(_ count: Int, for division: Division) -> (helpers: [JobRecord], wakes: Int) {
    guard mode == .open, statistics.queued < queueLimit, count > 0 else { return ([], 0) }
    let helpers = (0..<count).map { _ in JobRecord(helping: division) }
    var wakes = 0
    for helper in helpers where enqueue(helper) { wakes += 1 }
    queuedHelpers += count
    return (helpers, wakes)
  }

  /// Adds a helper at the end of the queue again. This wakes no worker: the one that ran it looks next.
  mutating func requeue(_ helper: JobRecord) {
    helper.phase = .queued
    queue.append(helper)
    queuedHelpers += 1
  }

  /// Ends helpers, wherever they are; a running one is not queued again.
  mutating func dismiss(_ helpers: [JobRecord]) {
    for helper in helpers {
      if helper.phase == .queued { queuedHelpers -= 1 }
      helper.phase = .over
    }
    compactQueue()
  }
}
