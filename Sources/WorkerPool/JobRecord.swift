/// A job on its way through a pool.
///
/// `@unchecked Sendable`: what can change is read and written under the pool's lock only.
final class JobRecord: @unchecked Sendable {
  enum Phase {
    case queued
    case running
    /// Run to its end, or given up.
    case over
  }

  let job: Job
  /// The lane that the job keeps to, if any.
  let lane: String?
  let token: CancellationToken
  let deadline: Int64
  let submittedAt: Int64
  var phase = Phase.queued
  /// Where the record lies in the heap of deadlines; -1 when it is not there.
  var heapIndex = -1
  /// The neighbours in the lane. Whoever is ahead is held by the ring, a worker, or the one ahead of it, and leaves
  /// the lane before it is let go.
  unowned var ahead: JobRecord?
  var behind: JobRecord?

  init(job: Job, lane: String? = nil, deadline: Int64, submittedAt: Int64) {
    self.job = job
    self.lane = lane
    self.deadline = deadline
    self.submittedAt = submittedAt
    token = CancellationToken(isAbandoned: job.isAbandoned)
  }
}
