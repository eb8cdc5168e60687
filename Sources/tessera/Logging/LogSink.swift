import Dispatch
import Foundation
import Glibc
import JSON
import Synchronization

/// Writes lines to standard output from a thread of its own, so that a slow reader never holds up a request.
///
/// A reader that is too slow loses lines rather than memory: what does not fit is counted, and the count written
/// as soon as there is room.
final class LogSink: Sendable {
  private struct State {
    var pending: [UInt8] = []
    var dropped = 0
    var isClosed = false
  }

  static let capacity = 4 << 20
  /// Microseconds that lines are gathered before they are written.
  static let patience: UInt32 = 20_000

  private let state = Mutex(State())
  private let wake = DispatchSemaphore(value: 0)
  private let ended = DispatchSemaphore(value: 0)
  private let descriptor: Int32

  init(descriptor: Int32 = STDOUT_FILENO) {
    self.descriptor = descriptor
    let thread = Thread { self.writeUntilClosed() }
    thread.name = "log"
    thread.start()
  }

  /// Adds a line, and its end; never waits.
  func write(_ line: ByteBuffer) {
    let wasEmpty = state.withLock { state in
      guard state.pending.count + line.count < Self.capacity else {
        state.dropped += 1
        return false
      }
      defer {
        line.withUnsafeBytes { state.pending.append(contentsOf: $0) }
        state.pending.append(UInt8(ascii: "\n"))
      }
      return state.pending.isEmpty
    }
    if wasEmpty { wake.signal() }
  }

  /// Writes what is left, and ends; waits a second at most for a reader that does not read.
  func close() {
    state.withLock { $0.isClosed = true }
    wake.signal()
    _ = ended.wait(timeout: .now() + 1)
  }

  private func writeUntilClosed() {
    while true {
      wake.wait()
      // Lines that come together are written together: waking for each costs more than all else about it.
      if !state.withLock({ $0.isClosed }) { usleep(Self.patience) }
      let (bytes, dropped, isClosed) = state.withLock { state in
        defer {
          state.pending = []
          state.dropped = 0
        }
        return (state.pending, state.dropped, state.isClosed)
      }
      File.write(bytes, to: descriptor)
      if dropped > 0 { File.write("{\"dropped_lines\":\(dropped)}\n", to: descriptor) }
      if isClosed { break }
    }
    ended.signal()
  }
}
