import Glibc

/// Who takes jobs.
///
/// Substitutes are workers like all others. When there are more than the pool is to have, whichever comes first to look
/// for a job ends: the one that was away does so itself after its job, at the latest, so that nobody has to be woken to
/// end.
extension PoolState {
  /// A thread's absence, and the seat that was taken for a substitute.
  struct Absence {
    let seat: Int
    let substitute: Int?
  }

  /// Whether more threads take jobs than the pool is to have.
  var hasSpareWorker: Bool { liveWorkers - away > workers }

  /// Notes who sits in a seat.
  mutating func sitDown(_ thread: pthread_t, in seat: Int) { seats[seat].thread = thread }

  /// Notes that a thread takes no jobs for a while; nil when it is not of the pool, or is away already.
  ///
  /// - Complexity: O(n) in the number of workers.
  mutating func stepAside(_ thread: pthread_t) -> Absence? {
    guard let seat = seats.firstIndex(where: { $0.thread == thread }), !seats[seat].isAway else { return nil }
    seats[seat].isAway = true
    away += 1
    return Absence(seat: seat, substitute: takeSeat())
  }

  /// Notes that a thread takes jobs again once it is through with its own.
  mutating func comeBack(to seat: Int) {
    seats[seat].isAway = false
    away -= 1
  }

  /// Frees the seat of a thread that ends, or could not be started; answers whether another has to be woken, because
  /// this one may have been woken for a job that it leaves.
  mutating func leave(_ seat: Int) -> Bool {
    seats[seat] = Seat()
    liveWorkers -= 1
    guard queue.count > 0, sleeping > 0 else { return false }
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
