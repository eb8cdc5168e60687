import FlightRecorder
import Glibc

extension WorkerPool {
  /// Works on `count` elements, in ranges, on the calling thread and all free workers; returns whether all were done, false
  /// when the token was cancelled meanwhile.
  ///
  /// The caller may be a worker or any other thread, and works alone where no worker is free: in a pool of one worker, with
  /// a full queue, after a shutdown. A worker that helps lets all queued jobs go first every few milliseconds. Once this
  /// has returned, no thread runs or retains the body. Helping is not a job: the statistics leave it out.
  ///
  /// - Parameters:
  ///   - count: the number of elements, 0 or more.
  ///   - grain: how many elements are one range, after which the token is checked; best some tenths of a millisecond of
  ///     work, at least 1.
  ///   - token: stops the work early once it is cancelled.
  ///   - body: works on one range; called on several threads at once, once for each range.
  /// - Complexity: O(n / grain) beside what the body does.
  public func divide(
    _ count: Int, by grain: Int, token: CancellationToken, _ body: @escaping @Sendable (Range<Int>) -> Void
  ) -> Bool {
    // A crash of a helper is one of the work that it helps with.
    let work = ThreadWork.current
    let division = Division(count: count, grain: grain, token: token) { range in work.run { body(range) } }
    let (helpers, wakes) = core.state.withLock { state in
      state.recruit(
        min(state.limits.workers, division.rangeCount) - 1, for: division, by: pthread_self(),
        now: division.startedAt)
    }
    for wake in wakes { core.wake(wake) }
    division.work()
    let isDone = division.close()
    core.state.withLock { $0.dismiss(helpers) }
    return isDone
  }
}
