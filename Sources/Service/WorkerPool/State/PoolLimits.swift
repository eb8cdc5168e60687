/// The limits of a pool.
public struct PoolLimits: Sendable {
  /// How many threads take jobs of any tenant, at least 1.
  public var workers: Int
  /// How many jobs may wait for a worker, at least 1.
  public var queue: Int
  /// How many jobs of one tenant may wait for a worker, at least 1; no limit by default.
  public var queuePerTenant = Int.max
  /// How many jobs of one tenant may run at once, at least 1; no limit by default.
  public var runningPerTenant = Int.max

  /// Creates limits without those of a tenant.
  public init(workers: Int, queue: Int) {
    self.workers = workers
    self.queue = queue
  }

  /// How many further threads take short jobs of tenants without a running one while all workers are busy.
  ///
  /// More than one, because a job that was expected to be short may turn out to be long.
  var reserve: Int { max(2, workers) }

  /// The most threads that a pool has at once: workers, their substitutes while they are busy with long work, and the
  /// reserve.
  package var threads: Int { 2 * workers + reserve }
}
