import Glibc
import Synchronization

/// An exclusive lock on a file. The kernel releases it when the process ends, however it ends.
final class FileLock: Sendable {
  /// The open file; nil once the lock is released.
  private let file: Mutex<Int32?>

  /// Takes the lock; nil if another process has it.
  init?(_ path: String, of store: String) throws(SQLiteOpeningError) {
    let file = open(path, O_CREAT | O_RDWR | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw StorePath.systemError(store) }
    guard flock(file, LOCK_EX | LOCK_NB) == 0 else {
      let isHeld = errno == EWOULDBLOCK
      let error = StorePath.systemError(store)
      close(file)
      guard isHeld else { throw error }
      return nil
    }
    self.file = Mutex(file)
  }

  deinit { release() }

  func release() {
    file.withLock { file in
      if let held = file { close(held) }
      file = nil
    }
  }
}
