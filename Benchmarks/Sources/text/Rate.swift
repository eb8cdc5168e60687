import Foundation

/// How fast work was done: things a second by the clock, and a second of processor time.
struct Rate {
  var wall: Double
  var processor: Double

  /// Does work on `count` things on this thread.
  init(_ count: Int, _ work: () -> Void) {
    let (wall, processor) = (Self.now(CLOCK_MONOTONIC), Self.now(CLOCK_THREAD_CPUTIME_ID))
    work()
    self.wall = Double(count) / (Self.now(CLOCK_MONOTONIC) - wall)
    self.processor = Double(count) / (Self.now(CLOCK_THREAD_CPUTIME_ID) - processor)
  }

  /// What threads reach together that each do work on `count` things at the same time.
  init(together works: [@Sendable () -> Void], each count: Int) {
    let results = Results()
    let start = Self.now(CLOCK_MONOTONIC)
    let threads = works.map { work in
      let thread = Thread { results.add(Rate(count, work)) }
      thread.start()
      return thread
    }
    while results.count < threads.count { usleep(200) }
    wall = Double(count * works.count) / (Self.now(CLOCK_MONOTONIC) - start)
    processor = results.processor
  }

  private static func now(_ clock: clockid_t) -> Double {
    var time = timespec()
    clock_gettime(clock, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}

/// What threads have reached. `@unchecked Sendable`: all of it is behind `lock`.
private final class Results: @unchecked Sendable {
  private let lock = NSLock()
  private var rates: [Rate] = []

  var count: Int { lock.withLock { rates.count } }
  var processor: Double { lock.withLock { rates.reduce(0) { $0 + $1.processor } } }

  func add(_ rate: Rate) { lock.withLock { rates.append(rate) } }
}
