import Glibc

/// Nanoseconds of a clock that nobody sets.
enum MonotonicTime {
  static var now: Int64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }

  /// The time so far from now; the end of time when that is beyond it.
  static func after(_ duration: Duration) -> Int64 {
    let (seconds, attoseconds) = duration.components
    guard seconds < 1 << 32 else { return .max }
    return now + seconds * 1_000_000_000 + attoseconds / 1_000_000_000
  }
}
