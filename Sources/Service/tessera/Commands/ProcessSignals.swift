import Glibc
import Support
import Synchronization

/// Waits for SIGTERM and SIGINT, and takes SIGHUP, which does not end the process.
///
/// The process may be PID 1, for which the kernel has no default action: they are always handled.
struct ProcessSignals {
  private let arrived = Semaphore()
  private let exit = Exit()

  /// Call it before the process starts its first thread: a thread inherits which signals its creator takes, and only the
  /// one thread here takes these.
  ///
  /// - Parameter onHangup: called on that thread for each SIGHUP.
  init(onHangup: @escaping @Sendable () -> Void) {
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
        if number == SIGHUP {
          onHangup()
          continue
        }
        if exit.isNext.load(ordering: .relaxed) { _exit(1) }
        arrived.signal()
      }
    }.detach()
  }

  /// Returns once a signal to stop has arrived.
  func wait() { arrived.wait() }

  /// Makes the next signal to stop end the process at once.
  func exitOnNext() { exit.isNext.store(true, ordering: .relaxed) }

  private static var numbers: [Int32] { [SIGTERM, SIGINT, SIGHUP] }

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
