/// Records that help with a division: no jobs, and so not in the statistics, without deadline and lane.
extension PoolState {
  /// Queues up to so many helpers, none where the queue is full; answers them and how many workers have to be woken.
  mutating func recruit(_ count: Int, for division: Division) -> (helpers: [JobRecord], wakes: Int) {
    guard mode == .open, statistics.queued < queueLimit, count > 0 else { return ([], 0) }
    let helpers = (0..<count).map { _ in JobRecord(helping: division) }
    var wakes = 0
    for helper in helpers where enqueue(helper) { wakes += 1 }
    queuedHelpers += count
    return (helpers, wakes)
  }

  /// Puts a helper at the end of the ring once more. Nobody is woken: its worker looks next.
  mutating func requeue(_ helper: JobRecord) {
    helper.phase = .queued
    queue.append(helper)
    queuedHelpers += 1
  }

  /// Ends helpers, wherever they are; one that runs is not queued again.
  mutating func dismiss(_ helpers: [JobRecord]) {
    for helper in helpers {
      if helper.phase == .queued { queuedHelpers -= 1 }
      helper.phase = .over
    }
    compactQueue()
  }
}
