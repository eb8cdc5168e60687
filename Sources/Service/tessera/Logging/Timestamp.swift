import Glibc

/// Writes the time of day as logs have it: UTC with milliseconds in the format of RFC 3339, `2030-01-31T12:00:00.000Z`.
///
/// It remembers the second: of the lines of one batch hardly any has another one than the line before.
struct Timestamp {
  static var now: timespec {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return time
  }

  /// The text of the time that was set last, in ASCII.
  private(set) var text = Array("0000-00-00T00:00:00.000Z".utf8)
  private var second: time_t?

  /// Changes the text to that of a time.
  mutating func set(_ time: timespec) {
    if time.tv_sec != second {
      second = time.tv_sec
      var parts = tm()
      var seconds = time.tv_sec
      gmtime_r(&seconds, &parts)
      write(Int(parts.tm_year) + 1900, digits: 4, at: 0)
      write(Int(parts.tm_mon) + 1, digits: 2, at: 5)
      write(Int(parts.tm_mday), digits: 2, at: 8)
      write(Int(parts.tm_hour), digits: 2, at: 11)
      write(Int(parts.tm_min), digits: 2, at: 14)
      write(Int(parts.tm_sec), digits: 2, at: 17)
    }
    write(time.tv_nsec / 1_000_000, digits: 3, at: 20)
  }

  private mutating func write(_ number: Int, digits: Int, at position: Int) {
    var rest = number
    for place in (position..<position + digits).reversed() {
      text[place] = UInt8(ascii: "0") + UInt8(rest % 10)
      rest /= 10
    }
  }
}
