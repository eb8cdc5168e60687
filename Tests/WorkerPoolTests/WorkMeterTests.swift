import Glibc
import Support
import Synchronization
import Testing

@testable import WorkerPool

struct WorkMeterTests {
  /// Uses so much processor time of the calling thread, in nanoseconds.
  @Sendable private static func compute(_ duration: Int64) {
    let end = ThreadTime.now + duration
    while ThreadTime.now < end {}
  }

  @Test func `the processor time of long work is measured, and time that it waits is not`() {
    var meter = WorkMeter()
    meter.begin(at: MonotonicTime.now)
    usleep(60_000)
    #expect(meter.used < 30_000_000)
    Self.compute(30_000_000)
    #expect(meter.used >= 30_000_000)
  }

  @Test func `work is not charged for the work before it, but for a millisecond at most`() {
    var meter = WorkMeter()
    meter.begin(at: MonotonicTime.now)
    Self.compute(40_000_000)
    meter.begin(at: MonotonicTime.now)
    Self.compute(10_000_000)
    #expect(meter.used >= 10_000_000)
    #expect(meter.used < 40_000_000)
  }

  @Test func `short work is measured by the time that has passed`() {
    var meter = WorkMeter()
    let now = MonotonicTime.now
    meter.begin(at: now)
    Self.compute(1_000_000)
    #expect(meter.used >= 1_000_000)
    #expect(meter.earlier(by: 50_000_000).used >= 51_000_000)
  }

  @Test func `a pool notes for each tenant the time of its jobs and of their continuations`() throws {
    let noted = NotedTimes()
    let pool = WorkerPool(PoolLimits(workers: 2, queue: 10)) { noted.add($1, to: $0) }
    let compute: @Sendable (Int64) -> Void = Self.compute
    for _ in 0..<2 { try pool.submit(Job { _ in compute(8_000_000) }, of: "ann") }
    try pool.submit(
      Job { _ in
        let suspended = pool.suspendJob()
        suspended?.resume { compute(9_000_000) }
      }, of: "bob")
    #expect(pool.shutdown(grace: .seconds(60)))
    #expect(noted.times["ann"] ?? 0 >= 16_000_000)
    #expect(noted.times["bob"] ?? 0 >= 9_000_000)
    #expect(noted.times.keys.sorted() == ["ann", "bob"])
  }
}

/// The sums of times by name.
private final class NotedTimes: Sendable {
  private let state = Mutex<[String: Int64]>([:])

  var times: [String: Int64] { state.withLock { $0 } }

  func add(_ time: Int64, to name: String) { state.withLock { $0[name, default: 0] += time } }
}
