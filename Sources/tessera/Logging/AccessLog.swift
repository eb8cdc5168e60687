import API
import Dispatch
import Foundation
import Glibc
import HTTPServer
import JSON
import Logging
import Synchronization

/// Writes one line for every completed exchange, from a thread of its own.
///
/// A request never waits for the log. If the reader of the log is too slow, the log drops lines rather than filling
/// memory: it counts them, and writes their number with the next lines.
final class AccessLog: ExchangeLog {
  private struct State {
    var waiting: [AccessLine] = []
    var dropped = 0
    var isClosed = false
  }

  /// Lines that may wait to be written.
  static let capacity = 16_384
  /// Microseconds that the thread gathers lines before it writes them: waking it for each costs more than the line.
  static let patience: UInt32 = 20_000

  private let format: LogFormat
  private let descriptor: Int32
  private let state = Mutex(State())
  private let wake = DispatchSemaphore(value: 0)
  private let ended = DispatchSemaphore(value: 0)

  init(format: LogFormat, descriptor: Int32 = STDOUT_FILENO) {
    self.format = format
    self.descriptor = descriptor
    let thread = Thread { self.writeUntilClosed() }
    thread.name = "log"
    thread.start()
  }

  func record(_ exchange: Completion) {
    let line = AccessLine(exchange, endedAt: Timestamp.now)
    let wasEmpty = state.withLock { state in
      guard state.waiting.count < Self.capacity else {
        state.dropped += 1
        return false
      }
      state.waiting.append(line)
      return state.waiting.count == 1
    }
    if wasEmpty { wake.signal() }
  }

  /// Writes a message of the service itself to standard error.
  func warn(_ reason: String) { Logger(label: "tessera").warning("\(reason)") }

  /// Writes the remaining lines and ends the thread; waits at most a second for a reader that does not read.
  func close() {
    state.withLock { $0.isClosed = true }
    wake.signal()
    _ = ended.wait(timeout: .now() + 1)
  }

  private func writeUntilClosed() {
    while true {
      wake.wait()
      if !state.withLock({ $0.isClosed }) { usleep(Self.patience) }
      let taken = state.withLock { state in
        defer {
          state.waiting = []
          state.dropped = 0
        }
        return state
      }
      write(taken)
      if taken.isClosed { break }
    }
    ended.signal()
  }

  private func write(_ taken: State) {
    var page = ByteWriter(capacity: 256 * (taken.waiting.count + 1))
    for line in taken.waiting { line.write(as: format, to: &page) }
    if taken.dropped > 0 { page.append(contentsOf: "{\"dropped_lines\":\(taken.dropped)}\n".utf8) }
    page.finish().withUnsafeBytes { _ = File.write($0, to: descriptor) }
  }
}
