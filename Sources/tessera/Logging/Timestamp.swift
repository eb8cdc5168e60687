import Glibc

/// The time of day as logs write it.
enum Timestamp {
  static var now: timespec {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return time
  }

  /// Returns UTC with milliseconds in the format of RFC 3339: `2030-01-31T12:00:00.000Z`.
  static func text(of time: timespec) -> String {
    var time = time
    var parts = tm()
    gmtime_r(&time.tv_sec, &parts)
    let date =
      "\(pad(Int(parts.tm_year) + 1900, 4))-\(pad(Int(parts.tm_mon) + 1, 2))-\(pad(Int(parts.tm_mday), 2))"
    let clock = "\(pad(Int(parts.tm_hour), 2)):\(pad(Int(parts.tm_min), 2)):\(pad(Int(parts.tm_sec), 2))"
    return "\(date)T\(clock).\(pad(time.tv_nsec / 1_000_000, 3))Z"
  }

  private static func pad(_ number: Int, _ width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
  }
}
