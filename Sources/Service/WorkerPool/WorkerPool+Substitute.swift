import Glibc

extension WorkerPool {
  /// Runs long work on the calling worker while another thread takes jobs in its place, and returns its result.
  ///
  /// For work that takes longer than the start of a thread, some milliseconds and more, so that short jobs do not wait
  /// behind it. As many workers as before take jobs meanwhile; when the body is over, either the substitute or the caller's
  /// own thread ends after its current job. A pool has at most as many substitutes as workers at a time: with all of them
  /// in use, inside another such body, when no thread can be started, or on a thread that is not a worker of the pool, the
  /// body just runs.
  ///
  /// - Throws: the body's error.
  /// - Complexity: O(n) in the number of workers, and the start of a thread.
  public func withSubstitute<Value, Failure: Error>(
    _ body: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    guard let absence = core.state.withLock({ $0.stepAside(pthread_self()) }) else { return try body() }
    defer { core.state.withLock { $0.comeBack(to: absence.seat) } }
    core.wake(absence.wake)
    return try body()
  }
}
