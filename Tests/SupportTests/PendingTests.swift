import Support
import Synchronization
import Testing

struct PendingTests {
  private struct Refused: Error, Equatable {}
  private typealias Number = Pending<Int, Refused>

  @Test func `only the first outcome counts, and continuations see it in the order in which they were added`()
  {
    let pending = Number()
    let seen = Mutex<[Int]>([])
    for factor in 1...3 {
      pending.whenSettled { outcome in
        seen.withLock { $0.append((try? outcome.get()).map { $0 * factor } ?? -1) }
      }
    }
    #expect(pending.outcome == nil)
    pending.settle(.success(7))
    pending.settle(.failure(Refused()))
    pending.whenSettled { outcome in seen.withLock { $0.append((try? outcome.get()) ?? -1) } }
    #expect(seen.withLock { $0 } == [7, 14, 21, 7])
  }

  @Test func `a thread that waits gets the outcome of another`() throws {
    let (good, bad) = (Number(), Number())
    let thread = PosixThread(named: "settler") {
      good.settle(.success(1))
      bad.settle(.failure(Refused()))
    }
    #expect(try good.wait() == 1)
    #expect(throws: Refused()) { try bad.wait() }
    thread.join()
  }

  @Test func `a transform sees values and errors, before and after they are settled`() {
    for isSettledFirst in [true, false] {
      let pending = Number()
      if isSettledFirst { pending.settle(.failure(Refused())) }
      let mapped: Pending<String, Never> = pending.map { outcome in
        switch outcome {
        case .success(let value): .success("\(value)")
        case .failure: .success("refused")
        }
      }
      if !isSettledFirst { pending.settle(.failure(Refused())) }
      #expect(mapped.wait() == "refused")
    }
  }
}
