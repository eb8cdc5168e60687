import Support

/// All that a pool's threads share, behind its one lock.
struct PoolState {
  enum Mode {
    case open
    /// Takes nothing more; what is queued is still run.
    case finishing
    /// Nothing is queued or running that anybody waits for.
    case over
  }

  /// How many threads are to take jobs.
  let workers: Int
  let queueLimit: Int
  var mode = Mode.open
  /// What a worker may take: of each lane at most the first, and nothing while a worker has that.
  var queue = Deque<JobRecord>()
  var lanes = Lanes()
  var deadlines = DeadlineHeap()
  /// Helpers in the ring, which the statistics leave out.
  var queuedHelpers = 0
  /// The workers' places: one for each, and one for a substitute of each.
  var seats: [Seat]
  /// Workers that wait for a signal and have not been promised one.
  var sleeping = 0
  var liveWorkers: Int
  /// Workers that are at something long.
  var away = 0
  /// When the watcher looks next by itself.
  var watcherWakesAt = Int64.max
  var statistics = PoolStatistics()

  init(workers: Int, queueLimit: Int) {
    self.workers = workers
    self.queueLimit = queueLimit
    seats = (0..<2 * workers).map { Seat(isTaken: $0 < workers) }
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
    if lanes.enter(record) { wake.worker = enqueue(record) }
    return wake
  }

  /// Puts a record at the end of the ring; answers whether a worker has to be woken for it.
  mutating func enqueue(_ record: JobRecord) -> Bool {
    queue.append(record)
    guard sleeping > 0 else { return false }
    sleeping -= 1
    return true
  }

  /// What a worker does next.
  enum Next {
    case run(JobRecord)
    /// Its deadline passed before the watcher saw it.
    case expire(JobRecord)
    case lookAgain
    case sleep
    case exit(wakesAnother: Bool)
  }

  mutating func next(worker: Int, now: Int64, mayWait: Bool) -> Next {
    if hasSpareWorker { return .exit(wakesAnother: leave(worker)) }
    while let record = queue.popFirst() {
      guard record.phase == .queued else { continue }
      if record.deadline <= now {
        giveUp(record, \.expired)
        return .expire(record)
      }
      begin(record, now: now)
      seats[worker].record = record
      return .run(record)
    }
    if mode != .open { return .exit(wakesAnother: leave(worker)) }
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

  /// Notes that a worker is through with what it ran; a helper that has more to do is queued again.
  mutating func finish(worker: Int, hasMore: Bool = false) {
    guard let record = takeBack(from: worker) else { return }
    guard !record.isHelper else { return hasMore ? requeue(record) : dismiss([record]) }
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
    guard let record = seats[worker].record.take() else { return nil }
    if !record.isHelper { statistics.running -= 1 }
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
    compactQueue()
    return expired
  }

  /// Drops what was given up from the ring, which may not fill with it behind workers that are stuck.
  ///
  /// - Complexity: O(1) amortised.
  mutating func compactQueue() {
    if queue.count > 2 * (statistics.queued + queuedHelpers) + 64 { queue.removeAll { $0.phase != .queued } }
  }

  /// Takes out everything that is queued or running, for a shutdown whose grace is over; answers the jobs among it.
  mutating func cutAll() -> [JobRecord] {
    var cut: [JobRecord] = []
    // The next of a lane takes its place in the ring, and so is met as well.
    while let record = queue.popFirst() {
      guard record.phase == .queued else { continue }
      guard !record.isHelper else {
        dismiss([record])
        continue
      }
      giveUp(record, \.cut)
      cut.append(record)
    }
    for case let record? in seats.map(\.record) {
      guard !record.isHelper else {
        dismiss([record])
        continue
      }
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
