import Cancellation
import Glibc
import Support
import Synchronization
import Testing

@testable import WorkerPool

@Suite(.serialized) struct SuspensionTests {
  /// The jobs that have been suspended, for the test to resume.
  private final class Suspended: Sendable {
    private let jobs = Mutex<[SuspendedJob]>([])

    func add(_ job: SuspendedJob) { jobs.withLock { $0.append(job) } }

    var count: Int { jobs.withLock { $0.count } }

    func resume(_ index: Int = 0, _ rest: @escaping @Sendable () -> Void) {
      jobs.withLock { $0[index] }.resume(rest)
    }
  }

  @Test func `suspended jobs hold no worker`() throws {
    let pool = WorkerPool(workers: 1, queueLimit: 10)
    let (suspended, done) = (Suspended(), Counter())
    for _ in 0..<5 { try pool.submit(Job { _ in suspended.add(pool.suspendJob()!) }) }
    #expect(eventually { pool.statistics.suspended == 5 })
    try pool.submit(Job { _ in done.add() })
    #expect(eventually { done.count == 1 })
    for index in 0..<5 { suspended.resume(index) { done.add() } }
    #expect(eventually { done.count == 6 })
    #expect(pool.shutdown(grace: .seconds(60)))
    #expect(pool.statistics.completed == 6 && pool.statistics.suspended == 0)
  }

  @Test func `a suspended job keeps its lane`() throws {
    let pool = WorkerPool(workers: 3, queueLimit: 10)
    let (suspended, order) = (Suspended(), Journal<String>())
    try pool.submit(
      Job { _ in
        suspended.add(pool.suspendJob()!)
        order.add("begun")
      }, lane: "a")
    try pool.submit(Job { _ in order.add("next") }, lane: "a")
    try pool.submit(Job { _ in order.add("other") }, lane: "b")
    #expect(eventually { order.events == ["begun", "other"] || order.events == ["other", "begun"] })
    suspended.resume { order.add("rest") }
    #expect(pool.shutdown(grace: .seconds(60)))
    #expect(order.events.suffix(2) == ["rest", "next"])
  }

  @Test func `a job that is resumed before it returns goes on when it has`() throws {
    let pool = WorkerPool(workers: 2, queueLimit: 10)
    let order = Journal<String>()
    try pool.submit(
      Job { _ in
        pool.suspendJob()!.resume { order.add("rest") }
        usleep(20_000)
        order.add("begun")
      })
    #expect(pool.shutdown(grace: .seconds(60)))
    #expect(order.events == ["begun", "rest"])
  }

  @Test func `a job may be suspended again by its rest, and several times at once`() throws {
    let pool = WorkerPool(workers: 2, queueLimit: 10)
    let order = Journal<Int>()
    try pool.submit(
      Job { _ in
        let (first, second) = (pool.suspendJob()!, pool.suspendJob()!)
        first.resume {
          order.add(1)
          pool.suspendJob()!.resume { order.add(3) }
        }
        second.resume { order.add(2) }
      })
    #expect(pool.shutdown(grace: .seconds(60)))
    #expect(order.events == [1, 2, 3])
    #expect(pool.statistics.completed == 1)
  }

  @Test func `a suspended job is dropped at its deadline, and its token is cancelled when it goes on`() throws
  {
    let hasBegun = try withDeadline { deadline in
      let pool = WorkerPool(workers: 1, queueLimit: 100)
      let (suspended, told, cancelled, next) = (Suspended(), Counter(), Counter(), Counter())
      try pool.submit(
        Job(dropped: { reason in if reason == .deadline { told.add() } }) { _ in
          suspended.add(pool.suspendJob()!)
        }, lane: "a", deadline: deadline)
      try #require(eventually { told.count == 1 })
      // Whatever the worker has begun is in its lane, and over.
      guard eventually({ pool.statistics.running == 0 }), suspended.count == 1 else { return false }
      // The next job of its lane waits until it has cleaned up.
      try pool.submit(Job { _ in next.add() }, lane: "a")
      let other = Counter()
      for _ in 0..<20 { try pool.submit(Job { _ in other.add() }) }
      #expect(eventually { other.count == 20 })
      #expect(next.count == 0)
      suspended.resume { if Cancellation.isRequested { cancelled.add() } }
      #expect(eventually { next.count == 1 && cancelled.count == 1 })
      #expect(pool.shutdown(grace: .seconds(60)))
      #expect(pool.statistics.expired == 1 && pool.statistics.completed == 21)
      return true
    }
    #expect(hasBegun)
  }

  @Test(arguments: [true, false])
  func `a shutdown waits for suspended jobs, and gives them up after its grace`(isResumed: Bool) throws {
    let pool = WorkerPool(workers: 2, queueLimit: 10)
    let (suspended, done, cut) = (Suspended(), Counter(), Counter())
    try pool.submit(
      Job(dropped: { reason in if reason == .shutdown { cut.add() } }) { _ in
        suspended.add(pool.suspendJob()!)
      })
    #expect(eventually { pool.statistics.suspended == 1 })
    let thread = PosixThread(named: "later") {
      _ = eventually { pool.core.state.withLock { $0.mode != .open } }
      if isResumed { suspended.resume { done.add() } }
    }
    #expect(pool.shutdown(grace: isResumed ? .seconds(60) : .milliseconds(20)) == isResumed)
    thread.join()
    #expect(done.count == (isResumed ? 1 : 0) && cut.count == (isResumed ? 0 : 1))
    // Nothing is run after that.
    if !isResumed { suspended.resume { done.add() } }
    usleep(20_000)
    #expect(done.count == (isResumed ? 1 : 0))
  }

  @Test func `only a job of the pool can be suspended`() {
    let pool = WorkerPool(workers: 1, queueLimit: 1)
    #expect(pool.suspendJob() == nil)
  }
}
