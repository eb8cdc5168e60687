import CSQLite
import Glibc

/// Why SQLite did not do something.
struct SQLiteError: Error, Hashable, Sendable {
  var code: ResultCode
  /// SQLite's own words.
  var message: String
  /// What the operating system said, where it was asked; else 0.
  var systemError: Int32 = 0

  init(_ code: ResultCode, _ message: String) {
    self.code = code
    self.message = message
  }

  /// What a connection says of its last call, which returned `code`.
  init(_ code: Int32, on connection: OpaquePointer?) {
    let words = connection.flatMap { sqlite3_errmsg($0) } ?? sqlite3_errstr(code)
    self.init(ResultCode(rawValue: code), words.map { String(cString: $0) } ?? "")
    if self.code.primary == .inputOutput || code == SQLITE_CANTOPEN, let connection {
      systemError = sqlite3_system_errno(connection)
      if systemError != 0 { message += ": " + String(cString: strerror(systemError)) }
    }
  }

  /// Whether there was no room: on the disk, or within what the process or its user may have of it.
  var isFull: Bool {
    code.primary == .full
      || code.primary == .inputOutput && [ENOSPC, EDQUOT, EFBIG].contains(systemError)
  }

  /// Whether the file is not as it was written.
  var isDamage: Bool { code.primary == .corrupt || code.primary == .notADatabase }
}
