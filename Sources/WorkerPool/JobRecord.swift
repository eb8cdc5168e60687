/// A job on its way through a pool.
///
/// `@unchecked Sendable`: `phase` and `heapIndex` are read and written under the pool's lock only.
final class JobRecord: @unchecked Sendable {
  enum Phase {
    case queued
    case running
    /// Run to its end, or given up.
    case over
  }

  let job: Job
  let token: CancellationToken
  let deadline: Int64
  let submittedAt: Int64
  var phase = Phase.queued
  /// Where the record lies in the heap of deadlines; -1 when it is not there.
  var heapIndex = -1

  init(job: Job, deadline: Int64, submittedAt: Int64) {
    self.job = job
    self.deadline = deadline
    self.submittedAt = submittedAt
    token = CancellationToken(isAbandoned: job.isAbandoned)
  }
}
