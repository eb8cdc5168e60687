import Glibc

/// A counting semaphore for threads that wait.
///
/// `@unchecked Sendable`: `sem_t` is made to be used from any thread; its address never changes.
final class Semaphore: @unchecked Sendable {
  private let semaphore = UnsafeMutablePointer<sem_t>.allocate(capacity: 1)

  init() { sem_init(semaphore, 0, 0) }

  deinit {
    sem_destroy(semaphore)
    semaphore.deallocate()
  }

  func signal() { sem_post(semaphore) }

  func wait() {
    // A signal handler may interrupt the wait, which is then begun anew.
    while sem_wait(semaphore) != 0 && errno == EINTR {}
  }
}
