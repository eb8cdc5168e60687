import Dispatch
import Glibc
import Synchronization

/// How fast work was done: things for each second of the clock, and for each second of processor time.
struct Rate: Sendable {
  var wall: Double
  var processor: Double

  /// Measures work on `count` things, done on this thread.
  init(_ count: Int, _ work: () -> Void) {
    let (wall, processor) = (Self.now(CLOCK_MONOTONIC), Self.now(CLOCK_THREAD_CPUTIME_ID))
    work()
    self.wall = Double(count) / (Self.now(CLOCK_MONOTONIC) - wall)
    self.processor = Double(count) / (Self.now(CLOCK_THREAD_CPUTIME_ID) - processor)
  }

  /// Measures the sum of what threads do at the same time, each with work on `count` things.
  init(together works: [@Sendable () -> Void], each count: Int) {
    let processor = Mutex(0.0)
    let start = Self.now(CLOCK_MONOTONIC)
    DispatchQueue.concurrentPerform(iterations: works.count) { index in
      let rate = Rate(count, works[index])
      processor.withLock { $0 += rate.processor }
    }
    wall = Double(count * works.count) / (Self.now(CLOCK_MONOTONIC) - start)
    self.processor = processor.withLock { $0 }
  }

  private static func now(_ clock: clockid_t) -> Double {
    var time = timespec()
    clock_gettime(clock, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
