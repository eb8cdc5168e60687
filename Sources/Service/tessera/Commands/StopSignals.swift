import Dispatch
import Glibc
import Synchronization

/// Waits for SIGTERM and SIGINT.
///
/// The process may be PID 1, for which the kernel has no default action: both are always handled.
struct StopSignals {
  private let arrived = DispatchSemaphore(value: 0)
  private let exit = Exit()
  private let sources: [any DispatchSourceSignal]

  init() {
    let (arrived, exit) = (arrived, exit)
    sources = [SIGTERM, SIGINT].map { number in
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler {
        if exit.isNext.load(ordering: .relaxed) { _exit(1) }
        arrived.signal()
      }
      source.resume()
      return source
    }
  }

  /// Returns once a signal has arrived.
  func wait() { arrived.wait() }

  /// Makes the next signal end the process at once.
  func exitOnNext() { exit.isNext.store(true, ordering: .relaxed) }

  private final class Exit: Sendable {
    let isNext = Atomic(false)
  }
}
