import Synchronization
import Testing

@testable import API

/// A clock that tests set, in seconds.
private final class TestClock: Sendable {
  private let nanoseconds = Mutex<Int64>(5_000_000_000)

  func advance(_ seconds: Double) { nanoseconds.withLock { $0 += Int64(seconds * 1e9) } }
  var now: Int64 { nanoseconds.withLock { $0 } }
}

struct RateLimiterTests {
  private let clock = TestClock()

  private func limiter(_ rate: Double, _ burst: Double) -> RateLimiter {
    RateLimiter(RateLimiter.Policy(rate: rate, burst: burst)) { [clock] in clock.now }
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
    #expect(limiter.tenantCount < 5000)
  }

  @Test func `the headers state the policy, the units left and when all of them are available again`() {
    let limiter = limiter(3, 100)
    _ = limiter.charge(40.5, to: "a")
    #expect(
      limiter.allowance(of: "a").headers.map { "\($0.name): \($0.value)" }
        == ["RateLimit-Policy: \"default\";q=100;w=34", "RateLimit: \"default\";r=59;t=14"])
    #expect(limiter.allowance(of: "new").headers[1].value == "\"default\";r=100;t=0")
    // In debt.
    clock.advance(100)
    _ = limiter.charge(130, to: "a")
    #expect(limiter.allowance(of: "a").headers[1].value == "\"default\";r=0;t=44")
  }
}
