import Support
import Synchronization
import Wire

/// The quotas in force, and what tenants have asked for in the last minute.
///
/// A request is charged before it runs, its processor time afterwards. So a tenant that has some time left may begin what
/// takes more, and is in debt then.
final class TenantMeters: Sendable {
  private let inForce: Mutex<QuotaAmounts>
  private let requests: RateLimiter
  private let processor: RateLimiter

  /// - Parameter now: the time in nanoseconds.
  init(_ quotas: QuotaAmounts, now: @escaping @Sendable () -> Int64 = { MonotonicTime.now }) {
    inForce = Mutex(quotas)
    requests = RateLimiter(now: now)
    processor = RateLimiter(now: now)
  }

  /// The quotas in force.
  var quotas: QuotaAmounts { inForce.withLock { $0 } }

  /// Puts other quotas into force. What has been asked for stays counted.
  func replace(_ quotas: QuotaAmounts) { inForce.withLock { $0 = quotas } }

  /// Charges a tenant for a request.
  ///
  /// - Throws: `tooManyRequests` if the tenant may send none, or owes processor time. Nothing is charged then.
  func charge(_ tenant: String) throws(Problem) {
    let quotas = quotas
    if let amount = quotas[tenant, .processor] {
      let left = processor.allowance(of: tenant, by: .ofMinute(.processor, amount))
      guard left.units >= 0 else {
        throw .exceeded(
          ReachedQuota(.processor, amount),
          "Requests may take \(amount) s of processor time in a minute, which are used up.",
          seconds: left.seconds(until: 0))
      }
    }
    if let amount = quotas[tenant, .requests] {
      let (isAccepted, left) = requests.charge(1, to: tenant, by: .ofMinute(.requests, amount))
      guard isAccepted else {
        throw .exceeded(
          ReachedQuota(.requests, amount), "\(amount) requests are taken in a minute.",
          seconds: left.seconds(until: 1))
      }
    }
  }

  /// Notes that work for a tenant has taken processor time, in nanoseconds.
  func note(_ nanoseconds: Int64, of tenant: String) {
    guard nanoseconds > 0, let amount = quotas[tenant, .processor] else { return }
    processor.settle(Double(nanoseconds) / 1e9, of: tenant, by: .ofMinute(.processor, amount))
  }

  /// What a tenant has left of the quotas of a minute, as far as it has some.
  func allowances(of tenant: String) -> [RateLimiter.Allowance] {
    [QuotaName.requests, .processor].compactMap { allowance($0, of: tenant) }
  }

  /// Returns what a tenant has used of a quota of a minute and not regained; 0 if it has none.
  func used(_ name: QuotaName, of tenant: String) -> Double {
    allowance(name, of: tenant).map { $0.policy.burst - $0.units } ?? 0
  }

  private func allowance(_ name: QuotaName, of tenant: String) -> RateLimiter.Allowance? {
    guard let amount = quotas[tenant, name] else { return nil }
    let limiter = name == .processor ? processor : requests
    return limiter.allowance(of: tenant, by: .ofMinute(name, amount))
  }
}

extension RateLimiter.Policy {
  /// The policy of a quota that is regained in a minute.
  fileprivate static func ofMinute(_ name: QuotaName, _ amount: Int) -> RateLimiter.Policy {
    RateLimiter.Policy(
      name: name.rawValue, unit: name == .processor ? "processor-seconds" : nil, rate: Double(amount) / 60,
      burst: Double(amount))
  }
}

extension Problem {
  /// The error of a request beyond a quota of a minute.
  ///
  /// - Parameter wait: the seconds until the request may be sent again.
  fileprivate static func exceeded(_ quota: ReachedQuota, _ detail: String, seconds wait: Double) -> Problem {
    let seconds = max(1, Int(exactly: wait.rounded(.up)) ?? .max)
    var problem = Problem(.tooManyRequests, detail, headers: [("Retry-After", "\(seconds)")])
    problem.quota = quota
    return problem
  }
}
