import Glibc

/// Nanoseconds of a clock that cannot be set.
package enum MonotonicTime {
  /// The time since the clock's own beginning, in nanoseconds.
  package static var now: Int64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }

  /// Returns the time that is `duration` from now; `.max` when that is beyond the clock.
  package static func after(_ duration: Duration) -> Int64 {
    let (seconds, attoseconds) = duration.components
    guard seconds < 1 << 32 else { return .max }
    return now + seconds * 1_000_000_000 + attoseconds / 1_000_000_000
  }
}

/// Nanoseconds of processor time that the calling thread has used.
package enum ThreadTime {
  /// A system call, of some hundred nanoseconds.
  package static var now: Int64 {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }
}

extension Duration {
  /// The duration in seconds.
  package var seconds: Double {
    Double(components.seconds) + Double(components.attoseconds) * 1e-18
  }

  /// The duration in milliseconds.
  package var milliseconds: Double {
    Double(components.seconds) * 1000 + Double(components.attoseconds) * 1e-15
  }
}

extension ContinuousClock.Instant {
  /// The time from this instant until now, in seconds.
  package var secondsUntilNow: Double { duration(to: .now).seconds }
}
