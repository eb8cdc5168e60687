import Glibc
import Support
import Testing

@testable import WorkerPool

struct WorkMeterTests {
  /// Uses so much processor time of the calling thread, in nanoseconds.
  private func compute(_ duration: Int64) {
    let end = ThreadTime.now + duration
    while ThreadTime.now < end {}
  }

  @Test func `the processor time of long work is measured, and time that it waits is not`() {
    var meter = WorkMeter()
    meter.begin(at: MonotonicTime.now)
    usleep(60_000)
    #expect(meter.used < 30_000_000)
    compute(30_000_000)
    #expect(meter.used >= 30_000_000)
  }

  @Test func `work is not charged for the work before it, but for a millisecond at most`() {
    var meter = WorkMeter()
    meter.begin(at: MonotonicTime.now)
    compute(40_000_000)
    meter.begin(at: MonotonicTime.now)
    compute(10_000_000)
    #expect(meter.used >= 10_000_000)
    #expect(meter.used < 40_000_000)
  }

  @Test func `short work is measured by the time that has passed`() {
    var meter = WorkMeter()
    let now = MonotonicTime.now
    meter.begin(at: now)
    compute(1_000_000)
    #expect(meter.used >= 1_000_000)
    #expect(meter.earlier(by: 50_000_000).used >= 51_000_000)
  }
}
