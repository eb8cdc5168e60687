import Support
import Testing

struct SemaphoreTests {
  @Test func `a wait with a limit takes from the count, and fails once there is nothing to take`() {
    let semaphore = Semaphore()
    semaphore.signal()
    semaphore.signal()
    #expect(semaphore.wait(atMost: .zero))
    #expect(semaphore.wait(atMost: .seconds(60)))
    #expect(!semaphore.wait(atMost: .zero))
    #expect(!semaphore.wait(atMost: .milliseconds(1)))
    #expect(!semaphore.wait(atMost: .seconds(-1)))
  }

  @Test(arguments: [Duration.seconds(3600), .seconds(Int64.max)])
  func `a signal of another thread ends a wait with a limit`(limit: Duration) {
    let semaphore = Semaphore()
    let thread = PosixThread(named: "signal") { semaphore.signal() }
    #expect(semaphore.wait(atMost: limit))
    thread.join()
  }
}
