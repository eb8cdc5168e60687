import Cancellation
import Glibc
import Support
import Synchronization

/// The state and work of a pool's threads; outlives the pool when a worker does not return.
final class PoolCore: Sendable {
  let state: Mutex<PoolState>
  let work = Semaphore()
  /// Wakes the watcher.
  let watch: WakeSignal
  /// Called when a job or helper of a tenant leaves its worker, with the processor time that it took, in nanoseconds.
  private let noteUse: (@Sendable (_ tenant: String, _ used: Int64) -> Void)?

  init(_ limits: PoolLimits, noting noteUse: (@Sendable (String, Int64) -> Void)?) {
    state = Mutex(PoolState(limits))
    self.noteUse = noteUse
    do throws(SystemError) { watch = try WakeSignal() } catch {
      preconditionFailure("cannot make a pipe: \(error)")
    }
  }

  /// How often a worker without work yields and looks again before it sleeps: under load the next job arrives meanwhile,
  /// which saves a sleep and a wake-up.
  private static let attempts = 3

  /// Wakes threads.
  func wake(_ wake: PoolState.Wake) {
    if wake.worker { work.signal() }
    if wake.watcher { watch.raise() }
  }

  /// Runs a worker: takes a job, runs it, takes the next; sleeps while there is none.
  func runWorker(_ index: Int) {
    state.withLock { $0.occupy(index, by: pthread_self()) }
    var patience = Self.attempts
    var hasMore = false
    // The processor time of the record that was run last. Other work on the machine makes no job long.
    var used: Int64 = 0
    var meter = WorkMeter()
    while true {
      let now = MonotonicTime.now
      let (next, others) = state.withLock { state in
        // One lock for the end of one job and the beginning of the next.
        state.finish(worker: index, hasMore: hasMore, now: now, used: used)
        return (state.next(worker: index, now: now, mayWait: patience == 0), state.wakeForRest())
      }
      wake(others)
      used = 0
      switch next {
      case .run(let record):
        patience = Self.attempts
        meter.begin(at: now)
        (hasMore, used) = run(record, on: index, meter)
        noteUse?(record.tenantName, used)
      case .resume(let rest, let record):
        patience = Self.attempts
        meter.begin(at: now)
        used = watched(record, on: index, meter) { for work in rest { work() } }.used
        hasMore = false
        noteUse?(record.tenantName, used)
      case .expire(let record): record.job.dropped(.deadline)
      case .lookAgain:
        patience -= 1
        sched_yield()
      case .sleep:
        work.wait()
        patience = Self.attempts
      case .exit(let others):
        wake(others)
        return
      }
    }
  }

  /// Runs a record; returns whether it is to be queued again, and the processor time that it took.
  private func run(
    _ record: JobRecord, on index: Int, _ meter: WorkMeter
  ) -> (hasMore: Bool, used: Int64) {
    if let division = record.division { return watched(record, on: index, meter) { division.help() } }
    if record.job.isAbandoned() {
      let isDropped = state.withLock { $0.abandon(worker: index, now: MonotonicTime.now) }
      if isDropped { record.job.dropped(.abandoned) }
      return (false, 0)
    }
    return (false, watched(record, on: index, meter) { record.job.run(record.token) }.used)
  }

  /// Runs a body so that long computations find its cancellation, and the thread its length.
  private func watched<Result>(
    _ record: JobRecord, on index: Int, _ meter: WorkMeter, _ body: () -> Result
  ) -> (Result, used: Int64) {
    // The owner of a division has worked for long when helpers come again and again.
    let before = record.division.map { MonotonicTime.now - $0.startedAt } ?? 0
    let work = WatchedWork(token: record.token, core: self, seat: index, meter: meter.earlier(by: before))
    if record.isLong { work.slowDown() }
    let result = Cancellation.within(work, body)
    return (result, meter.used)
  }
}

/// The work of a thread, as `Cancellation` asks about it: lowers the thread's priority when it takes long.
///
/// `@unchecked Sendable`: only the thread that does the work uses it.
private final class WatchedWork: CancellationSource, @unchecked Sendable {
  private let token: CancellationToken
  private let core: PoolCore
  private let seat: Int
  private let meter: WorkMeter
  private var isSlow = false

  init(token: CancellationToken, core: PoolCore, seat: Int, meter: WorkMeter) {
    self.token = token
    self.core = core
    self.seat = seat
    self.meter = meter
  }

  func isCancelled() -> Bool {
    if !isSlow, meter.used > WorkMeter.patience { slowDown() }
    return token.isCancelledOrAbandoned()
  }

  func slowDown() {
    isSlow = true
    if core.state.withLock({ $0.slowDown(seat) }) { PosixThread.lowerCurrentPriority() }
  }
}
