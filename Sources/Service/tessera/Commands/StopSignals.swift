import Glibc
import Support
import Synchronization

/// Waits for SIGTERM and SIGINT.
///
/// The process may be PID 1, for which the kernel has no default action: both are always handled.
struct StopSignals {
  private let arrived = Semaphore()
  private let exit = Exit()

  /// Call it before the process starts its first thread: a thread inherits which signals its creator takes, and only the
  /// one thread here takes these.
  init() {
    var mask = Self.mask
    pthread_sigmask(SIG_BLOCK, &mask, nil)
    // The program that started this process may have made it ignore them.
    for number in Self.numbers { signal(number, SIG_DFL) }
    let (arrived, exit) = (arrived, exit)
    PosixThread(named: "signals") {
      var mask = Self.mask
      while true {
        var number: Int32 = 0
        guard sigwait(&mask, &number) == 0 else { continue }
        if exit.isNext.load(ordering: .relaxed) { _exit(1) }
        arrived.signal()
      }
    }.detach()
  }

  /// Returns once a signal has arrived.
  func wait() { arrived.wait() }

  /// Makes the next signal end the process at once.
  func exitOnNext() { exit.isNext.store(true, ordering: .relaxed) }

  private static var numbers: [Int32] { [SIGTERM, SIGINT] }

  private static var mask: sigset_t {
    var mask = sigset_t()
    sigemptyset(&mask)
    for number in numbers { sigaddset(&mask, number) }
    return mask
  }

  private final class Exit: Sendable {
    let isNext = Atomic(false)
  }
}
