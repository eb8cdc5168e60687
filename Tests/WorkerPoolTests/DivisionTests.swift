import Glibc
import Support
import Synchronization
import Testing

@testable import WorkerPool

/// How often each of a number of things was done.
private final class Tally: Sendable {
  private let times: Mutex<[Int]>

  init(_ count: Int) { times = Mutex(Array(repeating: 0, count: count)) }

  func add(_ range: Range<Int>) {
    times.withLock { times in for index in range { times[index] += 1 } }
  }

  var isOnceEach: Bool { times.withLock { $0.allSatisfy { $0 == 1 } } }

  var sum: Int { times.withLock { $0.reduce(0, +) } }
}

@Suite(.serialized) struct DivisionTests {
  @Test(arguments: [1, 2, 4])
  func `everything is done exactly once by several at once`(workers: Int) throws {
    let pool = WorkerPool(workers: workers, queueLimit: 100)
    let sizes = [(0, 1), (1, 1), (1, 1000), (5000, 1), (5000, 7), (5000, 4999), (5000, .max)]
    let good = Counter()
    let check: @Sendable (Int, Int) -> Void = { count, grain in
      let tally = Tally(count)
      let isDone = pool.divide(count, by: grain, token: CancellationToken()) { range in
        #expect(!range.isEmpty && range.count <= grain)
        tally.add(range)
      }
      if isDone && tally.isOnceEach { good.add() }
    }
    for (count, grain) in sizes {
      try pool.submit(Job { _ in check(count, grain) })
      try pool.submit(Job { _ in pool.withSubstitute { check(count, grain) } })
    }
    let outside = sizes.map { count, grain in PosixThread(named: "outside") { check(count, grain) } }
    for thread in outside { thread.join() }
    #expect(pool.shutdown(grace: .seconds(60)))
    #expect(good.count == 3 * sizes.count)
  }

