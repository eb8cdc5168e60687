import Glibc
import Support
import Synchronization
import Testing

struct WakeSignalTests {
  /// Whether the descriptor has been written to.
  private func isWritten(_ signal: WakeSignal) -> Bool {
    var entry = pollfd(fd: signal.descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&entry, 1, 0) > 0
  }

  @Test func `a raise writes only while the thread waits`() throws {
    let signal = try WakeSignal()
    signal.raise()
    #expect(!isWritten(signal))
    #expect(!signal.beginWait(), "a signal that is raised must not be waited for")
    signal.lower()
    #expect(signal.beginWait())
    #expect(!isWritten(signal))
    signal.raise()
    #expect(isWritten(signal))
  }

  @Test func `a wait ends when another descriptor can be read, and says that the signal is not raised`()
    throws
  {
    let (signal, other) = (try WakeSignal(), try WakeSignal())
    #expect(other.beginWait())
    other.raise()
    #expect(!signal.wait(milliseconds: -1, orFor: other.descriptor))
    signal.raise()
    #expect(signal.wait(milliseconds: -1, orFor: other.descriptor))
  }

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
      #expect(signal.wait(milliseconds: 60_000), "no wake though there is more to see")
      signal.lower()
    }
    done.wait()
    thread.join()
  }
}
