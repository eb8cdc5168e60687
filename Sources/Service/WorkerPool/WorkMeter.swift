import Support

/// Measures the processor time of a thread's work.
///
/// To read that time is a system call. Work that takes less time than it may anyway needs none: its processor time is at
/// most that.
struct WorkMeter {
  /// How long work runs at full priority, in nanoseconds of processor time.
  static var patience: Int64 { 5_000_000 }
  /// How old the reading that work is measured from may be, in nanoseconds: so much too long it may be measured.
  private static var tolerance: Int64 { 1_000_000 }

  private var startedAt = Int64.min
  /// The thread's processor time at a moment, and that moment.
  private var reading: Int64 = 0
  private var readAt = Int64.min

  /// Notes that work begins.
  mutating func begin(at now: Int64) {
    startedAt = now
    guard readAt == .min || now - readAt > Self.tolerance else { return }
    reading = ThreadTime.now
    readAt = now
  }

  /// Returns the meter of work that has used so much time before, in nanoseconds.
  func earlier(by duration: Int64) -> WorkMeter {
    var meter = self
    meter.startedAt -= duration
    meter.reading -= duration
    return meter
  }

  /// The processor time of the work until now, in nanoseconds, or a little more; for short work, the time that has passed.
  var used: Int64 {
    let passed = MonotonicTime.now - startedAt
    return passed <= Self.patience ? passed : min(passed, ThreadTime.now - reading)
  }
}
