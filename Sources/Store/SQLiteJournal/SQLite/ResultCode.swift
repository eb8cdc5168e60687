import CSQLite

/// An extended result code of SQLite, which says more than the primary code.
struct ResultCode: RawRepresentable, Hashable, Sendable {
  var rawValue: Int32

  /// The primary code.
  var primary: ResultCode { ResultCode(rawValue: rawValue & 0xFF) }

  static let row = ResultCode(rawValue: SQLITE_ROW)
  static let done = ResultCode(rawValue: SQLITE_DONE)
  static let corrupt = ResultCode(rawValue: SQLITE_CORRUPT)
  static let full = ResultCode(rawValue: SQLITE_FULL)
  static let inputOutput = ResultCode(rawValue: SQLITE_IOERR)
  /// A write error (`SQLITE_IOERR_WRITE`, a macro that Swift does not import).
  static let writing = ResultCode(rawValue: SQLITE_IOERR | 3 << 8)
  static let cannotOpen = ResultCode(rawValue: SQLITE_CANTOPEN)
  static let notADatabase = ResultCode(rawValue: SQLITE_NOTADB)
  static let readOnly = ResultCode(rawValue: SQLITE_READONLY)
  static let tooBig = ResultCode(rawValue: SQLITE_TOOBIG)
}
