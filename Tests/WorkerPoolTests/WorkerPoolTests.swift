import Glibc
import Support
import Synchronization
import Testing

@testable import WorkerPool

/// A gate that holds jobs back until it is opened.
final class Gate: Sendable {
  private let isOpen = Atomic(false)

  func open() { isOpen.store(true, ordering: .releasing) }

  func wait() { _ = eventually { isOpen.load(ordering: .acquiring) } }
}

/// The events of several threads, in order.
final class Journal<Event: Sendable>: Sendable {
  private let list = Mutex<[Event]>([])

  func add(_ event: Event) { list.withLock { $0.append(event) } }

  var events: [Event] { list.withLock { $0 } }
}

/// Waits until something is so; false if it never comes to be so.
func eventually(_ condition: () -> Bool) -> Bool {
  let end = MonotonicTime.after(.seconds(60))
  while !condition() {
    if MonotonicTime.now > end { return false }
    usleep(500)
  }
  return true
}

/// Runs an attempt with a deadline that is to pass while a job runs, with longer ones until the job has begun before it;
/// returns false if it never does.
///
/// On a busy machine any deadline may pass before a worker takes the job.
func withDeadline(_ attempt: (Duration) throws -> Bool) rethrows -> Bool {
  for milliseconds in [30, 100, 300, 1000, 3000, 10_000, 30_000] {
    if try attempt(.milliseconds(milliseconds)) { return true }
  }
  return false
}

