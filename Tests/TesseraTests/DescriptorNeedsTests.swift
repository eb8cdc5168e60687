import HTTPServer
import Support
import Testing

@testable import tessera

struct DescriptorNeedsTests {
  private let needs = DescriptorNeeds(reserve: 50, connections: 1024, lingering: 128, eventLoops: 2)

  @Test func `a limit with room for everything changes nothing`() {
    #expect(needs.total == 50 + 1024 + 256)
    for limit in [needs.total, 1 << 20, .max] {
      #expect(needs.plan(limit: limit) == DescriptorPlan(connections: 1024, lingering: 128))
    }
  }

  @Test func `with less room fewer connections linger, and then fewer are open`() {
    #expect(needs.plan(limit: needs.total - 2) == DescriptorPlan(connections: 1024, lingering: 127))
    #expect(needs.plan(limit: 1024) == DescriptorPlan(connections: 974 - 2 * 60, lingering: 60))
    #expect(needs.plan(limit: 58) == DescriptorPlan(connections: 8, lingering: 0))
    #expect(needs.plan(limit: 51) == DescriptorPlan(connections: 1, lingering: 0))
  }

  @Test func `connections and those that linger never exceed what the reserve leaves`() {
    for limit in 0...1500 {
      guard let plan = needs.plan(limit: limit) else {
        #expect(limit <= needs.reserve)
        continue
      }
      #expect(plan.connections >= 1 && plan.connections <= 1024 && (0...128).contains(plan.lingering))
      #expect(needs.reserve + plan.connections + 2 * plan.lingering <= limit)
    }
  }

  @Test func `without room for a connection there is no plan`() {
    for limit in [0, 3, 50] { #expect(needs.plan(limit: limit) == nil) }
    let error = TooFewDescriptors(needs: needs, limit: 50)
    #expect(error.description.contains("may have 50 files") && error.description.contains("needs 50 for"))
  }

  @Test func `the soft limit is raised to the hard one, but no further than is of use, and never lowered`() {
    #expect(needs.softLimit(for: FileLimit(soft: 64, hard: 4096)) == 4096)
    #expect(needs.softLimit(for: FileLimit(soft: 4096, hard: 4096)) == 4096)
    #expect(needs.softLimit(for: FileLimit(soft: 1024, hard: 1 << 30)) == 1 << 20)
    #expect(needs.softLimit(for: FileLimit(soft: 1024, hard: .max)) == 1 << 20)
    #expect(needs.softLimit(for: FileLimit(soft: 1 << 30, hard: 1 << 30)) == 1 << 30)
    let many = DescriptorNeeds(reserve: 50, connections: 2_000_000, lingering: 0, eventLoops: 1)
    #expect(many.softLimit(for: FileLimit(soft: 1024, hard: .max)) == 2_000_050)
  }

  @Test func `a store, a worker, an event loop and an address for metrics need more`() {
    func reserve(_ change: (inout ServeConfiguration) -> Void) -> Int {
      var configuration = ServeConfiguration()
      configuration.store = .memory
      configuration.service.workers = 1
      configuration.service.server.eventLoops = 1
      change(&configuration)
      return DescriptorNeeds(configuration).reserve
    }
    let least = reserve { _ in }
    #expect(reserve { $0.store = .sqlite(path: "x.sqlite") } > least + 5)
    #expect(reserve { $0.store = .dataDirectory } == reserve { $0.store = .sqlite(path: "x.sqlite") })
    #expect(reserve { $0.store = .postgres(schema: "x") } == least + 27)
    #expect(reserve { $0.service.workers = 2 } > least)
    #expect(reserve { $0.service.server.eventLoops = 2 } == least + 5)
    #expect(reserve { $0.metricsListen = ListenAddress(host: "127.0.0.1", port: 0) } == least + 7 + 40)
    // 64 descriptors are enough for a small service.
    #expect(reserve { $0.store = .dataDirectory } < 60)
  }
}
