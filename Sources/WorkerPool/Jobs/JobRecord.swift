/// A job, or help with a division, on its way through a pool.
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
  /// What a helper works on; nil for a job.
  let division: Division?
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
    division = nil
    self.lane = lane
    self.deadline = deadline
    self.submittedAt = submittedAt
    token = CancellationToken(isAbandoned: job.isAbandoned)
  }

  init(helping division: Division) {
    job = Job { _ in }
    self.division = division
    lane = nil
    deadline = .max
    submittedAt = 0
    token = division.token
  }

  var isHelper: Bool { division != nil }
}
