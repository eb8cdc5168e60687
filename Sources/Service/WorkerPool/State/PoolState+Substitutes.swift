import Glibc

/// Substitutes for workers that are busy with long work.
///
/// Substitutes are workers like all others. When more workers take jobs than the pool should have, the first to look for a
/// job ends. The worker that was away looks after its own job at the latest, so no worker has to be woken to end.
extension PoolState {
  /// A worker's absence, and the threads to wake for the jobs that others may take meanwhile.
  struct Absence {
    let seat: Int
    var wake = Wake()
  }

  /// Notes that a thread takes no jobs for a while; nil when it is not a worker of the pool, is away already, or as many
  /// are away as the pool has workers.
  ///
  /// - Complexity: O(n) in the number of workers.
  mutating func stepAside(_ thread: pthread_t) -> Absence? {
    guard let seat = seats.firstIndex(where: { $0.thread == thread }), !seats[seat].isAway,
      away < limits.workers
    else { return nil }
    seats[seat].isAway = true
    away += 1
    if seats[seat].record != nil { busy -= 1 }
    var absence = Absence(seat: seat)
    if sleeping > 0 {
      if queue.has(.any) { absence.wake = wakeSleeper() }
    } else {
      absence.wake.watcher = hire()
    }
    return absence
  }

  /// Notes that a thread takes jobs again after its own.
  mutating func comeBack(to seat: Int) {
    seats[seat].isAway = false
    away -= 1
    if seats[seat].record != nil { busy += 1 }
  }
}
