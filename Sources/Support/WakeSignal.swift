import Glibc
import Synchronization

/// A wake-up for a thread that waits in `poll`: a pipe that is readable from `raise` until `lower`.
package final class WakeSignal: Sendable {
  /// The descriptor to poll for reading.
  package let descriptor: Int32
  private let raisingEnd: Int32
  /// Whether the pipe is readable, or about to be: a thousand raises before one `lower` are one system call.
  private let isRaised = Atomic(false)

  /// - Throws: when the process has no descriptors left.
  package init() throws(SystemError) {
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else { throw .current }
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

  /// Wakes the thread that waits, or that will wait before the signal is lowered.
  package func raise() {
    guard !isRaised.exchange(true, ordering: .acquiringAndReleasing) else { return }
    var byte: UInt8 = 0
    _ = write(raisingEnd, &byte, 1)
  }

  /// Takes back all raises up to now; what they were raised for is visible afterwards.
  ///
  /// The order matters: a thread that raises the signal in between finds it raised, writes nothing, and what it did is
  /// visible all the same.
  package func lower() {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 256) { bytes in
      _ = read(descriptor, bytes.baseAddress, bytes.count)
    }
    _ = isRaised.exchange(false, ordering: .acquiringAndReleasing)
  }

  /// Waits until the signal is raised or the time is over, and returns whether it is raised.
  ///
  /// - Parameter milliseconds: how long to wait at most; -1 waits without end.
  package func wait(milliseconds: Int32) -> Bool {
    var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&entry, 1, milliseconds) > 0
  }
}
