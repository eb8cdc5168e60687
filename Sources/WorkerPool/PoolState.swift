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
  /// What a worker may take: of each lane at most the first, and nothing while a worker has that.
  var queue = JobQueue()
  var lanes = Lanes()
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
    statistics.queued += 1
    var wake = Wake()
    if record.deadline != .max {
      deadlines.insert(record)
      if record.deadline < watcherWakesAt {
        watcherWakesAt = record.deadline
        wake.watcher = true
      }
    }
    guard lanes.enter(record) else { return wake }
    queue.append(record)
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
      if record.deadline <= now {
        giveUp(record, \.expired)
        return .expire(record)
      }
      statistics.queued -= 1
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
    guard let record = takeBack(from: worker) else { return }
    record.phase = .over
    deadlines.remove(record)
    statistics.completed += 1
  }

  /// Notes that a worker's job is wanted by nobody; false when it was given up already.
  mutating func abandon(worker: Int) -> Bool {
    guard let record = takeBack(from: worker) else { return false }
    giveUp(record, \.abandoned)
    return true
  }

  /// Frees a worker, and the lane of its job; answers the job, unless it was given up while it ran.
  private mutating func takeBack(from worker: Int) -> JobRecord? {
    guard let record = running[worker].take() else { return nil }
    statistics.running -= 1
    leaveLane(record)
    return record.phase == .running ? record : nil
  }

  /// Takes a record out of its lane; what was next in it goes to the end of the ring, behind all other lanes.
  ///
  /// Nobody is woken: either the worker that was freed looks next, or the one that was woken for the record does.
  private mutating func leaveLane(_ record: JobRecord) {
    if let next = lanes.leave(record) { queue.append(next) }
  }

  /// Takes out the jobs whose deadline has passed; plans the watcher's next look.
  mutating func expire(now: Int64) -> [JobRecord] {
    var expired: [JobRecord] = []
    while let record = deadlines.first, record.deadline <= now {
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
    // The next of a lane takes its place in the ring, and so is met as well.
    while let record = queue.popFirst() {
      guard record.phase == .queued else { continue }
      giveUp(record, \.cut)
      cut.append(record)
    }
    for case let record? in running {
      while let waiting = record.behind {
        giveUp(waiting, \.cut)
        cut.append(waiting)
      }
      guard record.phase == .running else { continue }
      giveUp(record, \.cut)
      cut.append(record)
    }
    return cut
  }

  /// Ends a record before its time. One that runs keeps its lane until its worker is back.
  private mutating func giveUp(_ record: JobRecord, _ counter: WritableKeyPath<PoolStatistics, Int>) {
    if record.phase == .queued {
      statistics.queued -= 1
      leaveLane(record)
    }
    record.phase = .over
    deadlines.remove(record)
    statistics[keyPath: counter] += 1
  }
}
