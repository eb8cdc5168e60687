import CLinux
import Glibc
import Synchronization

/// A wake-up for the one thread that waits for it: an event descriptor, written to only while that thread sleeps.
package final class WakeSignal: Sendable {
  private enum State: UInt8, AtomicRepresentable {
    case lowered
    case raised
    /// Lowered, and the thread sleeps or is about to: the next raise has to wake it.
    case asleep
  }

  /// The descriptor to wait for, edge-triggered or by `wait`.
  package let descriptor: Int32
  private let state = Atomic(State.lowered)

  /// Creates a signal that is not raised.
  ///
  /// - Throws: when the process has no descriptors left.
  package init() throws(SystemError) {
    descriptor = eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK))
    guard descriptor >= 0 else { throw .current }
  }

  deinit { close(descriptor) }

  /// Wakes the thread that waits, or that will wait before the signal is lowered.
  ///
  /// A system call only if the thread sleeps: however often the signal is raised, that is once for each sleep.
  package func raise() {
    guard state.exchange(.raised, ordering: .acquiringAndReleasing) == .asleep else { return }
    var one: UInt64 = 1
    _ = write(descriptor, &one, MemoryLayout.size(ofValue: one))
  }

  /// Takes back all raises up to now; what they were raised for is visible afterwards.
  package func lower() { _ = state.exchange(.lowered, ordering: .acquiringAndReleasing) }

  /// Announces that the thread is about to wait for the descriptor; false if the signal is raised, and it must not.
  ///
  /// The thread lowers the signal when it is awake again.
  package func beginWait() -> Bool {
    state.compareExchange(expected: .lowered, desired: .asleep, ordering: .acquiringAndReleasing).exchanged
  }

  /// Waits until the signal is raised or the time is over, and returns whether it is raised.
  ///
  /// - Parameters:
  ///   - milliseconds: how long to wait at most; -1 waits without end.
  ///   - other: a descriptor that also ends the wait once it can be read; -1 if there is none.
  package func wait(milliseconds: Int32, orFor other: Int32 = -1) -> Bool {
    guard beginWait() else { return true }
    var entries = [descriptor, other].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    var isOver = false
    while !isOver {
      let count = poll(&entries, 2, milliseconds)
      isOver = count <= 0 || entries[1].revents != 0
      if entries[0].revents != 0 {
        var raises: UInt64 = 0
        _ = read(descriptor, &raises, MemoryLayout.size(ofValue: raises))
      }
      // The write of an earlier raise may arrive late, and ends no wait.
      isOver = isOver || state.load(ordering: .acquiring) == .raised
    }
    return !state.compareExchange(
      expected: .asleep, desired: .lowered, ordering: .acquiringAndReleasing
    ).exchanged
  }
}
