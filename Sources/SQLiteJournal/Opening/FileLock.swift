import Glibc
import Synchronization

/// The lock on a file, held until it is released: the kernel lets go of it when the process ends, however it ends.
final class FileLock: Sendable {
  /// Nil once it is released.
  private let file: Mutex<Int32?>

  /// Takes the lock; nil where another has it.
  init?(_ path: String, of store: String) throws(SQLiteOpeningError) {
    let file = open(path, O_CREAT | O_RDWR | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw StorePath.failure(store) }
    guard flock(file, LOCK_EX | LOCK_NB) == 0 else {
      let isHeld = errno == EWOULDBLOCK
      let failure = StorePath.failure(store)
      close(file)
      guard isHeld else { throw failure }
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
