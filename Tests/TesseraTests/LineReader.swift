import Glibc
import Synchronization
import TestSupport

/// Reads a descriptor to its end on a thread of its own, and closes it.
final class LineReader: Sendable {
  private final class Bytes: Sendable {
    let value = Mutex<[UInt8]>([])
  }

  private let bytes = Bytes()
  private let waitForEnd: @Sendable () -> Void

  init(_ descriptor: Int32) {
    let bytes = bytes
    let join = startConcurrently(1) {
      var buffer = [UInt8](repeating: 0, count: 4096)
      while true {
        let count = read(descriptor, &buffer, buffer.count)
        guard count > 0 else { break }
        bytes.value.withLock { $0 += buffer[..<count] }
      }
      close(descriptor)
    }
    nonisolated(unsafe) let end = join  // waits for a group, which any thread may
    waitForEnd = { end() }
  }

  /// Whether a part of a line has been read already.
  func hasLine(containing part: String) -> Bool {
    String(decoding: bytes.value.withLock { $0 }, as: UTF8.self).contains(part)
  }

  /// The lines up to the end of the pipe.
  func lines() -> [String] {
    waitForEnd()
    return bytes.value.withLock { String(decoding: $0, as: UTF8.self) }
      .split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
  }
}
