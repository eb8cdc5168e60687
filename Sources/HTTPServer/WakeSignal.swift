import Glibc

/// How other threads wake one that waits in `poll`: a pipe that can be read from `raise` until `lower`.
final class WakeSignal: Sendable {
  /// What to wait for.
  let descriptor: Int32
  private let raisingEnd: Int32

  init() throws(ServerError) {
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else { throw .daemonFailed(reason: lastError()) }
    for end in ends {
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
    }
    (descriptor, raisingEnd) = (ends[0], ends[1])
  }

  deinit {
    close(descriptor)
    close(raisingEnd)
  }

  /// Wakes whoever waits, or will wait before it is lowered. A pipe that is full has been raised often enough.
  func raise() {
    var byte: UInt8 = 0
    _ = write(raisingEnd, &byte, 1)
  }

  /// Takes back what was raised up to now; of very much of it a part, so that the next wait is short.
  func lower() {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 256) { bytes in
      _ = read(descriptor, bytes.baseAddress, bytes.count)
    }
  }
}
