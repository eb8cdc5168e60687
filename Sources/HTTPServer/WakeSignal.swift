import Glibc
import Synchronization

/// How other threads wake one that waits in `poll`: a pipe that can be read from `raise` until `lower`.
final class WakeSignal: Sendable {
  /// What to wait for.
  let descriptor: Int32
  private let raisingEnd: Int32
  /// Whether it can be read, or is about to be: a thousand raises before one `lower` are one system call.
  private let isRaised = Atomic(false)

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

  /// Wakes whoever waits, or will wait before it is lowered.
  func raise() {
    guard !isRaised.exchange(true, ordering: .acquiringAndReleasing) else { return }
    var byte: UInt8 = 0
    _ = write(raisingEnd, &byte, 1)
  }

  /// Takes back what was raised up to now; all that it was raised for can be seen afterwards.
  ///
  /// In this order: who raises it in between finds it raised, writes nothing, and is seen all the same.
  func lower() {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 256) { bytes in
      _ = read(descriptor, bytes.baseAddress, bytes.count)
    }
    _ = isRaised.exchange(false, ordering: .acquiringAndReleasing)
  }
}
