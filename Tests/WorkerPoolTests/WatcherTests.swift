import Glibc
import Testing

@testable import WorkerPool

struct WatcherTests {
  private func submit(_ state: inout PoolState, deadline: Int64, at now: Int64) throws -> Bool {
    try state.submit(JobRecord(job: Job { _ in }, deadline: deadline, submittedAt: now)).watcher
  }

  @Test func `the watcher is woken for the first of many short jobs, and then only for an earlier deadline`()
    throws
  {
    var state = PoolState(PoolLimits(workers: 1, queue: 10))
    state.occupy(0, by: pthread_self())
    for now in Int64(0)..<50 {
      #expect(try submit(&state, deadline: now + 100, at: now) == (now == 0))
      // It looks as soon as it is woken, perhaps when the job is over.
      guard case .run = state.next(worker: 0, now: now, mayWait: false) else {
        Issue.record("the job does not run")
        return
      }
      state.finish(worker: 0, now: now)
      if now == 0 { #expect(state.expire(now: now).isEmpty) }
    }
    #expect(state.watcherWakesAt == 100)
    #expect(try submit(&state, deadline: 90, at: 60))
    #expect(state.expire(now: 60).isEmpty)
    #expect(state.watcherWakesAt == 90)
    #expect(state.expire(now: 90).count == 1)
    // With nothing left to watch it sleeps until it is woken.
    #expect(state.watcherWakesAt == .max)
  }
}
