/// The state that a pool's threads share, behind its one lock.
struct PoolState {
  enum Mode {
    case open
    /// The pool takes no more jobs, and runs the queued ones.
    case finishing
    /// No job is queued or running that has not been given up.
    case over
  }

  let limits: PoolLimits
  var mode = Mode.open
  /// The records that a worker may take: of each lane at most the first, and none while that runs.
  var queue: FairQueue
  var lanes = Lanes()
  var deadlines = DeadlineHeap()
  /// Jobs that wait for something without a worker.
  var suspended: [ObjectIdentifier: JobRecord] = [:]
  /// The number of helpers in the queue, which the statistics leave out.
  var queuedHelpers = 0
  /// One seat for each worker, each reserve thread, and a substitute of each worker.
  var seats: [Seat]
  /// How many threads should take jobs: the workers, and the reserve threads that have been needed.
  var crew: Int
  /// The number of threads that run a record and are not away.
  var busy = 0
  /// The seats that need a thread.
  var starts: [Int] = []
  /// The number of workers that sleep and that no signal is under way to.
  var sleeping = 0
  var liveWorkers: Int
  /// The number of workers that are busy with long work, for which a substitute takes jobs.
  var away = 0
  /// When the watcher checks the deadlines next by itself.
  var watcherWakesAt = Int64.max
  var statistics = PoolStatistics()

  init(_ limits: PoolLimits) {
    self.limits = limits
    queue = FairQueue(runningLimit: limits.runningPerTenant)
    seats = (0..<limits.threads).map { Seat(isTaken: $0 < limits.workers) }
    crew = limits.workers
    liveWorkers = limits.workers
  }

  /// The threads that a submission has to wake.
  struct Wake {
    var worker = false
    var watcher = false

    mutating func add(_ other: Wake) {
      worker = worker || other.worker
      watcher = watcher || other.watcher
    }
  }

  mutating func submit(_ record: JobRecord) throws(SubmitError) -> Wake {
    guard mode == .open else { throw .stopped }
    guard statistics.queued < limits.queue else {
      statistics.refused += 1
      throw .queueFull
    }
    guard queue.known(record.tenantName)?.queued ?? 0 < limits.queuePerTenant else {
      statistics.limited += 1
      throw .tenantLimit
    }
    record.tenant = queue.tenant(named: record.tenantName, now: record.submittedAt)
    record.tenant.queued += 1
    statistics.queued += 1
    var wake = Wake()
    if record.deadline != .max {
      deadlines.insert(record)
      if record.deadline < watcherWakesAt {
        watcherWakesAt = record.deadline
        wake.watcher = true
      }
    }
    if lanes.enter(record) { wake.add(enqueue(record)) }
    return wake
  }

  /// Adds a record to the queue; returns the threads to wake for it.
  mutating func enqueue(_ record: JobRecord) -> Wake {
    queue.append(record)
    return wakeForRecord()
  }

  /// What a worker does next.
  enum Next {
    case run(JobRecord)
    /// The rest of a job that was suspended.
    case resume([@Sendable () -> Void], JobRecord)
    /// Its deadline passed before the watcher saw it.
    case expire(JobRecord)
    case lookAgain
    case sleep
    case exit(Wake)
  }

  mutating func next(worker: Int, now: Int64, mayWait: Bool) -> Next {
    if hasSpareWorker { return .exit(leave(worker)) }
    while let choice = choice(for: worker), let record = queue.popFirst(choice) {
      if record.isResumed { return .resume(takeUp(record, worker: worker, now: now), record) }
      if record.deadline <= now {
        giveUp(record, for: .deadline)
        return .expire(record)
      }
      begin(record, now: now)
      seats[worker].record = record
      return .run(record)
    }
    if mode != .open, suspended.isEmpty, queue.count == 0 { return .exit(leave(worker)) }
    if seats[worker].isSlow { return .exit(replace(worker)) }
    guard mayWait else { return .lookAgain }
    sleeping += 1
    return .sleep
  }

  private mutating func begin(_ record: JobRecord, now: Int64) {
    record.phase = .running
    enterWorker(record, now: now)
    if record.isHelper {
      queuedHelpers -= 1
    } else {
      record.tenant.queued -= 1
      statistics.queued -= 1
      statistics.running += 1
      statistics.queueWait.add(Double(now - record.submittedAt) / 1e9)
    }
  }

  /// Counts a record on a worker.
  mutating func enterWorker(_ record: JobRecord, now: Int64) {
    busy += 1
    queue.begin(record, now: now)
  }

  /// Counts a record out that a worker is back from.
  mutating func leaveWorker(_ record: JobRecord, now: Int64) {
    busy -= 1
    queue.end(record, now: now)
  }

  /// Notes that a worker has run its record; a helper with more to do is queued again.
  ///
  /// - Parameter used: the processor time that the record took, in nanoseconds.
  mutating func finish(worker: Int, hasMore: Bool = false, now: Int64, used: Int64 = 0) {
    seats[worker].record?.tenant.note(used: used, until: now)
    guard !setAside(worker: worker, now: now), let record = takeBack(from: worker, now: now) else { return }
    let wasGivenUp = record.phase == .over
    if record.isHelper, hasMore, !wasGivenUp { return requeue(record) }
    record.phase = .over
    queue.drop(record.tenant)
    guard !record.isHelper, !wasGivenUp else { return }
    deadlines.remove(record)
    statistics.completed += 1
  }

  /// Gives up a worker's job, whose client has gone; returns false when it was given up already.
  mutating func abandon(worker: Int, now: Int64) -> Bool {
    guard let record = takeBack(from: worker, now: now) else { return false }
    defer { queue.drop(record.tenant) }
    guard record.phase == .running else { return false }
    giveUp(record, for: .abandoned)
    return true
  }

  /// Frees a worker and the lane of its record, and returns that; it may have been given up while it ran.
  private mutating func takeBack(from worker: Int, now: Int64) -> JobRecord? {
    guard let record = seats[worker].record.take() else { return nil }
    leaveWorker(record, now: now)
    if !record.isHelper { statistics.running -= 1 }
    leaveLane(record)
    return record
  }

  /// Removes a record from its lane; the next one of the lane goes to the end of its tenant's queue.
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
    // A check that is planned stays planned, though the job that it was planned for is over: later jobs mostly have later
    // deadlines, and need not wake the watcher.
    let planned = watcherWakesAt > now ? watcherWakesAt : .max
    watcherWakesAt = min(planned, deadlines.first?.deadline ?? .max)
    compactQueue()
    return expired
  }

  /// Removes given-up records from the queue, which they must not fill while workers are stuck.
  ///
  /// - Complexity: O(1) amortised.
  mutating func compactQueue() {
    if queue.count > 2 * (statistics.queued + statistics.suspended + queuedHelpers) + 64 {
      queue.compact()
    }
  }

  /// Gives up everything that is queued or running, for a shutdown whose grace is over; returns the jobs among it.
  mutating func cutAll() -> [JobRecord] {
    mode = .over
    for seat in takeStarts() { _ = leave(seat) }
    queue.liftLimit()
    var cut: [JobRecord] = []
    var begun = takeSuspended()
    // The next record of a lane enters the queue, so this loop meets it too.
    while let record = queue.popFirst(.any) {
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
      record.tenant.queued -= 1
      statistics.queued -= 1
      leaveLane(record)
      queue.drop(record.tenant)
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
