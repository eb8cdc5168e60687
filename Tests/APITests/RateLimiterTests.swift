import Synchronization
import Testing

@testable import API

/// A clock that tests set, in seconds.
final class TestClock: Sendable {
  private let nanoseconds = Mutex<Int64>(5_000_000_000)

  func advance(_ seconds: Double) { nanoseconds.withLock { $0 += Int64(seconds * 1e9) } }
  var now: Int64 { nanoseconds.withLock { $0 } }
}

struct RateLimiterTests {
  private let clock = TestClock()

  /// A limiter with one policy for all.
  private struct Limiter {
    let limiter: RateLimiter
    let policy: RateLimiter.Policy

    func charge(_ units: Double, to tenant: String) -> (isAccepted: Bool, left: RateLimiter.Allowance) {
      limiter.charge(units, to: tenant, by: policy)
    }

    func allowance(of tenant: String) -> RateLimiter.Allowance { limiter.allowance(of: tenant, by: policy) }
  }

  private func limiter(_ rate: Double, _ burst: Double) -> Limiter {
    Limiter(
      limiter: RateLimiter { [clock] in clock.now }, policy: RateLimiter.Policy(rate: rate, burst: burst))
  }

  @Test func `a tenant spends its burst at once, and then as much as it earns`() {
    let limiter = limiter(10, 100)
    #expect(limiter.charge(60, to: "a").isAccepted)
    #expect(limiter.charge(40, to: "a").isAccepted)
    let (isAccepted, left) = limiter.charge(1, to: "a")
    #expect(!isAccepted)
    #expect(left.units == 0)
    #expect(left.seconds(until: 1) == 0.1)
    clock.advance(0.5)
    #expect(limiter.charge(5, to: "a").isAccepted)
    #expect(!limiter.charge(1, to: "a").isAccepted)
    clock.advance(1000)
    // It earns no more than the burst.
    #expect(limiter.allowance(of: "a").units == 100)
  }

  @Test func `tenants do not spend one another's units`() {
    let limiter = limiter(10, 100)
    #expect(limiter.charge(100, to: "a").isAccepted)
    #expect(!limiter.charge(1, to: "a").isAccepted)
    #expect(limiter.charge(100, to: "b").isAccepted)
  }

  @Test func `a request larger than the burst is accepted with a full bucket, and paid for afterwards`() {
    let limiter = limiter(10, 100)
    #expect(limiter.charge(1, to: "a").isAccepted)
    #expect(!limiter.charge(500, to: "a").isAccepted)
    clock.advance(0.1)
    #expect(limiter.charge(500, to: "a").isAccepted)
    #expect(limiter.allowance(of: "a").units == -400)
    clock.advance(40)
    #expect(!limiter.charge(1, to: "a").isAccepted)
    clock.advance(0.1)
    #expect(limiter.charge(1, to: "a").isAccepted)
  }

  @Test func `a rejected request costs nothing`() {
    let limiter = limiter(10, 100)
    #expect(limiter.charge(95, to: "a").isAccepted)
    for _ in 0..<100 { #expect(!limiter.charge(6, to: "a").isAccepted) }
    #expect(limiter.charge(5, to: "a").isAccepted)
  }

  @Test func `tenants that may spend everything again take no memory`() {
    let limiter = limiter(1000, 10)
    for round in 0..<50 {
      for number in 0..<2000 { _ = limiter.charge(1, to: "\(round) \(number)") }
      clock.advance(1)
    }
    #expect(limiter.limiter.tenantCount < 5000)
  }

  @Test func `the headers state the policy, the units left and when all of them are available again`() {
    let limiter = limiter(3, 100)
    _ = limiter.charge(40.5, to: "a")
    #expect(
      [limiter.allowance(of: "a")].headers.map { "\($0.name): \($0.value)" }
        == ["RateLimit-Policy: \"default\";q=100;w=34", "RateLimit: \"default\";r=59;t=14"])
    #expect([limiter.allowance(of: "new")].headers[1].value == "\"default\";r=100;t=0")
    // In debt.
    clock.advance(100)
    _ = limiter.charge(130, to: "a")
    #expect([limiter.allowance(of: "a")].headers[1].value == "\"default\";r=0;t=44")
  }

  @Test func `several policies are one list in each header field, and none are no field`() {
    let limiter = RateLimiter { [clock] in clock.now }
    let first = RateLimiter.Policy(name: "a", rate: 1, burst: 60)
    let second = RateLimiter.Policy(name: "b", unit: "seconds", rate: 0.5, burst: 30)
    let headers = [limiter.allowance(of: "t", by: first), limiter.allowance(of: "t", by: second)].headers
    #expect(
      headers.map { "\($0.name): \($0.value)" } == [
        "RateLimit-Policy: \"a\";q=60;w=60, \"b\";q=30;w=60;qu=\"seconds\"",
        "RateLimit: \"a\";r=60;t=0, \"b\";r=30;t=0",
      ])
    #expect([RateLimiter.Allowance]().headers.isEmpty)
  }

  @Test func `another policy is in force for what is left, and what is spent already may leave a debt`() {
    let limiter = RateLimiter { [clock] in clock.now }
    let wide = RateLimiter.Policy(rate: 10, burst: 100), narrow = RateLimiter.Policy(rate: 1, burst: 10)
    limiter.settle(120, of: "a", by: wide)
    #expect(limiter.allowance(of: "a", by: wide).units == -20)
    clock.advance(5)
    #expect(limiter.allowance(of: "a", by: wide).units == 30)
    #expect(limiter.allowance(of: "a", by: narrow).units == -15)
    clock.advance(100)
    #expect(limiter.allowance(of: "a", by: narrow).units == 10)
  }
}
