import Glibc
import Support
import Synchronization
import Testing

@testable import WorkerPool

/// Notes that several jobs were in one place at once.
final class Turnstile: Sendable {
  private let inside = Atomic(0)
  private let most = Atomic(0)

  func pass(_ body: () -> Void) {
    _ = most.max(inside.add(1, ordering: .sequentiallyConsistent).newValue, ordering: .relaxed)
    body()
    inside.subtract(1, ordering: .sequentiallyConsistent)
  }

  /// How many were inside at once at most.
  var crowd: Int { most.load(ordering: .relaxed) }
}

@Suite(.serialized) struct LaneTests {
  @Test func `jobs of one lane run one at a time in the order in which they came`() throws {
    let pool = WorkerPool(workers: 4, queueLimit: 3000)
    let turnstile = Turnstile()
    let order = Journal<Int>()
    for number in 0..<2000 {
      try pool.submit(
        Job { _ in
          turnstile.pass {
            if number % 100 == 0 { usleep(1000) } else { sched_yield() }
            order.add(number)
          }
        }, lane: "a")
    }
    #expect(pool.shutdown(grace: .seconds(60)))
    #expect(turnstile.crowd == 1)
    #expect(order.events == Array(0..<2000))
    #expect(pool.statistics.completed == 2000)
  }

  @Test func `two lanes run side by side, and jobs without one beside both`() throws {
    let pool = WorkerPool(workers: 3, queueLimit: 10)
    let met = Counter()
    // Each waits until all three are running.
    for lane in ["a", "b", nil] {
      try pool.submit(
        Job { _ in
          met.add()
          if eventually({ met.count >= 3 }) { met.add() }
        }, lane: lane)
    }
    #expect(pool.shutdown(grace: .seconds(60)))
    #expect(met.count == 6)
  }

  @Test func `a job behind its lane keeps no worker from another`() throws {
    let pool = WorkerPool(workers: 2, queueLimit: 100)
    let gate = Gate()
    let passed = Counter()
    for _ in 0..<20 { try pool.submit(Job { _ in gate.wait() }, lane: "a") }
    for _ in 0..<20 { try pool.submit(Job { _ in passed.add() }) }
    #expect(eventually { passed.count == 20 })
    #expect(pool.statistics.running == 1)
    #expect(pool.statistics.queued == 19)
    gate.open()
    #expect(pool.shutdown(grace: .seconds(60)))
    #expect(pool.statistics.completed == 40)
  }

