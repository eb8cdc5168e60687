import Glibc

/// The threads of a pool: which take jobs, which end, and which have to be started.
///
/// Beyond its workers a pool has some reserve threads, which it starts when they are first needed: all workers are busy,
/// and a tenant of which no job runs waits with a short one. A thread with a long job lowers its priority, so that the
/// system runs a reserve thread at once. It cannot raise it again, so it only goes on with long work, and otherwise ends
/// while a new thread takes its place.
extension PoolState {
  /// Whether more threads take jobs than the pool should have.
  var hasSpareWorker: Bool { liveWorkers - away > crew }

  /// The jobs that a worker may take.
  func choice(for worker: Int) -> FairQueue.Choice? {
    let isSlow = seats[worker].isSlow
    if busy < limits.workers { return isSlow ? .longOrRunning : .any }
    return busy < limits.workers + limits.reserve && !isSlow ? .short : nil
  }

  /// Notes which thread has a seat.
  mutating func occupy(_ seat: Int, by thread: pthread_t) { seats[seat].thread = thread }

  /// Notes that a thread lowers its priority; false if it has done so before.
  mutating func slowDown(_ seat: Int) -> Bool {
    guard !seats[seat].isSlow else { return false }
    seats[seat].isSlow = true
    return true
  }

  /// Returns the threads to wake for a record that was just added to the queue.
  mutating func wakeForRecord() -> Wake {
    let isReserved = busy >= limits.workers
    guard !isReserved || (busy < limits.workers + limits.reserve && queue.has(.short)) else { return Wake() }
    if sleeping > 0 { return wakeSleeper() }
    // A thread that is neither asleep nor busy looks for a job soon.
    if isReserved, liveWorkers - away - busy <= 0, crew < limits.workers + limits.reserve { crew += 1 }
    return Wake(watcher: hire())
  }

  /// Returns the threads to wake when a worker has taken a record, and others need a reserve thread.
  mutating func wakeForRest() -> Wake {
    busy >= limits.workers && queue.has(.short) ? wakeForRecord() : Wake()
  }

  /// Takes one of the workers that sleep.
  mutating func wakeSleeper() -> Wake {
    sleeping -= 1
    return Wake(worker: true)
  }

  /// Plans the start of one more thread, if one is missing; returns whether the watcher has to be woken to start it.
  mutating func hire() -> Bool {
    guard mode != .over, liveWorkers - away < crew, let seat = seats.firstIndex(where: { !$0.isTaken }) else {
      return false
    }
    seats[seat].isTaken = true
    liveWorkers += 1
    starts.append(seat)
    return true
  }

  /// Returns the seats that need a thread, for the watcher.
  mutating func takeStarts() -> [Int] {
    defer { starts = [] }
    return starts
  }

  /// Frees the seat of a thread that ends, or could not be started. Wakes another worker if this one may have been woken
  /// for a job that it leaves, or if the pool ends and the other still sleeps; plans a new thread in its place.
  mutating func leave(_ seat: Int) -> Wake {
    seats[seat] = Seat()
    liveWorkers -= 1
    var wake = Wake()
    if queue.count > 0 || mode != .open, sleeping > 0 { wake = wakeSleeper() }
    return wake
  }

  /// Frees the seat of a slow thread, whose place a new thread takes.
  mutating func replace(_ seat: Int) -> Wake {
    var wake = leave(seat)
    wake.watcher = hire()
    return wake
  }
}

/// The seat of one of a pool's threads.
struct Seat {
  /// Whether a thread has the seat: from before its start until its end.
  var isTaken = false
  /// The thread, once it runs.
  var thread: pthread_t?
  /// Whether the thread is busy with long work and takes no jobs meanwhile.
  var isAway = false
  /// Whether the thread has lowered its priority, for good.
  var isSlow = false
  /// The record that the thread runs.
  var record: JobRecord?
}
