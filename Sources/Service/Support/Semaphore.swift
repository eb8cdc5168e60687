import CLinux
import Glibc

/// A counting semaphore.
///
/// `@unchecked Sendable`: `sem_t` is made to be used from any thread; its address never changes.
package final class Semaphore: @unchecked Sendable {
  private let semaphore = UnsafeMutablePointer<sem_t>.allocate(capacity: 1)

  /// Creates a semaphore whose count is 0.
  package init() { sem_init(semaphore, 0, 0) }

  deinit {
    sem_destroy(semaphore)
    semaphore.deallocate()
  }

  /// Adds one to the count, and wakes a thread that waits.
  package func signal() { sem_post(semaphore) }

  /// Takes one from the count, once it is above 0.
  package func wait() {
    // A signal handler may interrupt the wait.
    while sem_wait(semaphore) != 0 && errno == EINTR {}
  }

  /// Takes one from the count, once it is above 0; returns false if it is not within a time, by a clock that cannot be
  /// set.
  package func wait(atMost duration: Duration) -> Bool {
    let end = MonotonicTime.after(duration)
    guard end < .max else {
      wait()
      return true
    }
    var time = timespec(tv_sec: Int(end / 1_000_000_000), tv_nsec: Int(end % 1_000_000_000))
    while sem_clockwait(semaphore, CLOCK_MONOTONIC, &time) != 0 {
      if errno != EINTR { return false }
    }
    return true
  }
}
