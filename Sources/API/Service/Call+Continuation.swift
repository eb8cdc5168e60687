import Collections
import Support
import WorkerPool

extension Call {
  /// Continues on a worker what had to wait. Meanwhile the request's job is set aside: it keeps its lane and its
  /// deadline, and no worker.
  var scheduler: Scheduler {
    Scheduler { [pool = service.pool] in
      guard let job = pool.suspendJob() else { return { rest in rest() } }
      return { rest in job.resume(rest) }
    }
  }

  /// Continues with an outcome: at once if it is known, otherwise on a worker when it is. Fails with `deadlineExceeded`
  /// where the client does not wait for the response any more.
  func continuing<Value, Failure, Next>(
    with pending: Pending<Value, Failure>,
    _ body: @escaping @Sendable (Result<Value, Failure>) throws(Problem) -> Pending<Next, Problem>
  ) -> Pending<Next, Problem> {
    let hadToWait = pending.outcome == nil
    return pending.then(on: scheduler) { [token] outcome in
      do throws(Problem) {
        if hadToWait, token.isCancelledOrAbandoned() { throw Problem.givenUp }
        return try body(outcome)
      } catch {
        return Pending(.failure(error))
      }
    }
  }
}

extension Problem {
  /// What a request ends with whose client does not wait for the response any more.
  static let givenUp = Problem(
    .deadlineExceeded, "The request was given up before its collection was loaded.")
}
