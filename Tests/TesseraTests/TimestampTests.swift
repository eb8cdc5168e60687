import Glibc
import Testing

@testable import tessera

/// The times of log lines.
struct TimestampTests {
  @Test func `one timestamp shows times of any second, one after the other`() {
    var timestamp = Timestamp()
    for (seconds, nanoseconds, text) in [
      (0, 0, "1970-01-01T00:00:00.000Z"), (0, 999_999_999, "1970-01-01T00:00:00.999Z"),
      (951_782_399, 5_000_000, "2000-02-28T23:59:59.005Z"),
      (951_782_400, 5_000_000, "2000-02-29T00:00:00.005Z"),
      (951_782_400, 45_600_000, "2000-02-29T00:00:00.045Z"),
      (253_402_300_799, 0, "9999-12-31T23:59:59.000Z"),
    ] {
      timestamp.set(timespec(tv_sec: seconds, tv_nsec: nanoseconds))
      #expect(String(decoding: timestamp.text, as: UTF8.self) == text)
    }
  }
}
