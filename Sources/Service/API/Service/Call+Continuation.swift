import Cancellation
import Collections
import FlightRecorder
import Support
import Wire
import WorkerPool

extension Call {
  /// Continues work on a worker after it had to wait. Meanwhile the request's job is suspended: it keeps its lane and
  /// its deadline, but occupies no worker.
  var scheduler: Scheduler {
    Scheduler { [pool = service.pool, key = namesCollection ? collectionKey : nil] in
      guard let job = pool.suspendJob() else { return { rest in rest() } }
      let name = key?.recorderName ?? []
      return { rest in job.resume { FlightRecorder.working(on: name) { rest() } } }
    }
  }

  /// Continues with an outcome: at once if it is known, otherwise on a worker once it is. Fails with
  /// `deadlineExceeded` if the client no longer waits for the response.
  func continuing<Value, Failure, Next>(
    with pending: Pending<Value, Failure>,
    _ body: @escaping @Sendable (Result<Value, Failure>) throws(Problem) -> Pending<Next, Problem>
  ) -> Pending<Next, Problem> {
    let hadToWait = pending.outcome == nil
    let start = notes.timer.begin()
    return pending.then(on: scheduler) { [token, notes] outcome in
      if hadToWait { notes.timer.note(.store, since: start) }
      do throws(Problem) {
        if hadToWait, token.isCancelledOrAbandoned() { throw Problem.givenUp }
        return try body(outcome)
      } catch {
        return Pending(.failure(error))
      }
    }
  }
}

extension Call {
  /// Returns the result of a computation that stops where it is once no client waits for the response.
  ///
  /// - Throws: the error of the body, `deadlineExceeded`.
  func interruptible<Value>(_ body: () throws(Problem) -> Value) throws(Problem) -> Value {
    guard let value = try Cancellation.interruptible(body) else { throw Problem.givenUp }
    return value
  }
}

extension Problem {
  /// The error of a request whose client no longer waits for the response.
  static let givenUp = Problem(
    .deadlineExceeded, "The request was given up before its response was computed.")
}
