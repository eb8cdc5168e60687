/// All that a pool's threads share, behind its one lock.
struct PoolState {
  enum Mode {
    case open
    /// Takes nothing more; what is queued is still run.
    case finishing
    /// Nothing is queued or running that anybody waits for.
    case over
  }

  let queueLimit: Int
  var mode = Mode.open
  var queue = JobQueue()
  var deadlines = DeadlineHeap()
  /// What each worker runs.
  var running: [JobRecord?]
  /// Workers that wait for a signal and have not been promised one.
  var sleeping = 0
  var liveWorkers: Int
  /// When the watcher looks next by itself.
  var watcherWakesAt = Int64.max
  var statistics = PoolStatistics()

  init(workers: Int, queueLimit: Int) {
    self.queueLimit = queueLimit
    running = Array(repeating: nil, count: workers)
    liveWorkers = workers
  }

  /// Whom a submission has to wake.
  struct Wake {
    var worker = false
    var watcher = false
  }

  mutating func submit(_ record: JobRecord) throws(SubmitError) -> Wake {
    guard mode == .open else { throw .stopped }
    guard statistics.queued < queueLimit else {
      statistics.refused += 1
      throw .queueFull
    }
    queue.append(record)
    statistics.queued += 1
    var wake = Wake()
    if record.deadline != .max {
      deadlines.insert(record)
      if record.deadline < watcherWakesAt {
        watcherWakesAt = record.deadline
        wake.watcher = true
      }
    }
    if sleeping > 0 {
      sleeping -= 1
      wake.worker = true
    }
    return wake
  }

  /// What a worker does next.
  enum Next {
    case run(JobRecord)
    /// Its deadline passed before the watcher saw it.
    case expire(JobRecord)
    case lookAgain
    case sleep
    case exit
  }

  mutating func next(worker: Int, now: Int64, mayWait: Bool) -> Next {
    while let record = queue.popFirst() {
      guard record.phase == .queued else { continue }
      statistics.queued -= 1
      if record.deadline <= now {
        giveUp(record, \.expired)
        return .expire(record)
      }
      record.phase = .running
      running[worker] = record
      statistics.running += 1
      statistics.queueWait.record(now - record.submittedAt)
      return .run(record)
    }
    if mode != .open {
      liveWorkers -= 1
      return .exit
    }
    guard mayWait else { return .lookAgain }
    sleeping += 1
    return .sleep
  }

  /// Notes that a worker is through with its job.
  mutating func finish(worker: Int) {
    guard let record = running[worker].take() else { return }
    statistics.running -= 1
    guard record.phase == .running else { return }
    record.phase = .over
    deadlines.remove(record)
    statistics.completed += 1
  }

  /// Notes that a worker's job is wanted by nobody; false when it was given up already.
  mutating func abandon(worker: Int) -> Bool {
    guard let record = running[worker].take() else { return false }
    statistics.running -= 1
    guard record.phase == .running else { return false }
    giveUp(record, \.abandoned)
    return true
  }

  /// Takes out the jobs whose deadline has passed; plans the watcher's next look.
  mutating func expire(now: Int64) -> [JobRecord] {
    var expired: [JobRecord] = []
    while let record = deadlines.first, record.deadline <= now {
      if record.phase == .queued { statistics.queued -= 1 }
      giveUp(record, \.expired)
      expired.append(record)
    }
    watcherWakesAt = deadlines.first?.deadline ?? .max
    // Those given up leave their places in the ring; it may not fill with them behind workers that are stuck.
    if queue.count > 2 * statistics.queued + 64 { queue.compact() }
    return expired
  }

  /// Takes out everything that is queued or running, for a shutdown whose grace is over.
  mutating func cutAll() -> [JobRecord] {
    var cut: [JobRecord] = []
    while let record = queue.popFirst() {
      guard record.phase == .queued else { continue }
      statistics.queued -= 1
      giveUp(record, \.cut)
      cut.append(record)
    }
    for case let record? in running where record.phase == .running {
      giveUp(record, \.cut)
      cut.append(record)
    }
    return cut
  }

  private mutating func giveUp(_ record: JobRecord, _ counter: WritableKeyPath<PoolStatistics, Int>) {
    record.phase = .over
    deadlines.remove(record)
    statistics[keyPath: counter] += 1
  }
}
