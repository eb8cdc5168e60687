import Glibc
import JSON
import Support
import Synchronization

/// Writes lines to a descriptor, from a thread of its own.
///
/// A caller adds its line to a batch in memory, and never waits for the descriptor. The thread takes the whole batch,
/// formats it, and writes it with one system call. Lines beyond the capacity are dropped and counted; the next line that
/// is written says how many are missing.
final class LineWriter<Batch: LineBatch>: Sendable {
  private struct State {
    var batch: Batch
    var awaited = Awaited.nothing
    /// Lines dropped since the thread last took the batch.
    var dropped = 0
    /// Lines that were never written, since the start.
    var missing = 0
    var isClosed = false
    /// Whether the thread has written its last line.
    var isOver = false
  }

  /// What wakes the thread; the caller that brings it about sets it to `nothing`, and signals once.
  private enum Awaited {
    case nothing
    case line
    /// So many lines that they should not wait for the end of the interval.
    case half
  }

  private let descriptor: Int32
  /// Bytes of memory that lines may take while they wait; the last of them may go beyond it.
  private let capacity: Int
  /// Milliseconds for which the thread gathers lines before it writes them: to wake it for each costs more than the line.
  private let interval: Int
  private let state: Mutex<State>
  private let wake = Semaphore()
  private let ended = Semaphore()

  /// Starts the thread.
  ///
  /// - Parameter batch: an empty batch.
  init(_ name: String, to descriptor: Int32, batch: Batch, interval: Int, capacity: Int = 4 << 20) {
    self.descriptor = descriptor
    self.capacity = capacity
    self.interval = interval
    state = Mutex(State(batch: batch))
    PosixThread(named: name, stack: .shallow) { [self] in
      var output = Output(descriptor: descriptor)
      writeUntilClosed(spare: batch, &output)
    }.detach()
  }

  /// Lines that were dropped, because too many waited or the descriptor did not take them.
  var droppedLines: Int { state.withLock { $0.missing } }

  /// Adds a line, unless too many wait.
  ///
  /// - Complexity: O(1), and what `append` takes under the lock.
  func add(_ append: (inout Batch) -> Void) {
    let wakes = state.withLock { state in
      // A full batch takes no line until the thread takes it: the missing ones are those after its last.
      guard state.batch.byteCount < capacity, !state.isOver else {
        state.dropped += 1
        state.missing += 1
        return false
      }
      append(&state.batch)
      switch state.awaited {
      case .nothing: return false
      case .half where state.batch.byteCount < capacity / 2: return false
      case .line, .half:
        state.awaited = .nothing
        return true
      }
    }
    if wakes { wake.signal() }
  }

  /// Writes the remaining lines and ends the thread.
  ///
  /// - Parameter seconds: how long to wait at most for a reader that does not read.
  func close(within seconds: Double = 1) {
    let wakes = state.withLock { state in
      state.isClosed = true
      defer { state.awaited = .nothing }
      return state.awaited != .nothing
    }
    if wakes { wake.signal() }
    _ = ended.wait(atMost: .seconds(seconds))
  }
}

// The thread.
extension LineWriter {
  private func writeUntilClosed(spare: Batch, _ output: inout Output) {
    var batch = spare
    while true {
      awaitLines()
      var dropped = 0
      let isOver = state.withLock { state in
        swap(&state.batch, &batch)
        (dropped, state.dropped) = (state.dropped, 0)
        state.isOver = state.isClosed && batch.lineCount == 0 && dropped == 0
        return state.isOver
      }
      if isOver { break }
      let lost = output.write(batch, thenNoticeOf: dropped)
      if lost > 0 { state.withLock { $0.missing += lost } }
      // A batch of usual size leaves its memory to the one after the next.
      batch.removeAll(keepingCapacity: batch.byteCount <= 256 << 10)
    }
    ended.signal()
  }

  /// Returns when lines should be written, or the writer is closed.
  private func awaitLines() {
    if expect(.line, unless: { $0.batch.lineCount > 0 || $0.dropped > 0 }) { wake.wait() }
    guard interval > 0, expect(.half, unless: { $0.batch.byteCount >= capacity / 2 }) else { return }
    guard !wake.wait(atMost: .milliseconds(interval)) else { return }
    let isSignalled = state.withLock { state in
      defer { state.awaited = .nothing }
      return state.awaited == .nothing
    }
    // Between the end of the interval and the lock: the next wait must not find this signal.
    if isSignalled { wake.wait() }
  }

  /// Sets what the thread is about to wait for; returns false if it is there already, or the writer is closed.
  private func expect(_ awaited: Awaited, unless isThere: (borrowing State) -> Bool) -> Bool {
    state.withLock { state in
      guard !state.isClosed, !isThere(state) else { return false }
      state.awaited = awaited
      return true
    }
  }
}

/// A descriptor that takes lines, and what it has not taken.
private struct Output {
  let descriptor: Int32
  /// Lines that the descriptor did not take, and that no notice has counted yet.
  private var lost = 0
  /// Whether the descriptor took a part of a line, and then no more.
  private var endsInsideLine = false

  init(descriptor: Int32) { self.descriptor = descriptor }

  /// Writes notices and lines; returns the number of lines that the descriptor did not take.
  mutating func write(_ batch: some LineBatch, thenNoticeOf dropped: Int) -> Int {
    var page = ByteWriter(capacity: 2 * batch.byteCount + 256)
    if endsInsideLine { page.append(UInt8(ascii: "\n")) }
    if lost > 0 { batch.writeNotice(ofDropped: lost, to: &page) }
    let first = page.count
    batch.write(to: &page)
    let end = page.count
    if dropped > 0 { batch.writeNotice(ofDropped: dropped, to: &page) }
    return page.finish().withUnsafeBytes { bytes in
      let sent = put(bytes)
      guard sent < bytes.count else {
        (lost, endsInsideLine) = (0, false)
        return 0
      }
      if sent > 0 { endsInsideLine = bytes[sent - 1] != UInt8(ascii: "\n") }
      let missing = bytes[min(max(sent, first), end)..<end].count { $0 == UInt8(ascii: "\n") }
      lost = (sent < first ? lost : 0) + missing + dropped
      return missing
    }
  }

  /// Writes bytes; returns how many of them the descriptor took.
  private func put(_ bytes: UnsafeRawBufferPointer) -> Int {
    var sent = 0
    while sent < bytes.count {
      let rest = UnsafeRawBufferPointer(rebasing: bytes[sent...])
      let count = Glibc.write(descriptor, rest.baseAddress, rest.count)
      if count > 0 {
        sent += count
      } else if errno == EAGAIN {
        // The process that opened the descriptor made it non-blocking.
        var entry = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        poll(&entry, 1, -1)
      } else if errno != EINTR {
        break
      }
    }
    return sent
  }
}