  @Test func `a count near the greatest number does not overflow`() {
    let pool = WorkerPool(workers: 2, queueLimit: 10)
    let ranges = Journal<Range<Int>>()
    #expect(pool.divide(.max, by: .max / 2, token: CancellationToken(), ranges.add))
    #expect(
      ranges.events.sorted { $0.lowerBound < $1.lowerBound }
        == [0..<(.max / 2), (.max / 2)..<(.max - 1), (.max - 1)..<(.max)])
  }

  @Test func `a free worker takes part`() {
    let pool = WorkerPool(workers: 2, queueLimit: 10)
    let met = Counter()
    // Each range waits for the other to have begun.
    let isDone = pool.divide(2, by: 1, token: CancellationToken()) { _ in
      met.add()
      if eventually({ met.count >= 2 }) { met.add() }
    }
    #expect(isDone)
    #expect(met.count == 4)
  }

  @Test func `a pool of one worker leaves all to the caller`() {
    let pool = WorkerPool(workers: 1, queueLimit: 10)
    let caller = pthread_self()
    let others = Counter()
    let isDone = pool.divide(1000, by: 1, token: CancellationToken()) { _ in
      if pthread_self() != caller { others.add() }
      if others.count == 0 { sched_yield() }
    }
    #expect(isDone)
    #expect(others.count == 0)
  }

  @Test func `behind a full queue the caller is alone, and nothing is refused`() throws {
    let pool = WorkerPool(workers: 2, queueLimit: 1)
    let gate = Gate()
    for running in 1...2 {
      try pool.submit(Job { _ in gate.wait() })
      #expect(eventually { pool.statistics.running == running })
    }
    try pool.submit(Job { _ in })
    let before = pool.statistics
    let tally = Tally(100)
    #expect(pool.divide(100, by: 3, token: CancellationToken(), tally.add))
    #expect(tally.isOnceEach)
    #expect(pool.core.state.withLock { $0.queue.count } == 1)
    #expect(pool.statistics == before)
    gate.open()
    #expect(pool.shutdown(grace: .seconds(60)))
  }

  @Test func `a job waits for a slice of a worker that helps, not for the division`() throws {
    let pool = WorkerPool(workers: 2, queueLimit: 100)
    let (gate, order, done) = (Gate(), Journal<String>(), Journal<Bool>())
    // One worker is stuck, so that the one that helps is the only one to take a job.
    try pool.submit(Job { _ in gate.wait() })
    #expect(eventually { pool.statistics.running == 1 })
    let token = CancellationToken()
    let submitted = Counter()
    let divider = PosixThread(named: "divider") {
      let caller = pthread_self()
      // The division has no end of its own.
      done.add(
        pool.divide(1 << 40, by: 1, token: token) { _ in
          usleep(500)
          guard pthread_self() != caller else { return }
          order.add("range")
          // The range itself submits the next job, so that nothing comes between the two.
          let number = submitted.count
          guard number < 10, number == 0 || order.events.contains("job \(number - 1)") else { return }
          submitted.add()
          order.add("submit \(number)")
          try? pool.submit(Job { _ in order.add("job \(number)") })
        })
    }
    #expect(eventually { order.events.contains("job 9") })
    #expect(done.events.isEmpty)
    token.cancel()
    divider.join()
    #expect(done.events == [false])
    let events = order.events
    for number in 0..<10 {
      let submitted = try #require(events.firstIndex(of: "submit \(number)"))
      let began = try #require(events.firstIndex(of: "job \(number)"))
      // A slice of two milliseconds holds four ranges, of which each lasts half of one or longer.
      #expect(began - submitted <= 5)
    }
    gate.open()
    #expect(pool.shutdown(grace: .seconds(60)))
  }

  @Test func `short jobs pass a division on the only worker that has a substitute`() throws {
    let pool = WorkerPool(workers: 1, queueLimit: 100)
    let (token, stopped, short) = (CancellationToken(), Counter(), Counter())
    try pool.submit(
      Job { _ in
        pool.withSubstitute {
          if !pool.divide(1 << 40, by: 1, token: token, { _ in usleep(500) }) { stopped.add() }
        }
      })
    for _ in 0..<20 { try pool.submit(Job { _ in short.add() }) }
    #expect(eventually { short.count == 20 })
    #expect(stopped.count == 0)
    token.cancel()
    #expect(eventually { stopped.count == 1 })
    #expect(pool.shutdown(grace: .seconds(60)))
  }

  @Test(arguments: [true, false])
  func `a cancelled token stops it, and nothing runs after the return`(isAbandoned: Bool) {
    let pool = WorkerPool(workers: 3, queueLimit: 10)
    let (begun, ended) = (Counter(), Counter())
    let token = CancellationToken { isAbandoned && begun.count > 20 }
    let isDone = pool.divide(1_000_000, by: 10, token: token) { _ in
      begun.add()
      if !isAbandoned && begun.count > 20 { token.cancel() }
      usleep(1000)
      ended.add()
    }
    let atReturn = (begun.count, ended.count)
    #expect(!isDone)
    #expect(atReturn.0 == atReturn.1)
    #expect((20..<100_000).contains(atReturn.0))
    usleep(20_000)
    #expect(begun.count == atReturn.0)
    #expect(pool.shutdown(grace: .seconds(60)))
  }

  @Test func `the caller waits for the ranges that others are in`() {
    let pool = WorkerPool(workers: 2, queueLimit: 10)
    let caller = pthread_self()
    let (begun, ended) = (Counter(), Counter())
    let isDone = pool.divide(2, by: 1, token: CancellationToken()) { _ in
      begun.add()
      _ = eventually { begun.count == 2 }
      if pthread_self() != caller { usleep(50_000) }
      ended.add()
    }
    #expect(isDone)
    #expect(ended.count == 2)
  }

  @Test func `no thread retains the body after the return, even where a helper never came`() throws {
    final class Held: Sendable {}
    let pool = WorkerPool(workers: 2, queueLimit: 10)
    let gate = Gate()
    for _ in 0..<2 { try pool.submit(Job { _ in gate.wait() }) }
    #expect(eventually { pool.statistics.running == 2 })
    weak var held: Held?
    func divide() {
      let strong = Held()
      held = strong
      #expect(pool.divide(100, by: 1, token: CancellationToken()) { _ in withExtendedLifetime(strong) {} })
    }
    divide()
    #expect(pool.core.state.withLock { $0.queue.count } == 1)
    #expect(held == nil)
    gate.open()
    #expect(pool.shutdown(grace: .seconds(60)))
  }

  @Test func `helpers that never came do not fill the queue`() throws {
    let pool = WorkerPool(workers: 4, queueLimit: 10)
    let gate = Gate()
    for _ in 0..<4 { try pool.submit(Job { _ in gate.wait() }) }
    #expect(eventually { pool.statistics.running == 4 })
    for _ in 0..<1000 { _ = pool.divide(10, by: 1, token: CancellationToken()) { _ in } }
    #expect(pool.core.state.withLock { $0.queue.count } < 100)
    #expect(pool.core.state.withLock { $0.queuedHelpers } == 0)
    gate.open()
    #expect(pool.shutdown(grace: .seconds(60)))
    #expect(pool.statistics.completed == 4)
  }

  @Test func `the statistics know nothing of helpers`() {
    let pool = WorkerPool(workers: 3, queueLimit: 10)
    let before = pool.statistics
    let caller = pthread_self()
    let (helped, counted) = (Counter(), Counter())
    let isDone = pool.divide(1000, by: 1, token: CancellationToken()) { _ in
      if pthread_self() != caller {
        helped.add()
      } else {
        // On a busy machine the caller would have done everything before a worker wakes up.
        _ = eventually { helped.count > 0 }
      }
      if pool.statistics != before { counted.add() }
    }
    #expect(isDone)
    #expect(helped.count > 0)
    #expect(counted.count == 0)
    #expect(pool.shutdown(grace: .seconds(60)))
    #expect(pool.statistics == before)
    #expect(pool.core.state.withLock { $0.queuedHelpers } == 0)
  }

  @Test func `workers that helped sleep afterwards, and wake for jobs`() throws {
    let pool = WorkerPool(workers: 3, queueLimit: 10)
    for _ in 0..<20 {
      #expect(pool.divide(30, by: 1, token: CancellationToken()) { _ in usleep(500) })
      // A worker that is neither counted here nor runs would never be woken again.
      #expect(eventually { pool.core.state.withLock { $0.sleeping } == 3 })
    }
    let met = Counter()
    for _ in 0..<3 {
      try pool.submit(
        Job { _ in
          met.add()
          if eventually({ met.count >= 3 }) { met.add() }
        })
    }
    #expect(pool.shutdown(grace: .seconds(60)))
    #expect(met.count == 6)
  }

  @Test func `a shutdown takes the helpers away, and the caller goes on alone`() {
    let pool = WorkerPool(workers: 3, queueLimit: 10)
    let (tally, helped, gate, done) = (Tally(20_000), Counter(), Gate(), Journal<Bool>())
    let divider = PosixThread(named: "divider") {
      let caller = pthread_self()
      done.add(
        pool.divide(20_000, by: 1, token: CancellationToken()) { range in
          tally.add(range)
          if pthread_self() == caller {
            gate.wait()
          } else {
            helped.add()
            // The helpers are in the middle of the work at the shutdown, and their slice is over after it.
            if helped.count > 5 {
              _ = eventually { pool.core.state.withLock { $0.mode == .over } }
              usleep(3000)
            }
          }
        })
    }
    #expect(eventually { helped.count > 5 })
    let hasEnded = pool.shutdown(grace: .milliseconds(1))
    #expect(hasEnded)
    #expect(eventually { pool.core.state.withLock { $0.liveWorkers } == 0 })
    #expect(tally.sum < 20_000)
    let atShutdown = helped.count
    gate.open()
    divider.join()
    #expect(helped.count == atShutdown)
    #expect(done.events == [true])
    #expect(tally.isOnceEach)
  }

  @Test func `a shutdown whose grace is over stops a job that divides`() throws {
    let pool = WorkerPool(workers: 2, queueLimit: 10)
    let (events, ranges) = (Journal<String>(), Counter())
    try pool.submit(
      Job(
        dropped: { events.add("dropped: \($0)") },
        run: { token in
          let isDone = pool.withSubstitute {
            pool.divide(1 << 40, by: 1, token: token) { _ in
              ranges.add()
              usleep(500)
            }
          }
          events.add("done: \(isDone)")
        }))
    #expect(eventually { ranges.count > 20 })
    #expect(!pool.shutdown(grace: .milliseconds(20)))
    #expect(eventually { Set(events.events) == ["dropped: shutdown", "done: false"] })
    #expect(pool.statistics.cut == 1)
    #expect(pool.statistics.completed == 0)
  }

  @Test func `a division after a shutdown is the caller's alone`() {
    let pool = WorkerPool(workers: 3, queueLimit: 10)
    pool.shutdown(grace: .seconds(1))
    let tally = Tally(50)
    #expect(pool.divide(50, by: 3, token: CancellationToken(), tally.add))
    #expect(tally.isOnceEach)
  }

  @Test func `a division within a range of another is done too`() throws {
    let pool = WorkerPool(workers: 3, queueLimit: 10)
    let tallies = (0..<20).map { _ in Tally(100) }
    let isDone = pool.divide(20, by: 1, token: CancellationToken()) { outer in
      for index in outer {
        pool.withSubstitute {
          _ = pool.divide(100, by: 1, token: CancellationToken()) { range in
            sched_yield()
            tallies[index].add(range)
          }
        }
      }
    }
    #expect(isDone)
    #expect(tallies.count { $0.isOnceEach } == 20)
    #expect(pool.shutdown(grace: .seconds(60)))
  }
}
