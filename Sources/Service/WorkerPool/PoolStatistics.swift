import Support

/// The counts of a pool at one moment.
public struct PoolStatistics: Sendable, Equatable {
  /// Jobs that wait for a worker.
  public internal(set) var queued = 0
  /// Jobs that run.
  public internal(set) var running = 0
  /// Jobs that wait for something without a worker, or for a worker to continue.
  public internal(set) var suspended = 0
  /// Jobs that ran to their end before their deadline.
  public internal(set) var completed = 0
  /// Submissions rejected because the queue was full.
  public internal(set) var refused = 0
  /// Submissions rejected because their tenant had too many jobs in the queue.
  public internal(set) var limited = 0
  /// Jobs whose deadline passed, queued or running.
  public internal(set) var expired = 0
  /// Jobs not run because their client had gone.
  public internal(set) var abandoned = 0
  /// Jobs given up because the pool shut down.
  public internal(set) var cut = 0
  /// How long jobs waited before they began, in seconds.
  public internal(set) var queueWait = Histogram(
    bounds: [0.0001, 0.0005, 0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 10, 30])
}
