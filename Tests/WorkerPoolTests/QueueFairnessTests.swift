import Cancellation
import Glibc
import Support
import Synchronization
import Testing

@testable import WorkerPool

/// The priority of the calling thread, as `nice` counts.
private var priority: Int32 { getpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0) }

@Suite(.serialized) struct QueueFairnessTests {
  @Test(arguments: [1, 2])
  func `a job passes those of a tenant that occupies every worker and fills the queue`(workers: Int) throws {
    let pool = WorkerPool(workers: workers, queueLimit: 100)
    let gate = Gate()
    let heavy = Counter()
    for _ in 0..<20 {
      try pool.submit(
        Job { _ in
          gate.wait()
          heavy.add()
        }, of: "heavy")
    }
    #expect(eventually { pool.statistics.running == workers })
    let order = Journal<Int>()
    for number in 0..<10 { try pool.submit(Job { _ in order.add(number) }, of: "light") }
    #expect(eventually { order.events.count == 10 })
    #expect(order.events == Array(0..<10))
    #expect(heavy.count == 0)
    // No reserve thread takes a second job of the tenant that occupies the workers.
    #expect(pool.statistics.running == workers)
    #expect(pool.statistics.queued == 20 - workers)
    gate.open()
    #expect(pool.shutdown(grace: .seconds(60)))
    #expect(heavy.count == 20)
  }

  @Test(arguments: [1, 2])
  func `a job passes even where long work has its substitutes`(workers: Int) throws {
    let pool = WorkerPool(workers: workers, queueLimit: 100)
    let gate = Gate()
    for _ in 0..<10 { try pool.submit(Job { _ in pool.withSubstitute { gate.wait() } }, of: "heavy") }
    #expect(eventually { pool.statistics.running == 2 * workers })
    let passed = Counter()
    for _ in 0..<5 { try pool.submit(Job { _ in passed.add() }, of: "light") }
    #expect(eventually { passed.count == 5 })
    gate.open()
    #expect(pool.shutdown(grace: .seconds(60)))
  }

  @Test func `a reserve thread that got a long job does not hold up the next tenant`() throws {
    let pool = WorkerPool(workers: 1, queueLimit: 100)
    let gate = Gate()
    for tenant in ["a", "b"] { try pool.submit(Job { _ in gate.wait() }, of: tenant) }
    #expect(eventually { pool.statistics.running == 2 })
    let passed = Counter()
    for _ in 0..<5 { try pool.submit(Job { _ in passed.add() }, of: "light") }
    #expect(eventually { passed.count == 5 })
    gate.open()
    #expect(pool.shutdown(grace: .seconds(60)))
  }

  @Test func `a job that is known to be long waits for a worker`() throws {
    let pool = WorkerPool(workers: 1, queueLimit: 100)
    let gate = Gate()
    let order = Journal<String>()
    try pool.submit(Job { _ in gate.wait() }, of: "a")
    #expect(eventually { pool.statistics.running == 1 })
    try pool.submit(Job { _ in order.add("long") }, of: "b", isLong: true)
    try pool.submit(Job { _ in order.add("short") }, of: "c")
    #expect(eventually { order.events == ["short"] })
    usleep(10_000)
    #expect(order.events == ["short"])
    gate.open()
    #expect(pool.shutdown(grace: .seconds(60)))
    #expect(order.events == ["short", "long"])
  }

  @Test func `a tenant has a limit in the queue, which leaves room for others`() throws {
    var limits = PoolLimits(workers: 1, queue: 5)
    limits.queuePerTenant = 3
    let pool = WorkerPool(limits)
    let gate = Gate()
    try pool.submit(Job { _ in gate.wait() }, of: "a")
    #expect(eventually { pool.statistics.running == 1 })
    for _ in 0..<3 { try pool.submit(Job { _ in }, of: "a", lane: "one") }
    #expect(throws: SubmitError.tenantLimit) { try pool.submit(Job { _ in }, of: "a") }
    for _ in 0..<2 { try pool.submit(Job { _ in }, of: "b", isLong: true) }
    #expect(throws: SubmitError.queueFull) { try pool.submit(Job { _ in }, of: "c") }
    #expect(pool.statistics.limited == 1)
    #expect(pool.statistics.refused == 1)
    gate.open()
    #expect(eventually { pool.statistics.completed == 6 })
    try pool.submit(Job { _ in }, of: "a")
    #expect(pool.shutdown(grace: .seconds(60)))
  }