  @Test func `a long lane and other jobs take turns`() throws {
    let pool = WorkerPool(workers: 1, queueLimit: 20_000)
    let gate = Gate()
    let order = Journal<String>()
    try pool.submit(Job { _ in gate.wait() })
    for _ in 0..<10_000 { try pool.submit(Job { _ in order.add("long") }, lane: "long") }
    for number in 0..<3 { try pool.submit(Job { _ in order.add("short \(number)") }, lane: "short") }
    try pool.submit(Job { _ in order.add("free") })
    gate.open()
    #expect(pool.shutdown(grace: .seconds(60)))
    #expect(
      order.events.prefix(8)
        == ["long", "short 0", "free", "long", "short 1", "long", "short 2", "long"])
    #expect(order.events.count == 10_004)
  }

  @Test func `jobs that wait in a lane count against the queue`() throws {
    let pool = WorkerPool(workers: 2, queueLimit: 3)
    let gate = Gate()
    try pool.submit(Job { _ in gate.wait() }, lane: "a")
    #expect(eventually { pool.statistics.running == 1 })
    for _ in 0..<3 { try pool.submit(Job { _ in }, lane: "a") }
    #expect(pool.statistics.queued == 3)
    #expect(throws: SubmitError.queueFull) { try pool.submit(Job { _ in }, lane: "a") }
    #expect(throws: SubmitError.queueFull) { try pool.submit(Job { _ in }, lane: "b") }
    gate.open()
    #expect(pool.shutdown(grace: .seconds(60)))
    #expect(pool.statistics.completed == 4)
  }

  @Test func `a deadline reaches a job that waits in its lane, and those behind it still run in order`()
    throws
  {
    let pool = WorkerPool(workers: 2, queueLimit: 10)
    let gate = Gate()
    let events = Journal<String>()
    try pool.submit(Job { _ in gate.wait() }, lane: "a")
    #expect(eventually { pool.statistics.running == 1 })
    for number in 0..<5 {
      // The first, one in the middle and the last of those that wait.
      try pool.submit(
        Job(dropped: { events.add("\(number) dropped: \($0)") }, run: { _ in events.add("\(number)") }),
        lane: "a", deadline: number % 2 == 0 ? .milliseconds(30) : nil)
    }
    #expect(eventually { events.events.count == 3 })
    #expect(
      Set(events.events) == ["0 dropped: deadline", "2 dropped: deadline", "4 dropped: deadline"])
    #expect(pool.statistics.queued == 2)
    try pool.submit(Job { _ in events.add("5") }, lane: "a")
    gate.open()
    #expect(pool.shutdown(grace: .seconds(60)))
    #expect(events.events.dropFirst(3) == ["1", "3", "5"])
    #expect(pool.statistics.expired == 3)
  }

  @Test func `the front of a lane that expires before a worker takes it lets the next one run`() throws {
    let pool = WorkerPool(workers: 1, queueLimit: 10)
    let gate = Gate()
    let events = Journal<String>()
    try pool.submit(Job { _ in gate.wait() })
    try pool.submit(
      Job(dropped: { events.add("first dropped: \($0)") }, run: { _ in }), lane: "a",
      deadline: .milliseconds(30))
    try pool.submit(Job { _ in events.add("second") }, lane: "a")
    #expect(eventually { events.events == ["first dropped: deadline"] })
    gate.open()
    #expect(eventually { events.events.count == 2 })
    #expect(events.events.last == "second")
    pool.shutdown(grace: .seconds(60))
  }

  @Test func `a lane is not free before the worker is back from a job that has expired`() throws {
    let hasBegun = try withDeadline { deadline in
      let pool = WorkerPool(workers: 2, queueLimit: 100)
      let (turnstile, events, gate, other) = (Turnstile(), Journal<String>(), Gate(), Counter())
      try pool.submit(
        Job(
          dropped: { _ in events.add("dropped") },
          run: { _ in
            events.add("begun")
            turnstile.pass { gate.wait() }
            events.add("back")
          }), lane: "a", deadline: deadline)
      try pool.submit(Job { _ in turnstile.pass { events.add("next") } }, lane: "a")
      #expect(eventually { events.events.contains("dropped") })
      guard events.events.first == "begun" else {
        gate.open()
        return false
      }
      // The other worker finds nothing in the lane.
      for _ in 0..<20 { try pool.submit(Job { _ in other.add() }) }
      #expect(eventually { other.count == 20 })
      #expect(events.events == ["begun", "dropped"])
      gate.open()
      #expect(pool.shutdown(grace: .seconds(60)))
      #expect(events.events == ["begun", "dropped", "back", "next"])
      #expect(turnstile.crowd == 1)
      return true
    }
    #expect(hasBegun)
  }

  @Test func `an abandoned front of a lane lets the next one run`() throws {
    let pool = WorkerPool(workers: 2, queueLimit: 10)
    let gate = Gate()
    let events = Journal<String>()
    try pool.submit(Job { _ in gate.wait() }, lane: "a")
    for number in 0..<2 {
      try pool.submit(
        Job(
          isAbandoned: { true }, dropped: { events.add("\(number) dropped: \($0)") },
          run: { _ in events.add("ran") }),
        lane: "a")
    }
    try pool.submit(Job { _ in events.add("next") }, lane: "a")
    gate.open()
    #expect(pool.shutdown(grace: .seconds(60)))
    #expect(Set(events.events) == ["0 dropped: abandoned", "1 dropped: abandoned", "next"])
    #expect(pool.statistics.abandoned == 2)
  }

  @Test func `a shutdown runs the jobs in lanes within its grace`() throws {
    let pool = WorkerPool(workers: 3, queueLimit: 200)
    let order = Journal<Int>()
    for number in 0..<100 {
      try pool.submit(
        Job { _ in
          usleep(200)
          order.add(number)
        }, lane: "\(number % 2)")
    }
    #expect(pool.shutdown(grace: .seconds(60)))
    #expect(order.events.filter { $0 % 2 == 0 } == Array(stride(from: 0, to: 100, by: 2)))
    #expect(order.events.filter { $0 % 2 == 1 } == Array(stride(from: 1, to: 100, by: 2)))
  }

  @Test func `a shutdown whose grace is over drops the jobs in lanes`() throws {
    let pool = WorkerPool(workers: 1, queueLimit: 10)
    let dropped = Journal<String>()
    // The front of "a" runs, that of "b" is in the ring; behind each of them one waits.
    for lane in ["a", "b", "a", "b"] {
      try pool.submit(
        Job(
          dropped: { dropped.add("\(lane): \($0)") },
          run: { token in _ = eventually { token.isCancelled } }), lane: lane)
    }
    #expect(eventually { pool.statistics.running == 1 })
    #expect(!pool.shutdown(grace: .milliseconds(20)))
    #expect(dropped.events.sorted() == ["a: shutdown", "a: shutdown", "b: shutdown", "b: shutdown"])
    #expect(pool.statistics.cut == 4)
    #expect(pool.statistics.queued == 0)
  }

  @Test func `a lane that nothing is in takes no memory`() throws {
    var state = PoolState(PoolLimits(workers: 1, queue: 100))
    for number in 0..<100 {
      _ = try state.submit(
        JobRecord(job: Job { _ in }, lane: "\(number / 2)", deadline: .max, submittedAt: 0))
    }
    #expect(state.lanes.count == 50)
    for _ in 0..<100 {
      _ = state.next(worker: 0, now: 0, mayWait: false)
      state.finish(worker: 0, now: 0)
    }
    #expect(state.lanes.count == 0)
    #expect(state.statistics.completed == 100)
  }

  @Test func `records given up behind stuck workers do not fill the ring`() throws {
    var state = PoolState(PoolLimits(workers: 1, queue: 10))
    for now in 0..<10_000 as Range<Int64> {
      let record = JobRecord(job: Job { _ in }, lane: "\(now % 3)", deadline: now + 5, submittedAt: now)
      _ = try state.submit(record)
      _ = state.expire(now: now)
    }
    #expect(state.queue.count < 100)
    #expect(state.lanes.count == 3)
    #expect(state.statistics.queued == 5)
  }

  @Test(arguments: 1...6 as ClosedRange<UInt64>)
  func `random jobs of many lanes all end, each lane in its order and alone`(seed: UInt64) {
    let lanes = 37
    let pool = WorkerPool(workers: 4, queueLimit: 500)
    let turnstiles = (0..<lanes).map { _ in Turnstile() }
    let orders = (0..<lanes).map { _ in Journal<Int>() }
    let (dropped, refused) = (Counter(), Counter())
    // A lane has one submitter, so that the order of its submissions is known.
    let submitters = (0..<3).map { submitter in
      PosixThread(named: "submitter") {
        var random = seed &* 0x9E37_79B9_7F4A_7C15 &+ UInt64(submitter)
        func next(_ bound: Int) -> Int {
          random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
          return Int(random >> 33) % bound
        }
        for number in 0..<5000 {
          // One lane in three gets most of the jobs.
          let lane = (next(3) > 0 ? 0 : next(lanes / 3)) * 3 + submitter
          let (isSlow, isAbandoned) = (next(200) == 0, next(20) == 0)
          let job = Job(
            isAbandoned: { isAbandoned }, dropped: { _ in dropped.add() },
            run: { _ in
              turnstiles[lane].pass {
                if isSlow { usleep(2000) }
                orders[lane].add(number)
              }
            })
          let deadline: Duration = next(4) == 0 ? .milliseconds(next(4)) : .seconds(3600)
          while true {
            do throws(SubmitError) {
              try pool.submit(job, lane: "\(lane)", deadline: deadline)
              break
            } catch {
              refused.add()
              usleep(50)
            }
          }
        }
      }
    }
    for thread in submitters { thread.join() }
    #expect(pool.shutdown(grace: .seconds(60)))
    let statistics = pool.statistics
    #expect(statistics.queued == 0 && statistics.running == 0 && statistics.cut == 0)
    #expect(statistics.refused == refused.count)
    #expect(statistics.expired + statistics.abandoned == dropped.count)
    #expect(statistics.completed + statistics.expired + statistics.abandoned == 15_000)
    #expect(orders.reduce(0) { $0 + $1.events.count } >= statistics.completed)
    for lane in 0..<lanes {
      #expect(turnstiles[lane].crowd <= 1)
      let order = orders[lane].events
      #expect(zip(order, order.dropFirst()).allSatisfy(<), "lane \(lane)")
    }
  }
}
