import Glibc
import Support
import Synchronization
import Testing

struct WakeSignalTests {
  @Test func `a raise wakes a later wait, once, however often it was raised`() throws {
    let signal = try WakeSignal()
    #expect(!signal.wait(milliseconds: 0))
    for _ in 0..<100_000 { signal.raise() }
    #expect(signal.wait(milliseconds: 0))
    signal.lower()
    #expect(!signal.wait(milliseconds: 0))
    signal.raise()
    #expect(signal.wait(milliseconds: 0))
  }

  @Test func `a raise from another thread ends a wait without a limit`() throws {
    let signal = try WakeSignal()
    let thread = PosixThread(named: "raiser") {
      usleep(20_000)
      signal.raise()
    }
    #expect(signal.wait(milliseconds: -1))
    thread.join()
  }

  @Test func `every piece of work that a raise announces is seen`() throws {
    let signal = try WakeSignal()
    let done = Semaphore()
    let count = Atomic(0)
    let thread = PosixThread(named: "raiser") {
      for _ in 0..<20_000 {
        count.add(1, ordering: .relaxed)
        signal.raise()
      }
      done.signal()
    }
    while count.load(ordering: .relaxed) < 20_000 {
      #expect(signal.wait(milliseconds: 10_000), "no wake though there is more to see")
      signal.lower()
    }
    done.wait()
    thread.join()
  }
}
