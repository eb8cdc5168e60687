import Glibc
import Support
import Synchronization
import Testing

@testable import WorkerPool

/// How many threads of the process have a name that begins so.
private func threads(named prefix: String) -> Int {
  guard let folder = opendir("/proc/self/task") else { return -1 }
  defer { closedir(folder) }
  var count = 0
  while let entry = readdir(folder) {
    let number = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
      String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
    guard let file = fopen("/proc/self/task/\(number)/comm", "r") else { continue }
    defer { fclose(file) }
    var line = [UInt8](repeating: 0, count: 32)
    let length = fread(&line, 1, line.count, file)
    if String(decoding: line.prefix(length), as: UTF8.self).hasPrefix(prefix) { count += 1 }
  }
  return count
}

@Suite(.serialized) struct SubstituteTests {
  @Test func `a short job passes a long one that has a substitute on the only worker`() throws {
    let pool = WorkerPool(workers: 1, queueLimit: 10)
    let gate = Gate()
    let order = Journal<String>()
    try pool.submit(
      Job { _ in
        pool.withSubstitute { gate.wait() }
        order.add("long")
      })
    try pool.submit(
      Job { _ in
        order.add("short")
        gate.open()
      })
    #expect(pool.shutdown(grace: .seconds(60)))
    #expect(order.events == ["short", "long"])
    #expect(pool.statistics.completed == 2)
  }

  @Test func `there are at most as many substitutes as workers, and they end`() throws {
    let pool = WorkerPool(workers: 2, queueLimit: 10, name: "most")
    let gate = Gate()
    for _ in 0..<6 { try pool.submit(Job { _ in pool.withSubstitute { gate.wait() } }) }
    #expect(eventually { pool.statistics.running == 4 })
    usleep(20_000)
    // The last two bodies find every seat taken, and no worker takes the jobs behind them.
    #expect(pool.statistics.running == 4)
    #expect(pool.statistics.queued == 2)
    #expect(eventually { threads(named: "most-") == 5 })  // and the clock
    gate.open()
    #expect(eventually { pool.statistics.completed == 6 })
    #expect(eventually { threads(named: "most-") == 3 })
    #expect(pool.core.state.withLock { $0.liveWorkers } == 2)
    #expect(pool.shutdown(grace: .seconds(60)))
    #expect(eventually { threads(named: "most-") == 0 })
  }

  @Test func `a body within a body has no substitute of its own`() throws {
    let pool = WorkerPool(workers: 1, queueLimit: 10, name: "nest")
    let counts = Journal<Int>()
    try pool.submit(
      Job { _ in
        pool.withSubstitute {
          pool.withSubstitute { pool.withSubstitute { _ = usleep(20_000) } }
          // The inner ones end without ending the absence.
          counts.add(pool.core.state.withLock { $0.away })
          counts.add(pool.core.state.withLock { $0.liveWorkers })
        }
        counts.add(pool.core.state.withLock { $0.away })
      })
    #expect(eventually { counts.events.count == 3 })
    #expect(counts.events == [1, 2, 0])
    #expect(eventually { threads(named: "nest-") == 2 })  // and the clock
    #expect(pool.shutdown(grace: .seconds(60)))
  }

  @Test func `a job that is away again and again has one substitute at a time`() throws {
    let pool = WorkerPool(workers: 1, queueLimit: 10)
    let counts = Journal<Int>()
    try pool.submit(
      Job { _ in
        for _ in 0..<50 {
          pool.withSubstitute { counts.add(pool.core.state.withLock { $0.liveWorkers }) }
        }
      })
    #expect(eventually { pool.statistics.completed == 1 })
    #expect(counts.events == Array(repeating: 2, count: 50))
    #expect(pool.shutdown(grace: .seconds(60)))
  }

  @Test func `an error of the body is rethrown, and the worker is back`() throws {
    struct Trouble: Error, Equatable { let number: Int }
    let pool = WorkerPool(workers: 1, queueLimit: 10)
    let troubles = Journal<Trouble>()
    try pool.submit(
      Job { _ in
        do throws(Trouble) {
          try pool.withSubstitute { () throws(Trouble) in throw Trouble(number: 7) }
        } catch {
          troubles.add(error)
        }
      })
    #expect(eventually { pool.statistics.completed == 1 })
    #expect(troubles.events == [Trouble(number: 7)])
    #expect(eventually { pool.core.state.withLock { $0.away == 0 && $0.liveWorkers == 1 } })
    #expect(pool.shutdown(grace: .seconds(60)))
  }

