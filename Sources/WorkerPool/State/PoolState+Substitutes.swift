import Glibc

/// Substitutes for workers that are busy with long work.
///
/// Substitutes are workers like all others. When more workers take jobs than the pool should have, the first to look for a
/// job ends. The worker that was away looks after its own job at the latest, so no worker has to be woken to end.
extension PoolState {
  /// A worker's absence, and the seat of its substitute.
  struct Absence {
    let seat: Int
    let substitute: Int?
  }

  /// Whether more threads take jobs than the pool should have.
  var hasSpareWorker: Bool { liveWorkers - away > workers }

  /// Notes which thread has a seat.
  mutating func occupy(_ seat: Int, by thread: pthread_t) { seats[seat].thread = thread }

  /// Notes that a thread takes no jobs for a while; nil when it is not a worker of the pool, or is away already.
  ///
  /// - Complexity: O(n) in the number of workers.
  mutating func stepAside(_ thread: pthread_t) -> Absence? {
    guard let seat = seats.firstIndex(where: { $0.thread == thread }), !seats[seat].isAway else { return nil }
    seats[seat].isAway = true
    away += 1
    return Absence(seat: seat, substitute: takeSeat())
  }

  /// Notes that a thread takes jobs again after its own.
  mutating func comeBack(to seat: Int) {
    seats[seat].isAway = false
    away -= 1
  }

  /// Frees the seat of a thread that ends, or could not be started; returns whether another worker has to be woken: because
  /// this one may have been woken for a job that it leaves, or because the pool ends and the other still sleeps.
  mutating func leave(_ seat: Int) -> Bool {
    seats[seat] = Seat()
    liveWorkers -= 1
    guard queue.count > 0 || mode != .open, sleeping > 0 else { return false }
    sleeping -= 1
    return true
  }

  /// Takes a seat for one more thread, if one is missing and there is a seat.
  private mutating func takeSeat() -> Int? {
    guard mode != .over, liveWorkers - away < workers,
      let seat = seats.firstIndex(where: { !$0.isTaken })
    else { return nil }
    seats[seat].isTaken = true
    liveWorkers += 1
    return seat
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
  /// The record that the thread runs.
  var record: JobRecord?
}
