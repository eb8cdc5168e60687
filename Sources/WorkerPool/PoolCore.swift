import Synchronization

/// What a pool's threads work on; outlives the pool when a worker does not come back.
final class PoolCore: Sendable {
  let state: Mutex<PoolState>
  let work = Semaphore()

  init(workers: Int, queueLimit: Int) {
    state = Mutex(PoolState(workers: workers, queueLimit: queueLimit))
  }

  /// A worker's life: take a job, run it, take the next; sleep when there is none.
  func runWorker(_ index: Int) {
    while true {
      switch state.withLock({ state in
        // One lock for the end of one job and the beginning of the next.
        state.finish(worker: index)
        return state.next(worker: index, now: MonotonicTime.now)
      }) {
      case .run(let record): run(record, on: index)
      case .expire(let record): record.job.dropped(.deadline)
      case .sleep: work.wait()
      case .exit: return
      }
    }
  }

  private func run(_ record: JobRecord, on index: Int) {
    if record.job.isAbandoned() {
      if state.withLock({ $0.abandon(worker: index) }) { record.job.dropped(.abandoned) }
      return
    }
    record.job.run(record.token)
  }
}
