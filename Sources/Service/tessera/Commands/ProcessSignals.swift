import Dispatch
import Glibc
import Synchronization

/// Waits for SIGTERM and SIGINT, and takes SIGHUP, which does not end the process.
///
/// The process may be PID 1, for which the kernel has no default action: they are always handled.
struct ProcessSignals {
  private let arrived = DispatchSemaphore(value: 0)
  private let exit = Exit()
  private let sources: [any DispatchSourceSignal]

  /// - Parameter onHangup: called on any thread for each SIGHUP.
  init(onHangup: @escaping @Sendable () -> Void) {
    let (arrived, exit) = (arrived, exit)
    let stop: @Sendable () -> Void = {
      if exit.isNext.load(ordering: .relaxed) { _exit(1) }
      arrived.signal()
    }
    sources = [Self.source(SIGTERM, stop), Self.source(SIGINT, stop), Self.source(SIGHUP, onHangup)]
  }

  /// Calls a handler for each signal of a number, instead of what the kernel would do.
  private static func source(
    _ number: Int32, _ handler: @escaping @Sendable () -> Void
  ) -> any DispatchSourceSignal {
    signal(number, SIG_IGN)
    let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
    source.setEventHandler { handler() }
    source.resume()
    return source
  }

  /// Returns once a signal to stop has arrived.
  func wait() { arrived.wait() }

  /// Makes the next signal to stop end the process at once.
  func exitOnNext() { exit.isNext.store(true, ordering: .relaxed) }

  private final class Exit: Sendable {
    let isNext = Atomic(false)
  }
}
