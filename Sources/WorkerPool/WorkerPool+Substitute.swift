import Glibc
import Support

extension WorkerPool {
  /// Runs something long on the calling worker while another thread takes jobs in its place.
  ///
  /// For what takes more than the start of a thread, some milliseconds and up, so that short jobs do not wait behind it.
  /// As many workers as before take jobs meanwhile, and again once the body is over and the jobs at hand are done: then
  /// either the substitute ends or the caller's own thread, and the other stays. At most as many substitutes as the pool
  /// has workers are there at a time: with all of them in use, within another such body, on a machine without room for a
  /// thread, or on a thread that is no worker of the pool, the body just runs.
  ///
  /// - Throws: what the body throws.
  /// - Complexity: O(n) in the number of workers, and the start of a thread.
  public func withSubstitute<Value, Failure: Error>(
    _ body: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    guard let absence = core.state.withLock({ $0.stepAside(pthread_self()) }) else { return try body() }
    defer { core.state.withLock { $0.comeBack(to: absence.seat) } }
    if let seat = absence.substitute { startSubstitute(in: seat) }
    return try body()
  }

  private func startSubstitute(in seat: Int) {
    let core = core
    let thread = PosixThread(ifPossible: "\(name)-\(seat)") { core.runWorker(seat) }
    if let thread {
      thread.detach()
    } else if core.state.withLock({ $0.leave(seat) }) {
      core.work.signal()
    }
  }
}
