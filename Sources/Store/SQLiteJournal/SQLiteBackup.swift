import Glibc
import Support

/// Copies of a store, made while a service may be changing it.
public enum SQLiteBackup {
  /// Writes the contents of a store to a new file, with the mode of the store's file. Every change that was acknowledged
  /// before is in it.
  ///
  /// - Throws: an error that an operator can act on; there is no new file then.
  /// - Complexity: O(n) for n bytes of the store.
  public static func make(of path: String, at target: String) throws(SQLiteOpeningError) {
    var status = stat()
    guard stat(path, &status) == 0 else { throw StorePath.systemError(path) }
    // The umask of the operator does not count: what the store keeps from other users its copies do, too.
    let mode = status.st_mode & 0o777
    let file = open(target, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, mode)
    guard file >= 0 else { throw StorePath.systemError(target) }
    fchmod(file, mode)
    close(file)
    do throws(SQLiteError) {
      let connection = try SQLiteConnection(path, .read)
      try SQLiteStatement("VACUUM INTO ?", on: connection).run(.text(target))
    } catch {
      unlink(target)
      throw SQLiteOpeningError(error, path)
    }
  }
}
