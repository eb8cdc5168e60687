import Support

/// A client as the pool sees it: the key or the address to which jobs belong.
///
/// `@unchecked Sendable`: its variables are read and written under the pool's lock only.
final class Tenant: @unchecked Sendable {
  /// Where a tenant waits for a worker.
  enum Standing: CaseIterable {
    /// None of its jobs runs, and they are short as far as the pool knows.
    case short
    /// None of its jobs runs; the next is long, or one has been lately.
    case long
    /// Some of its jobs run, others wait.
    case running
    /// It has no jobs, but had long ones lately.
    case resting
  }

  let name: String
  /// The records that a worker may take, among them some that have been given up.
  var queue = Deque<JobRecord>()
  /// Jobs that wait for a worker, in the queue or behind others of their lane.
  var queued = 0
  /// Its jobs and helpers on workers.
  var running = 0
  /// Records of any kind that are not over.
  var records = 0
  /// Until when its jobs count as long.
  var longUntil = Int64.min
  /// The ring that it is in, and its neighbours there.
  var standing: Standing?
  unowned var ahead: Tenant?
  unowned var behind: Tenant?

  init(_ name: String) { self.name = name }

  /// Where the tenant belongs.
  ///
  /// - Parameter limit: how many of its jobs may run.
  func belongs(now: Int64, limit: Int) -> Standing? {
    guard let next = queue.first else { return records == 0 && longUntil > now ? .resting : nil }
    guard running < limit else { return nil }
    if running > 0 { return .running }
    return next.isLong || longUntil > now ? .long : .short
  }

  /// Notes that a job took processor time until now: after a long one, the next are expected to be long for some time.
  func note(used: Int64, until now: Int64) {
    guard used > Self.longest else { return }
    longUntil = max(longUntil, now + min(10 * used, Self.memory))
  }

  /// The most processor time of a short job, in nanoseconds.
  static let longest: Int64 = 20_000_000
  /// How long the pool remembers a long job at most, in nanoseconds.
  private static let memory: Int64 = 2_000_000_000
}

/// Tenants that wait for the same thing, in order. The fair queue retains them.
struct TenantRing {
  private(set) unowned var first: Tenant?
  private unowned var last: Tenant?

  /// - Complexity: O(1)
  mutating func append(_ tenant: Tenant) {
    tenant.ahead = last
    if let last { last.behind = tenant } else { first = tenant }
    last = tenant
  }

  /// - Complexity: O(1)
  mutating func remove(_ tenant: Tenant) {
    let (ahead, behind) = (tenant.ahead, tenant.behind)
    if let ahead { ahead.behind = behind } else { first = behind }
    if let behind { behind.ahead = ahead } else { last = ahead }
    tenant.ahead = nil
    tenant.behind = nil
  }
}
