import Support
import Synchronization

/// The work that each tenant may ask for: so much in a second, and some of it at once (a token bucket).
///
/// A request is charged for its work. One that costs more than a tenant may spend at once is accepted when the tenant
/// has spent nothing, and the tenant is in debt until enough time has passed.
final class RateLimiter: Sendable {
  /// How much work a tenant may ask for.
  struct Policy: Sendable, Equatable {
    /// Units of work in a second, at least 1.
    var rate: Double
    /// Units of work at once, at least 1.
    var burst: Double
  }

  /// The rest of a tenant's budget.
  struct Allowance: Sendable, Equatable {
    /// Units of work; negative in debt.
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
  }

  private struct State {
    var buckets: [String: Bucket] = [:]
    /// The number of buckets at which full ones are removed.
    var crowd = RateLimiter.leastCrowd
  }

  let policy: Policy
  private let now: @Sendable () -> Int64
  private let state = Mutex(State())

  fileprivate static let leastCrowd = 1024

  /// - Parameter now: the time in nanoseconds.
  init(_ policy: Policy, now: @escaping @Sendable () -> Int64 = { MonotonicTime.now }) {
    self.policy = policy
    self.now = now
  }

  /// The number of tenants whose work is remembered: those that spent some lately.
  var tenantCount: Int { state.withLock { $0.buckets.count } }

  /// Charges a tenant for work, unless it has not enough left.
  ///
  /// - Parameter work: units of work, 0 or more.
  /// - Returns: whether the work was charged, and the rest of the budget.
  /// - Complexity: O(1) amortised.
  func charge(_ work: Double, to tenant: String) -> (isAccepted: Bool, left: Allowance) {
    let now = now()
    return state.withLock { state in
      var units = units(of: state.buckets[tenant], now: now)
      let isAccepted = units >= min(work, policy.burst)
      if isAccepted {
        units -= work
        state.buckets[tenant] = Bucket(units: units, at: now)
        if state.buckets.count >= state.crowd { removeFull(&state, now: now) }
      }
      return (isAccepted, Allowance(units: units, policy: policy))
    }
  }

  /// Returns the rest of a tenant's budget.
  func allowance(of tenant: String) -> Allowance {
    let now = now()
    return Allowance(units: state.withLock { units(of: $0.buckets[tenant], now: now) }, policy: policy)
  }

  private func units(of bucket: Bucket?, now: Int64) -> Double {
    guard let bucket else { return policy.burst }
    return min(policy.burst, bucket.units + Double(now - bucket.at) / 1e9 * policy.rate)
  }

  /// Forgets the tenants that may spend everything again: a new bucket is the same.
  private func removeFull(_ state: inout State, now: Int64) {
    state.buckets = state.buckets.filter { units(of: $0.value, now: now) < policy.burst }
    state.crowd = max(Self.leastCrowd, 2 * state.buckets.count)
  }
}

extension RateLimiter.Allowance {
  /// The header fields that describe the policy and the rest (draft-ietf-httpapi-ratelimit-headers).
  var headers: [(name: String, value: String)] {
    let quota = Int(clamping: policy.burst)
    let window = max(1, Int(clamping: (policy.burst / policy.rate).rounded(.up)))
    let left = Int(clamping: max(0, units).rounded(.down))
    let reset = Int(clamping: seconds(until: policy.burst).rounded(.up))
    return [
      ("RateLimit-Policy", "\"default\";q=\(quota);w=\(window)"),
      ("RateLimit", "\"default\";r=\(left);t=\(reset)"),
    ]
  }
}

extension Int {
  /// The number, or the nearest that an integer can be; 0 if it is none.
  fileprivate init(clamping number: Double) {
    self = Int(exactly: number.rounded()) ?? (number.isNaN ? 0 : number < 0 ? .min : .max)
  }
}
