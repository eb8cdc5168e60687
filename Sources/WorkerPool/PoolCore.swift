import Glibc
import Support
import Synchronization

/// The state and work of a pool's threads; outlives the pool when a worker does not return.
final class PoolCore: Sendable {
  let state: Mutex<PoolState>
  let work = Semaphore()

  init(workers: Int, queueLimit: Int) {
    state = Mutex(PoolState(workers: workers, queueLimit: queueLimit))
  }

  /// How often a worker without work yields and looks again before it sleeps: under load the next job arrives meanwhile,
  /// which saves a sleep and a wake-up.
  private static let attempts = 3

  /// Runs a worker: takes a job, runs it, takes the next; sleeps while there is none.
  func runWorker(_ index: Int) {
    state.withLock { $0.occupy(index, by: pthread_self()) }
    var patience = Self.attempts
    var hasMore = false
    while true {
      switch state.withLock({ state in
        // One lock for the end of one job and the beginning of the next.
        state.finish(worker: index, hasMore: hasMore)
        return state.next(worker: index, now: MonotonicTime.now, mayWait: patience == 0)
      }) {
      case .run(let record):
        patience = Self.attempts
        hasMore = run(record, on: index)
      case .resume(let rest):
        patience = Self.attempts
        for work in rest { work() }
        hasMore = false
      case .expire(let record): record.job.dropped(.deadline)
      case .lookAgain:
        patience -= 1
        sched_yield()
      case .sleep:
        work.wait()
        patience = Self.attempts
      case .exit(let wakesAnother):
        if wakesAnother { work.signal() }
        return
      }
    }
  }

  /// Runs a record; returns whether it is to be queued again.
  private func run(_ record: JobRecord, on index: Int) -> Bool {
    if let division = record.division { return division.help() }
    if record.job.isAbandoned() {
      if state.withLock({ $0.abandon(worker: index) }) { record.job.dropped(.abandoned) }
      return false
    }
    record.job.run(record.token)
    return false
  }
}
