import Glibc
import Support
import Synchronization

/// What a pool's threads work on; outlives the pool when a worker does not come back.
final class PoolCore: Sendable {
  let state: Mutex<PoolState>
  let work = Semaphore()

  init(workers: Int, queueLimit: Int) {
    state = Mutex(PoolState(workers: workers, queueLimit: queueLimit))
  }

  /// How often a worker without work lets others run and looks again before it sleeps: under load the next job comes in
  /// meanwhile, and nobody pays for a sleep and a wake.
  private static let looks = 3

  /// A worker's life: take a job, run it, take the next; sleep when there is none.
  func runWorker(_ index: Int) {
    state.withLock { $0.sitDown(pthread_self(), in: index) }
    var patience = Self.looks
    var hasMore = false
    while true {
      switch state.withLock({ state in
        // One lock for the end of one job and the beginning of the next.
        state.finish(worker: index, hasMore: hasMore)
        return state.next(worker: index, now: MonotonicTime.now, mayWait: patience == 0)
      }) {
      case .run(let record):
        patience = Self.looks
        hasMore = run(record, on: index)
      case .expire(let record): record.job.dropped(.deadline)
      case .lookAgain:
        patience -= 1
        sched_yield()
      case .sleep:
        work.wait()
        patience = Self.looks
      case .exit(let wakesAnother):
        if wakesAnother { work.signal() }
        return
      }
    }
  }

  /// Runs a record; answers whether it wants to be queued once more.
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
