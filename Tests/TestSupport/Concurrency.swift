import Foundation
import Synchronization

/// Counts by name, from many threads.
public final class Tally: Sendable {
  private let state = Mutex<[String: Int]>([:])

  public init() {}

  public var counts: [String: Int] { state.withLock { $0 } }

  public func add(_ name: String) { state.withLock { $0[name, default: 0] += 1 } }
}

/// Collects values from many threads.
public final class Gathering<Value: Sendable>: Sendable {
  private let state = Mutex<[Value]>([])

  public init() {}

  public var values: [Value] { state.withLock { $0 } }

  public func add(_ value: Value) { state.withLock { $0.append(value) } }
}

/// Runs a body on `count` threads at once, and waits for all of them.
public func runConcurrently(_ count: Int, _ body: @escaping @Sendable () -> Void) {
  startConcurrently(count, body)()
}

/// Runs a body for each number below `jobs`, in order as threads are free, and waits for all of them.
public func runConcurrently(jobs: Int, threads: Int, _ body: @escaping @Sendable (Int) -> Void) {
  let next = Mutex(0)
  let take: @Sendable () -> Int? = {
    next.withLock { next in
      guard next < jobs else { return nil }
      next += 1
      return next - 1
    }
  }
  runConcurrently(threads) {
    while let job = take() { body(job) }
  }
}

/// Starts a body on `count` threads at once, and returns a closure that waits for all of them.
public func startConcurrently(_ count: Int, _ body: @escaping @Sendable () -> Void) -> () -> Void {
  let group = DispatchGroup()
  for _ in 0..<count {
    group.enter()
    let thread = Thread {
      body()
      group.leave()
    }
    thread.start()
  }
  return { group.wait() }
}

/// Whether a condition comes to hold within a minute.
public func eventually(_ condition: () -> Bool) -> Bool {
  let end = ContinuousClock.now + .seconds(60)
  while !condition() {
    if ContinuousClock.now > end { return false }
    usleep(1000)
  }
  return true
}
