import Glibc
import Support

/// Waits for SIGTERM and SIGINT, and takes SIGHUP, which does not end the process.
///
/// The process may be PID 1, for which the kernel has no default action: they are always handled. The second one that asks
/// the process to stop ends it at once, also while it starts.
struct ProcessSignals {
  private let arrived = Semaphore()

  /// Call it before the process starts its first thread: a thread inherits which signals its creator takes, and only the
  /// one thread here takes these.
  ///
  /// - Parameter onHangup: called on that thread for each SIGHUP.
  init(onHangup: @escaping @Sendable () -> Void) {
    var mask = Self.mask
    pthread_sigmask(SIG_BLOCK, &mask, nil)
    // The program that started this process may have made it ignore them.
    for number in Self.numbers { signal(number, SIG_DFL) }
    let arrived = arrived
    PosixThread(named: "signals", stack: .shallow) {
      var mask = Self.mask
      var isStopping = false
      while true {
        var number: Int32 = 0
        guard sigwait(&mask, &number) == 0 else { continue }
        if number == SIGHUP {
          onHangup()
        } else {
          if isStopping { _exit(1) }
          isStopping = true
          arrived.signal()
        }
      }
    }.detach()
  }

  /// Returns once a signal to stop has arrived.
  func wait() { arrived.wait() }

  private static var numbers: [Int32] { [SIGTERM, SIGINT, SIGHUP] }

  private static var mask: sigset_t {
    var mask = sigset_t()
    sigemptyset(&mask)
    for number in numbers { sigaddset(&mask, number) }
    return mask
  }
}
