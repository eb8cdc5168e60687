import Dispatch
import Glibc

/// Waits for SIGTERM and SIGINT.
///
/// The process may be PID 1, for which the kernel has no default action: both are always handled.
struct StopSignals {
  private let arrived = DispatchSemaphore(value: 0)
  private let sources: [any DispatchSourceSignal]

  init() {
    let arrived = arrived
    sources = [SIGTERM, SIGINT].map { number in
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler { arrived.signal() }
      source.resume()
      return source
    }
  }

  /// Returns once a signal has arrived.
  func wait() { arrived.wait() }

  /// Makes the next signal end the process at once.
  func exitOnNext() {
    for source in sources { source.setEventHandler { _exit(1) } }
  }
}