  @Test func `jobs of one tenant run up to its limit, and others take the free workers`() throws {
    var limits = PoolLimits(workers: 3, queue: 100)
    limits.runningPerTenant = 2
    let pool = WorkerPool(limits)
    let gate = Gate()
    let turnstile = Turnstile()
    for _ in 0..<6 { try pool.submit(Job { _ in turnstile.pass { gate.wait() } }, of: "a") }
    let passed = Counter()
    for _ in 0..<3 { try pool.submit(Job { _ in passed.add() }, of: "b", isLong: true) }
    #expect(eventually { passed.count == 3 })
    #expect(pool.statistics.running == 2)
    gate.open()
    #expect(pool.shutdown(grace: .seconds(60)))
    #expect(turnstile.crowd == 2)
  }

  @Test func `a shutdown drops the jobs that a tenant's limit holds back`() throws {
    var limits = PoolLimits(workers: 2, queue: 100)
    limits.runningPerTenant = 1
    let pool = WorkerPool(limits)
    let dropped = Counter()
    for _ in 0..<4 {
      try pool.submit(
        Job(dropped: { _ in dropped.add() }, run: { token in _ = eventually { token.isCancelled } }), of: "a")
    }
    #expect(eventually { pool.statistics.running == 1 })
    #expect(!pool.shutdown(grace: .milliseconds(20)))
    #expect(dropped.count == 4)
  }

  @Test func `tenants take turns, whatever the number of their jobs`() throws {
    var state = PoolState(PoolLimits(workers: 1, queue: 1000))
    for number in 0..<30 { try submit("a", number, to: &state) }
    for number in 0..<3 { try submit("b", number, to: &state) }
    for number in 0..<2 { try submit("c", number, to: &state) }
    #expect(try run(9, &state) == ["a", "b", "c", "a", "b", "c", "a", "b", "a"])
  }

  @Test func `tenants with long and with short jobs alternate, so that neither starves`() throws {
    var state = PoolState(PoolLimits(workers: 1, queue: 1000))
    for number in 0..<10 {
      for tenant in ["s1", "s2", "s3"] { try submit(tenant, number, to: &state) }
      for tenant in ["l1", "l2"] { try submit(tenant, number, isLong: true, to: &state) }
    }
    #expect(try run(8, &state) == ["s1", "l1", "s2", "l2", "s3", "l1", "s1", "l2"])
  }

  @Test func `a tenant whose job was long is no longer taken for short, and is forgotten in time`() throws {
    var state = PoolState(PoolLimits(workers: 1, queue: 1000))
    try submit("a", 0, to: &state)
    guard case .run = state.next(worker: 0, now: 0, mayWait: false) else { throw Unexpected() }
    state.finish(worker: 0, now: 500_000_000, used: 400_000_000)
    #expect(state.queue.tenantCount == 1)
    try submit("a", 1, at: 500_000_001, to: &state)
    #expect(!state.queue.has(.short) && state.queue.has(.longOrRunning))
    guard case .run = state.next(worker: 0, now: 500_000_002, mayWait: false) else { throw Unexpected() }
    state.finish(worker: 0, now: 500_000_003)
    try submit("b", 0, at: 3_000_000_000, to: &state)
    #expect(state.queue.has(.short))
    #expect(state.queue.tenantCount == 1)
    guard case .run = state.next(worker: 0, now: 3_000_000_001, mayWait: false) else { throw Unexpected() }
    state.finish(worker: 0, now: 3_000_000_002)
    #expect(state.queue.tenantCount == 0)
  }

  @Test func `a job that was given up leaves its tenant in order while its worker is not back`() throws {
    var state = PoolState(PoolLimits(workers: 1, queue: 10))
    try submit("a", 0, deadline: 5, to: &state)
    guard case .run = state.next(worker: 0, now: 0, mayWait: false) else { throw Unexpected() }
    #expect(state.expire(now: 6).count == 1)
    try submit("a", 1, at: 7, to: &state)
    // The tenant still has a worker, so its next job waits for one.
    #expect(state.queue.tenantCount == 1)
    #expect(!state.queue.has(.short) && state.queue.has(.longOrRunning))
    state.finish(worker: 0, now: 8)
    #expect(state.queue.has(.short))
  }