  @Test func `on a thread that is not the pool's the body just runs`() throws {
    let pool = WorkerPool(workers: 1, queueLimit: 10)
    let other = WorkerPool(workers: 1, queueLimit: 10)
    let counts = Journal<Int>()
    #expect(pool.withSubstitute { pool.core.state.withLock { $0.liveWorkers } } == 1)
    try other.submit(
      Job { _ in counts.add(pool.withSubstitute { pool.core.state.withLock { $0.liveWorkers } }) })
    #expect(other.shutdown(grace: .seconds(60)))
    #expect(counts.events == [1])
    #expect(pool.shutdown(grace: .seconds(60)))
  }

  @Test func `no more jobs than before run at once after a body is over`() throws {
    let pool = WorkerPool(workers: 2, queueLimit: 1000)
    let turnstile = Turnstile()
    for _ in 0..<100 {
      try pool.submit(
        Job { _ in
          pool.withSubstitute { _ = usleep(500) }
        })
    }
    #expect(eventually { pool.statistics.completed == 100 })
    for _ in 0..<100 { try pool.submit(Job { _ in turnstile.pass { usleep(500) } }) }
    #expect(pool.shutdown(grace: .seconds(60)))
    #expect((1...2).contains(turnstile.crowd))
    #expect(pool.statistics.completed == 200)
  }

  @Test func `a spare worker that was woken for a job wakes another for it before it ends`() throws {
    var state = PoolState(PoolLimits(workers: 2, queue: 10))
    func job() -> JobRecord { JobRecord(job: Job { _ in }, deadline: .max, submittedAt: 0) }
    state.occupy(0, by: 100)
    state.occupy(1, by: 101)
    _ = try state.submit(job())
    guard case .run = state.next(worker: 0, now: 0, mayWait: true) else { throw Unexpected() }
    let absence = state.stepAside(100)
    #expect(absence?.seat == 0)
    #expect(absence?.wake.watcher == true)
    #expect(state.takeStarts() == [2])
    // The other worker and the substitute find nothing to do.
    for worker in 1...2 {
      guard case .sleep = state.next(worker: worker, now: 0, mayWait: true) else { throw Unexpected() }
    }
    state.comeBack(to: 0)
    // The signal happens to reach the substitute.
    let wake = try state.submit(job())
    #expect(wake.worker)
    guard case .exit(let others) = state.next(worker: 2, now: 0, mayWait: false), others.worker else {
      throw Unexpected()
    }
    #expect(state.sleeping == 0)
    guard case .run = state.next(worker: 1, now: 0, mayWait: false) else { throw Unexpected() }
    // Now there are as many as before: the one that was away stays.
    state.finish(worker: 0, now: 0)
    guard case .lookAgain = state.next(worker: 0, now: 0, mayWait: false) else { throw Unexpected() }
  }

  @Test func `a shutdown cuts a substitute's job, and waits for it`() throws {
    let pool = WorkerPool(workers: 1, queueLimit: 10, name: "cut")
    let events = Journal<String>()
    for number in 0..<2 {
      try pool.submit(
        Job(
          dropped: { events.add("\(number) dropped: \($0)") },
          run: { token in
            pool.withSubstitute { _ = eventually { token.isCancelled } }
            usleep(20_000)
            events.add("\(number) stopped")
          }))
    }
    #expect(eventually { pool.statistics.running == 2 })
    #expect(!pool.shutdown(grace: .milliseconds(20)))
    let all = ["0 dropped: shutdown", "0 stopped", "1 dropped: shutdown", "1 stopped"]
    #expect(eventually { events.events.sorted() == all })
    #expect(eventually { threads(named: "cut-") == 0 })
  }

  @Test(arguments: 1...4 as ClosedRange<UInt64>)
  func `every job ends where long and short ones come at random`(seed: UInt64) {
    let pool = WorkerPool(workers: 3, queueLimit: 10_000, name: "mix\(seed)")
    let ran = Counter()
    let submitters = (0..<3 as Range<UInt64>).map { submitter in
      PosixThread(named: "submitter") {
        var random = seed &* 0x9E37_79B9_7F4A_7C15 &+ submitter
        for _ in 0..<1000 {
          random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
          let choice = (random >> 33) % 20
          try? pool.submit(
            Job { _ in
              switch choice {
              case 0: pool.withSubstitute { _ = usleep(1000) }
              case 1: pool.withSubstitute { pool.withSubstitute {} }
              default: break
              }
              ran.add()
            })
          if choice > 16 { usleep(100) }
        }
      }
    }
    for thread in submitters { thread.join() }
    // Not by a shutdown, which would wake a worker that had been left asleep.
    #expect(eventually { pool.statistics.completed == 3000 })
    #expect(ran.count == 3000)
    #expect(eventually { threads(named: "mix\(seed)-") == 4 })
    #expect(pool.shutdown(grace: .seconds(60)))
  }

  private struct Unexpected: Error {}
}
