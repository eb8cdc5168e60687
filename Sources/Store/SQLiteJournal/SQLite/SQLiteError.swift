import CSQLite
import Glibc
import Support

/// An error of SQLite.
struct SQLiteError: Error, Hashable, Sendable {
  var code: ResultCode
  /// SQLite's message.
  var message: String
  /// The operating system's error number for a file error; otherwise 0.
  var systemError: Int32 = 0

  init(_ code: ResultCode, _ message: String) {
    self.code = code
    self.message = message
  }

  /// Creates the error of the last call on a connection, which returned `code`.
  init(_ code: Int32, on connection: OpaquePointer?) {
    let text = connection.flatMap { sqlite3_errmsg($0) } ?? sqlite3_errstr(code)
    self.init(ResultCode(rawValue: code), text.map { String(cString: $0) } ?? "")
    if self.code.primary == .inputOutput || code == SQLITE_CANTOPEN, let connection {
      systemError = sqlite3_system_errno(connection)
      if systemError == 0, self.code == .writing { systemError = csqlite_log_errno(connection) }
      if systemError != 0 { message += ": " + String(cString: strerror(systemError)) }
    }
  }

  /// Creates the error of a file beside the database that the process has no descriptor or memory left to open.
  init(opening path: String, _ error: SystemError) {
    self.init(.cannotOpen, "\(path): \(error)")
    systemError = error.code
  }

  /// Whether the disk is full, or the quota of the process or its user is used up.
  var isFull: Bool {
    code.primary == .full || [ENOSPC, EDQUOT, EFBIG].contains(systemError)
  }

  /// Whether the file is damaged.
  var isDamage: Bool { code.primary == .corrupt || code.primary == .notADatabase }
}
