import Support
import Synchronization

/// What each tenant may spend: so much in a second, and some of it at once (a token bucket).
///
/// A charge that is more than a tenant may spend at once is accepted when the tenant has spent nothing, and the tenant is in
/// debt until enough time has passed. Each call says by which policy: tenants may have different ones, and another one
/// after a reload.
final class RateLimiter: Sendable {
  /// How much a tenant may spend.
  struct Policy: Sendable, Equatable {
    /// The name in header fields.
    var name = "default"
    /// The unit in header fields; nil for requests, and where a client need not know it.
    var unit: String?
    /// Units in a second, more than 0.
    var rate: Double
    /// Units at once, at least 1.
    var burst: Double

    init(name: String = "default", unit: String? = nil, rate: Double, burst: Double) {
      self.name = name
      self.unit = unit
      self.rate = rate
      self.burst = burst
    }
  }

  /// The rest of a tenant's budget.
  struct Allowance: Sendable, Equatable {
    /// Units; negative in debt.
    var units: Double
    let policy: Policy

    /// The seconds until a number of units is there.
    ///
    /// - Parameter wanted: at most `policy.burst`.
    func seconds(until wanted: Double) -> Double { max(0, (wanted - units) / policy.rate) }
  }

  private struct Bucket {
    var units: Double
    /// When the bucket had that many units, in nanoseconds.
    var at: Int64
    /// The policy of the last charge.
    var policy: Policy
  }

  private struct State {
    var buckets: [String: Bucket] = [:]
    /// The number of buckets at which full ones are removed.
    var crowd = RateLimiter.leastCrowd
  }

  private let now: @Sendable () -> Int64
  private let state = Mutex(State())

  fileprivate static let leastCrowd = 1024

  /// - Parameter now: the time in nanoseconds.
  init(now: @escaping @Sendable () -> Int64 = { MonotonicTime.now }) { self.now = now }

  /// The number of tenants whose spending is remembered: those that spent some lately.
  var tenantCount: Int { state.withLock { $0.buckets.count } }

  /// Charges a tenant, unless it has not enough left.
  ///
  /// - Parameter units: 0 or more.
  /// - Returns: whether the units were charged, and the rest of the budget.
  /// - Complexity: O(1) amortised.
  func charge(
    _ units: Double, to tenant: String, by policy: Policy
  ) -> (isAccepted: Bool, left: Allowance) {
    let now = now()
    return state.withLock { state in
      let left = Self.units(of: state.buckets[tenant], by: policy, now: now)
      guard left >= min(units, policy.burst) else { return (false, Allowance(units: left, policy: policy)) }
      return (true, Self.spend(units, of: left, &state, tenant, policy, now: now))
    }
  }

  /// Charges a tenant for what it has spent already, which may leave it in debt.
  ///
  /// - Parameter units: 0 or more.
  /// - Complexity: O(1) amortised.
  func settle(_ units: Double, of tenant: String, by policy: Policy) {
    let now = now()
    state.withLock { state in
      let left = Self.units(of: state.buckets[tenant], by: policy, now: now)
      _ = Self.spend(units, of: left, &state, tenant, policy, now: now)
    }
  }

  /// Returns the rest of a tenant's budget.
  func allowance(of tenant: String, by policy: Policy) -> Allowance {
    let now = now()
    let units = state.withLock { Self.units(of: $0.buckets[tenant], by: policy, now: now) }
    return Allowance(units: units, policy: policy)
  }

  private static func spend(
    _ units: Double, of left: Double, _ state: inout State, _ tenant: String, _ policy: Policy, now: Int64
  ) -> Allowance {
    state.buckets[tenant] = Bucket(units: left - units, at: now, policy: policy)
    if state.buckets.count >= state.crowd { removeFull(&state, now: now) }
    return Allowance(units: left - units, policy: policy)
  }

  private static func units(of bucket: Bucket?, by policy: Policy, now: Int64) -> Double {
    guard let bucket else { return policy.burst }
    return min(policy.burst, bucket.units + Double(now - bucket.at) / 1e9 * policy.rate)
  }

  /// Forgets the tenants that may spend everything again: a new bucket is the same.
  private static func removeFull(_ state: inout State, now: Int64) {
    state.buckets = state.buckets.filter { _, bucket in
      units(of: bucket, by: bucket.policy, now: now) < bucket.policy.burst
    }
    state.crowd = max(leastCrowd, 2 * state.buckets.count)
  }
}

extension [RateLimiter.Allowance] {
  /// The header fields that describe the policies and the rest (draft-ietf-httpapi-ratelimit-headers); none without any.
  var headers: [(name: String, value: String)] {
    guard !isEmpty else { return [] }
    return [
      ("RateLimit-Policy", map(\.policy.item).joined(separator: ", ")),
      ("RateLimit", map(\.item).joined(separator: ", ")),
    ]
  }
}

extension RateLimiter.Policy {
  /// The item of `RateLimit-Policy`: the units, and the seconds in which they are earned.
  fileprivate var item: String {
    let window = max(1, Int(clamping: (burst / rate).rounded(.up)))
    return "\"\(name)\";q=\(Int(clamping: burst));w=\(window)" + (unit.map { ";qu=\"\($0)\"" } ?? "")
  }
}

extension RateLimiter.Allowance {
  /// The item of `RateLimit`: the units that are left, and the seconds until all are there again.
  fileprivate var item: String {
    let left = Int(clamping: max(0, units).rounded(.down))
    return "\"\(policy.name)\";r=\(left);t=\(Int(clamping: seconds(until: policy.burst).rounded(.up)))"
  }
}

extension Int {
  /// The number, or the nearest that an integer can be; 0 if it is none.
  fileprivate init(clamping number: Double) {
    self = Int(exactly: number.rounded()) ?? (number.isNaN ? 0 : number < 0 ? .min : .max)
  }
}
