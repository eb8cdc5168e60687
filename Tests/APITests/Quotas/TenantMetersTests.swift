import TestSupport
import Testing
import Wire

@testable import API

/// The quotas of a minute, with a clock that tests set.
struct TenantMetersTests {
  private let clock = TestClock()

  private func meters(
    tenants: Int = 2, _ configure: (inout ServiceConfiguration) -> Void
  ) -> TenantMeters {
    TenantMeters(Self.amounts(tenants: tenants, configure)) { [clock] in clock.now }
  }

  private static func amounts(
    tenants: Int = 2, isStoreShared: Bool = false, _ configure: (inout ServiceConfiguration) -> Void
  ) -> QuotaAmounts {
    var configuration = ServiceConfiguration()
    configure(&configuration)
    return QuotaAmounts(configuration, tenants: tenants, isStoreShared: isStoreShared)
  }

  private func refusal(_ meters: TenantMeters, _ tenant: String = "acme") -> Problem? {
    do throws(Problem) { try meters.charge(tenant) } catch { return error }
    return nil
  }

  @Test func `a tenant sends its requests of a minute at once, and then as many as it regains`() {
    let meters = meters { $0.quotas[.requests] = .amount(30) }
    for _ in 0..<30 { #expect(refusal(meters) == nil) }
    let problem = refusal(meters)
    #expect(problem?.code == .tooManyRequests && problem?.quota?.name == .requests)
    // One in two seconds is regained.
    #expect(problem?.headers.first { $0.name == "Retry-After" }?.value == "2")
    #expect(refusal(meters, "beta") == nil)
    clock.advance(1.5)
    #expect(refusal(meters)?.headers.first?.value == "1")
    clock.advance(0.5)
    #expect(refusal(meters) == nil)
    #expect(refusal(meters) != nil)
    #expect(meters.used(.requests, of: "acme") == 30)
    clock.advance(600)
    #expect(meters.used(.requests, of: "acme") == 0)
  }

  @Test func `processor time is settled afterwards, and a tenant in debt waits until it has paid`() {
    let meters = meters { $0.quotas[.processor] = .amount(30) }
    meters.note(29_000_000_000, of: "acme")
    #expect(refusal(meters) == nil)
    meters.note(11_000_000_000, of: "acme")
    let problem = refusal(meters)
    #expect(problem?.code == .tooManyRequests && problem?.quota?.name == .processor)
    // Ten seconds of debt are paid by half a second each second.
    #expect(problem?.headers.first { $0.name == "Retry-After" }?.value == "20")
    #expect(refusal(meters, "beta") == nil)
    clock.advance(21)
    #expect(refusal(meters) == nil)
  }

  @Test func `a request that has no processor time left is no request`() {
    let meters = meters {
      $0.quotas[.processor] = .amount(1)
      $0.quotas[.requests] = .amount(5)
    }
    meters.note(2_000_000_000, of: "acme")
    for _ in 0..<9 { #expect(refusal(meters)?.quota?.name == .processor) }
    #expect(meters.used(.requests, of: "acme") == 0)
  }

  @Test func `other quotas are in force for what has been asked for before`() {
    let meters = meters { $0.quotas[.requests] = .amount(10) }
    for _ in 0..<10 { #expect(refusal(meters) == nil) }
    #expect(refusal(meters) != nil)
    var own = TenantQuotas()
    own[.requests] = .share(100)
    meters.replace(Self.amounts { [own] in $0.quotasOfTenants = ["acme": own] })
    for _ in 0..<50 { #expect(refusal(meters) == nil) }
    #expect(meters.allowances(of: "acme").map(\.policy.name) == ["processor"])
    meters.replace(Self.amounts { $0.quotas[.requests] = .amount(10) })
    #expect(refusal(meters)?.quota?.name == .requests)
  }

  @Test func `the fields of a response have both quotas of a minute`() {
    let meters = meters {
      $0.quotas[.requests] = .amount(600)
      $0.quotas[.processor] = .amount(30)
    }
    #expect(refusal(meters) == nil)
    meters.note(500_000_000, of: "acme")
    #expect(
      meters.allowances(of: "acme").headers.map(\.value) == [
        "\"requests\";q=600;w=60, \"processor\";q=30;w=60;qu=\"processor-seconds\"",
        "\"requests\";r=599;t=1, \"processor\";r=29;t=1",
      ])
  }

  @Test func `by default one of several tenants has half of what the service has, rounded up`() {
    let amounts = Self.amounts {
      $0.collections.collections = 101
      $0.collections.items = 1000
      $0.streamLimit = 1
      $0.workers = 3
      $0.server.eventLoops = 2
    }
    #expect(amounts["acme", .collections] == 51)
    #expect(amounts["acme", .items] == 500)
    #expect(amounts["acme", .streams] == 1)
    // 60 seconds in a minute for each worker, and 600,000 requests for each event loop.
    #expect(amounts["acme", .processor] == 90)
    #expect(amounts["acme", .requests] == 600_000)
    let storage = amounts.storage
    #expect(storage["acme"].collections == 51 && storage["acme"].items == 500)
  }

  @Test func `a share is of what is known, and for several tenants`() throws {
    let memory = try #require(Self.amounts { _ in }["acme", .bytes])
    #expect(memory > 0)
    #expect(Self.amounts(isStoreShared: true) { _ in }["acme", .bytes] == nil)
    for name in QuotaName.allCases {
      #expect(Self.amounts(tenants: 1) { _ in }["acme", name] == nil, "\(name)")
      #expect(Self.amounts { $0.quotas[name] = .share(100) }["acme", name] == nil, "\(name)")
      #expect(Self.amounts(tenants: 1) { $0.quotas[name] = .amount(7) }["acme", name] == 7, "\(name)")
    }
  }
}
