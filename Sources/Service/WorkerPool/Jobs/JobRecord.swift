/// A job, or help with a division, on its way through a pool.
///
/// `@unchecked Sendable`: its variables are read and written under the pool's lock only.
final class JobRecord: @unchecked Sendable {
  enum Phase {
    case queued
    case running
    /// It ran to its end, or was given up.
    case over
  }

  let job: Job
  /// The name of the tenant that the job belongs to.
  let tenantName: String
  /// Whether the job is known to be long before it runs.
  let isLong: Bool
  /// The division that a helper works on; nil for a job.
  let division: Division?
  /// The lane that the job keeps to, if any.
  let lane: String?
  let token: CancellationToken
  let deadline: Int64
  let submittedAt: Int64
  var phase = Phase.queued
  /// How many times the job has still to be resumed.
  var suspensions = 0
  /// The work of a resumed job.
  var rest: [@Sendable () -> Void] = []
  /// Whether the job was resumed and waits for a worker again, given up or not.
  var isResumed = false
  /// The index in the heap of deadlines; -1 while the record is not there.
  var heapIndex = -1
  /// The neighbours in the lane. The record ahead is retained by the queue, a worker, the suspended jobs, or the record
  /// ahead of it, and leaves the lane before it is released.
  unowned var ahead: JobRecord?
  var behind: JobRecord?

  private var admitted: Tenant?

  init(
    job: Job, of tenant: String = "", lane: String? = nil, isLong: Bool = false, deadline: Int64,
    submittedAt: Int64
  ) {
    self.job = job
    tenantName = tenant
    self.isLong = isLong
    division = nil
    self.lane = lane
    self.deadline = deadline
    self.submittedAt = submittedAt
    token = CancellationToken(isAbandoned: job.isAbandoned)
  }

  init(helping division: Division, for tenant: Tenant) {
    job = Job { _ in }
    tenantName = tenant.name
    isLong = false
    admitted = tenant
    self.division = division
    lane = nil
    deadline = .max
    submittedAt = 0
    token = division.token
  }

  var isHelper: Bool { division != nil }

  /// Whether a worker that finds the record in the queue has to run it.
  var mayRun: Bool { phase == .queued || isResumed }

  /// The tenant, once the pool has taken the record.
  var tenant: Tenant {
    get {
      guard let admitted else { preconditionFailure("the pool has not taken the record") }
      return admitted
    }
    set { admitted = newValue }
  }
}
