import Glibc

/// A place for one of a pool's threads.
struct Seat {
  /// Whether a thread has it: from when it is about to be started until it ends.
  var isTaken = false
  /// Who that is, once it runs.
  var thread: pthread_t?
  /// Whether that is at something long, and takes no jobs meanwhile.
  var isAway = false
  /// What it runs.
  var record: JobRecord?
}