  @Test func `long work lowers the priority of its thread, and short jobs run at the usual one`() throws {
    let pool = WorkerPool(workers: 1, queueLimit: 10, name: "nice")
    let usual = priority
    let priorities = Journal<Int32>()
    try pool.submit(
      Job { _ in
        // As long computations do. A priority that is the lowest already does not change.
        let end = MonotonicTime.after(.seconds(50))
        let isSlow = { pool.core.state.withLock { $0.seats[0].isSlow } }
        while !Cancellation.isRequested, !isSlow(), MonotonicTime.now < end {}
        priorities.add(priority)
      })
    #expect(eventually { pool.statistics.completed == 1 })
    for _ in 0..<3 { try pool.submit(Job { _ in priorities.add(priority) }, of: "b") }
    #expect(pool.shutdown(grace: .seconds(60)))
    #expect(priorities.events == [min(19, usual + 10), usual, usual, usual])
  }

  @Test func `a computation finds its job cancelled at the deadline, also after it had to wait`() throws {
    let hasBegun = try withDeadline { deadline in
      let pool = WorkerPool(workers: 1, queueLimit: 10)
      let (begun, found, dropped) = (Counter(), Counter(), Counter())
      try pool.submit(
        Job(
          dropped: { _ in dropped.add() },
          run: { _ in
            guard let job = pool.suspendJob() else { return }
            job.resume {
              if !Cancellation.isRequested { begun.add() }
              if eventually({ Cancellation.isRequested }) { found.add() }
            }
          }), deadline: deadline)
      #expect(eventually { dropped.count == 1 })
      #expect(pool.shutdown(grace: .seconds(60)))
      guard begun.count == 1 else { return false }
      #expect(found.count == 1)
      return true
    }
    #expect(hasBegun)
    #expect(!Cancellation.isRequested)
  }

  @Test(arguments: 1...6 as ClosedRange<UInt64>)
  func `every job of many tenants ends, whatever their lengths, lanes and deadlines`(seed: UInt64) {
    var limits = PoolLimits(workers: 2, queue: 100_000)
    limits.runningPerTenant = seed % 2 == 0 ? 1 : .max
    let pool = WorkerPool(limits, name: "fair\(seed)")
    let ended = Counter()
    let submitters = (0..<3 as Range<UInt64>).map { submitter in
      PosixThread(named: "submitter") {
        var random = seed &* 0x9E37_79B9_7F4A_7C15 &+ submitter
        func next(_ bound: UInt64) -> UInt64 {
          random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
          return (random >> 33) % bound
        }
        for _ in 0..<1000 {
          let (kind, tenant) = (next(40), next(7))
          let job = Job(
            dropped: { _ in ended.add() },
            run: { token in
              switch kind {
              case 0: pool.withSubstitute { _ = usleep(2000) }
              case 1: for _ in 0..<30 where !Cancellation.isRequested { usleep(300) }
              case 2: _ = pool.divide(50, by: 1, token: token) { _ in usleep(50) }
              case 3:
                if let job = pool.suspendJob() {
                  job.resume { if !token.isCancelled { ended.add() } }
                  return
                }
              default: break
              }
              if !token.isCancelled { ended.add() }
            })
          try? pool.submit(
            job, of: "\(tenant)", lane: next(4) == 0 ? "\(next(5))" : nil, isLong: next(10) == 0,
            deadline: .seconds(3600))
          if next(20) == 0 { usleep(300) }
        }
      }
    }
    for thread in submitters { thread.join() }
    // Not by a shutdown, which would wake a worker that had been left asleep.
    #expect(eventually { ended.count == 3000 })
    #expect(eventually { pool.core.state.withLock { $0.busy == 0 && $0.away == 0 && $0.queue.count == 0 } })
    #expect(pool.shutdown(grace: .seconds(60)))
  }

  private func submit(
    _ tenant: String, _ number: Int, isLong: Bool = false, at now: Int64 = 0, deadline: Int64 = .max,
    to state: inout PoolState
  ) throws {
    _ = try state.submit(
      JobRecord(job: Job { _ in }, of: tenant, isLong: isLong, deadline: deadline, submittedAt: now))
  }

  /// Runs jobs on the first worker; returns their tenants.
  private func run(_ count: Int, _ state: inout PoolState) throws -> [String] {
    try (0..<count).map { _ in
      guard case .run(let record) = state.next(worker: 0, now: 0, mayWait: false) else { throw Unexpected() }
      state.finish(worker: 0, now: 0)
      return record.tenantName
    }
  }

  private struct Unexpected: Error {}
}