@Suite(.serialized) struct WorkerPoolTests {
  @Test func `a job runs on a worker of the pool's name with a deep stack`() {
    let pool = WorkerPool(workers: 1, queueLimit: 4, name: "layout")
    let names = Journal<String>()
    #expect(throws: Never.self) {
      try pool.submit(
        Job { _ in
          withUnsafeTemporaryAllocation(byteCount: 6 << 20, alignment: 16) { deep in
            // Touching the far end of six megabytes would overflow a thread's usual stack.
            _ = memset(deep.baseAddress!, 1, deep.count)
          }
          var buffer = [UInt8](repeating: 0, count: 32)
          let file = open("/proc/thread-self/comm", O_RDONLY)
          let count = read(file, &buffer, 32)
          close(file)
          names.add(String(decoding: buffer[..<(count - 1)], as: UTF8.self))
        })
    }
    #expect(pool.shutdown(grace: .seconds(60)))
    #expect(names.events == ["layout-0"])
  }

  @Test func `one worker runs jobs in the order in which they came`() throws {
    let pool = WorkerPool(workers: 1, queueLimit: 1000)
    let order = Journal<Int>()
    for number in 0..<1000 { try pool.submit(Job { _ in order.add(number) }) }
    #expect(pool.shutdown(grace: .seconds(60)))
    #expect(order.events == Array(0..<1000))
    #expect(pool.statistics.completed == 1000)
    #expect(pool.statistics.queueWait.count == 1000)
  }

  @Test func `a full queue refuses at once and takes jobs again when it has room`() throws {
    let pool = WorkerPool(workers: 1, queueLimit: 2)
    let gate = Gate()
    try pool.submit(Job { _ in gate.wait() })
    #expect(eventually { pool.statistics.running == 1 })
    try pool.submit(Job { _ in })
    try pool.submit(Job { _ in })
    #expect(throws: SubmitError.queueFull) { try pool.submit(Job { _ in }) }
    #expect(pool.statistics.queued == 2)
    #expect(pool.statistics.refused == 1)
    gate.open()
    #expect(eventually { pool.statistics.completed == 3 })
    try pool.submit(Job { _ in })
    #expect(pool.shutdown(grace: .seconds(60)))
    #expect(pool.statistics.completed == 4)
  }

  @Test func `a deadline that passes in the queue drops the job once and never runs it`() throws {
    let pool = WorkerPool(workers: 1, queueLimit: 10)
    let gate = Gate()
    let events = Journal<String>()
    try pool.submit(Job { _ in gate.wait() })
    try pool.submit(
      Job(dropped: { events.add("dropped: \($0)") }, run: { _ in events.add("run") }),
      deadline: .milliseconds(30))
    #expect(eventually { events.events == ["dropped: deadline"] })
    #expect(pool.statistics.queued == 0)
    #expect(pool.statistics.expired == 1)
    gate.open()
    #expect(pool.shutdown(grace: .seconds(60)))
    #expect(events.events == ["dropped: deadline"])
    #expect(pool.statistics.completed == 1)
  }

  @Test func `a deadline that passes while a job runs cancels its token`() throws {
    let hasBegun = try withDeadline { deadline in
      let pool = WorkerPool(workers: 1, queueLimit: 10)
      let events = Journal<String>()
      try pool.submit(
        Job(
          dropped: { events.add("dropped: \($0)") },
          run: { token in
            events.add("begun")
            if eventually({ token.isCancelled }) { events.add("stopped") }
          }), deadline: deadline)
      #expect(eventually { events.events.contains("dropped: deadline") })
      #expect(pool.shutdown(grace: .seconds(60)))
      #expect(pool.statistics.expired == 1)
      #expect(pool.statistics.completed == 0)
      guard events.events.first == "begun" else { return false }
      #expect(Set(events.events) == ["begun", "dropped: deadline", "stopped"])
      return true
    }
    #expect(hasBegun)
  }

  @Test func `deadlines pass in their own order, not in that of the queue`() throws {
    var state = PoolState(PoolLimits(workers: 1, queue: 100))
    for deadline in [90, 30, 120, 60, 150] as [Int64] {
      _ = try state.submit(JobRecord(job: Job { _ in }, deadline: deadline, submittedAt: 0))
    }
    #expect(state.expire(now: 29).isEmpty)
    #expect(state.expire(now: 95).map(\.deadline) == [30, 60, 90])
    #expect(state.expire(now: 150).map(\.deadline) == [120, 150])
    #expect(state.statistics.expired == 5 && state.statistics.queued == 0)
  }

  @Test func `a job that is done before its deadline is not dropped, and leaves the heap`() throws {
    let pool = WorkerPool(workers: 2, queueLimit: 100)
    let dropped = Journal<DropReason>()
    for _ in 0..<50 { try pool.submit(Job(dropped: dropped.add, run: { _ in }), deadline: .seconds(3600)) }
    #expect(eventually { pool.statistics.completed == 50 })
    pool.core.state.withLock { state in
      #expect(state.deadlines.first == nil)
      #expect(state.expire(now: .max).isEmpty)
    }
    #expect(dropped.events.isEmpty)
    #expect(pool.statistics.expired == 0)
    pool.shutdown(grace: .seconds(60))
  }

  @Test func `nothing is computed for a client that has gone`() throws {
    let pool = WorkerPool(workers: 1, queueLimit: 10)
    let events = Journal<String>()
    try pool.submit(
      Job(isAbandoned: { true }, dropped: { events.add("dropped: \($0)") }, run: { _ in events.add("run") }))
    #expect(eventually { events.events == ["dropped: abandoned"] })
    #expect(pool.shutdown(grace: .seconds(60)))
    #expect(events.events == ["dropped: abandoned"])
    #expect(pool.statistics.abandoned == 1)
  }

  @Test func `a token checks now and then whether its client has gone`() {
    let asked = Atomic(0)
    let token = CancellationToken { asked.add(1, ordering: .relaxed).newValue == 3 }
    let start = MonotonicTime.now
    var looks = 0
    while !token.isCancelledOrAbandoned(), looks < 100_000_000 { looks += 1 }
    #expect(token.isCancelled)
    #expect(asked.load(ordering: .relaxed) == 3)
    #expect(looks > 3)
    // Three questions are two intervals of twenty milliseconds.
    #expect(MonotonicTime.now - start >= 40_000_000)
  }

  @Test func `a shutdown runs queued jobs within its grace, rejects new ones, and happens once`() throws {
    let pool = WorkerPool(workers: 2, queueLimit: 100)
    let count = Atomic(0)
    for _ in 0..<40 {
      try pool.submit(
        Job { _ in
          usleep(1000)
          count.add(1, ordering: .relaxed)
        })
    }
    #expect(pool.shutdown(grace: .seconds(60)))
    #expect(count.load(ordering: .relaxed) == 40)
    #expect(throws: SubmitError.stopped) { try pool.submit(Job { _ in }) }
    #expect(pool.shutdown(grace: .seconds(60)))
  }

  @Test func `a shutdown whose grace is over cancels running jobs and drops queued ones`() throws {
    let pool = WorkerPool(workers: 1, queueLimit: 10)
    let events = Journal<String>()
    try pool.submit(
      Job(
        dropped: { events.add("running dropped: \($0)") },
        run: { token in if eventually({ token.isCancelled }) { events.add("stopped") } }))
    #expect(eventually { pool.statistics.running == 1 })
    try pool.submit(
      Job(dropped: { events.add("queued dropped: \($0)") }, run: { _ in events.add("run") }))
    #expect(!pool.shutdown(grace: .milliseconds(20)))
    let all: Set = ["running dropped: shutdown", "queued dropped: shutdown", "stopped"]
    #expect(eventually { Set(events.events) == all })
    #expect(pool.statistics.cut == 2)
  }

  @Test func `every job of many submitters ends in exactly one way`() {
    let pool = WorkerPool(workers: 3, queueLimit: 64)
    let (ran, dropped, refused) = (Counter(), Counter(), Counter())
    let submitters = (0..<4).map { submitter in
      PosixThread(named: "submitter") {
        for number in 0..<20_000 {
          let job = Job(
            isAbandoned: { number % 31 == 0 }, dropped: { _ in dropped.add() },
            run: { _ in
              if number % 500 == 0 { usleep(3000) }
              ran.add()
            })
          do throws(SubmitError) {
            try pool.submit(job, deadline: number % 3 == submitter % 3 ? .milliseconds(2) : .seconds(3600))
          } catch {
            refused.add()
            usleep(50)
          }
        }
      }
    }
    for thread in submitters { thread.join() }
    #expect(pool.shutdown(grace: .seconds(60)))
    let statistics = pool.statistics
    #expect(statistics.queued == 0 && statistics.running == 0)
    #expect(statistics.refused == refused.count)
    #expect(statistics.expired + statistics.abandoned + statistics.cut == dropped.count)
    #expect(statistics.completed + statistics.expired + statistics.abandoned + refused.count == 80_000)
    // A job that was running when its deadline passed has both run and been dropped.
    #expect(ran.count >= statistics.completed)
    #expect(ran.count + dropped.count + refused.count >= 80_000)
  }
}

/// A number that several threads count up.
final class Counter: Sendable {
  private let value = Atomic(0)

  func add() { value.add(1, ordering: .relaxed) }

  var count: Int { value.load(ordering: .relaxed) }
}
