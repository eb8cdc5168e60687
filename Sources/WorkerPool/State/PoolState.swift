import Support

/// The state that a pool's threads share, behind its one lock.
struct PoolState {
  enum Mode {
    case open
    /// The pool takes no more jobs, and runs the queued ones.
    case finishing
    /// No job is queued or running that has not been given up.
    case over
  }

  /// How many threads should take jobs.
  let workers: Int
  let queueLimit: Int
  var mode = Mode.open
  /// The records that a worker may take: of each lane at most the first, and none while that runs.
  var queue = Deque<JobRecord>()
  var lanes = Lanes()
  var deadlines = DeadlineHeap()
  /// Jobs that wait for something without a worker.
  var suspended: [ObjectIdentifier: JobRecord] = [:]
  /// The number of helpers in the queue, which the statistics leave out.
  var queuedHelpers = 0
  /// One seat for each worker, and one for a substitute of each.
  var seats: [Seat]
  /// The number of workers that sleep and that no signal is under way to.
  var sleeping = 0
  var liveWorkers: Int
  /// The number of workers that are busy with long work, for which a substitute takes jobs.
  var away = 0
  /// When the watcher checks the deadlines next by itself.
  var watcherWakesAt = Int64.max
  var statistics = PoolStatistics()

  init(workers: Int, queueLimit: Int) {
    self.workers = workers
    self.queueLimit = queueLimit
    seats = (0..<2 * workers).map { Seat(isTaken: $0 < workers) }
    liveWorkers = workers
  }

  /// The threads that a submission has to wake.
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
    if lanes.enter(record) { wake.worker = enqueue(record) }
    return wake
  }

  /// Adds a record at the end of the queue; returns whether a worker has to be woken for it.
  mutating func enqueue(_ record: JobRecord) -> Bool {
    queue.append(record)
    guard sleeping > 0 else { return false }
    sleeping -= 1
    return true
  }

  /// What a worker does next.
  enum Next {
    case run(JobRecord)
    /// The rest of a job that was suspended.
    case resume([@Sendable () -> Void])
    /// Its deadline passed before the watcher saw it.
    case expire(JobRecord)
    case lookAgain
    case sleep
    case exit(wakesAnother: Bool)
  }

  mutating func next(worker: Int, now: Int64, mayWait: Bool) -> Next {
    if hasSpareWorker { return .exit(wakesAnother: leave(worker)) }
    while let record = queue.popFirst() {
      if record.isResumed { return .resume(takeUp(record, worker: worker)) }
      guard record.phase == .queued else { continue }
      if record.deadline <= now {
        giveUp(record, for: .deadline)
        return .expire(record)
      }
      begin(record, now: now)
      seats[worker].record = record
      return .run(record)
    }
    if mode != .open, suspended.isEmpty { return .exit(wakesAnother: leave(worker)) }
    guard mayWait else { return .lookAgain }
    sleeping += 1
    return .sleep
  }

  private mutating func begin(_ record: JobRecord, now: Int64) {
    record.phase = .running
    if record.isHelper {
      queuedHelpers -= 1
    } else {
      statistics.queued -= 1
      statistics.running += 1
      statistics.queueWait.add(Double(now - record.submittedAt) / 1e9)
    }
  }

  /// Notes that a worker has run its record; a helper with more to do is queued again.
  mutating func finish(worker: Int, hasMore: Bool = false) {
    guard !setAside(worker: worker) else { return }
    guard let record = takeBack(from: worker) else { return }
    guard !record.isHelper else { return hasMore ? requeue(record) : dismiss([record]) }
    record.phase = .over
    deadlines.remove(record)
    statistics.completed += 1
  }

  /// Gives up a worker's job, whose client has gone; returns false when it was given up already.
  mutating func abandon(worker: Int) -> Bool {
    guard let record = takeBack(from: worker) else { return false }
    giveUp(record, for: .abandoned)
    return true
  }

  /// Frees a worker and the lane of its job; returns the job, unless it was given up while it ran.
  private mutating func takeBack(from worker: Int) -> JobRecord? {
    guard let record = seats[worker].record.take() else { return nil }
    if !record.isHelper { statistics.running -= 1 }
    leaveLane(record)
    return record.phase == .running ? record : nil
  }

  /// Removes a record from its lane; the next one of the lane goes to the end of the queue, after all other lanes.
  ///
  /// This wakes no worker: either the freed worker looks next, or the one that was woken for the record.
  private mutating func leaveLane(_ record: JobRecord) {
    if let next = lanes.leave(record) { queue.append(next) }
  }

  /// Gives up the jobs whose deadline has passed and returns them; plans the watcher's next check.
  mutating func expire(now: Int64) -> [JobRecord] {
    var expired: [JobRecord] = []
    while let record = deadlines.first, record.deadline <= now {
      giveUp(record, for: .deadline)
      expired.append(record)
    }
    watcherWakesAt = deadlines.first?.deadline ?? .max
    compactQueue()
    return expired
  }

  /// Removes given-up records from the queue, which they must not fill while workers are stuck.
  ///
  /// - Complexity: O(1) amortised.
  mutating func compactQueue() {
    if queue.count > 2 * (statistics.queued + statistics.suspended + queuedHelpers) + 64 {
      queue.removeAll { $0.phase != .queued && !$0.isResumed }
    }
  }

  /// Gives up everything that is queued or running, for a shutdown whose grace is over; returns the jobs among it.
  mutating func cutAll() -> [JobRecord] {
    mode = .over
    var cut: [JobRecord] = []
    var begun = takeSuspended()
    // The next record of a lane enters the queue, so this loop meets it too.
    while let record = queue.popFirst() {
      if record.isResumed { begun.append(record) }
      guard record.phase == .queued else { continue }
      guard !record.isHelper else {
        dismiss([record])
        continue
      }
      giveUp(record, for: .shutdown)
      cut.append(record)
    }
    begun += seats.compactMap(\.record)
    for record in begun {
      guard !record.isHelper else {
        dismiss([record])
        continue
      }
      while let waiting = record.behind {
        giveUp(waiting, for: .shutdown)
        cut.append(waiting)
      }
      guard record.phase == .running else { continue }
      giveUp(record, for: .shutdown)
      cut.append(record)
    }
    return cut
  }

  /// Ends a record early. A running one stays in its lane until its worker returns.
  private mutating func giveUp(_ record: JobRecord, for reason: DropReason) {
    if record.phase == .queued {
      statistics.queued -= 1
      leaveLane(record)
    }
    record.phase = .over
    deadlines.remove(record)
    switch reason {
    case .deadline: statistics.expired += 1
    case .abandoned: statistics.abandoned += 1
    case .shutdown: statistics.cut += 1
    }
  }
}
