import CSQLite

/// A connection to a database file, without a lock: one thread at a time uses it and its statements.
final class SQLiteConnection {
  enum Mode {
    /// Reads an existing file and changes neither it nor the files beside it.
    case inspect
    /// Does the same with a file that has no write-ahead log, and makes none.
    case inspectAlone
    case read
    case write
  }

  let handle: OpaquePointer
  /// The number of pages in the write-ahead log after the last commit of this connection.
  private let logPages: UnsafeMutablePointer<Int32>

  init(_ path: String, _ mode: Mode) throws(SQLiteError) {
    let access = mode == .write ? SQLITE_OPEN_READWRITE : SQLITE_OPEN_READONLY
    var opened: OpaquePointer?
    let name = mode == .inspectAlone ? Self.immutable(path) : path
    let form = mode == .inspectAlone ? SQLITE_OPEN_URI : 0
    let code = sqlite3_open_v2(name, &opened, access | form | SQLITE_OPEN_NOMUTEX, nil)
    guard let opened, code == SQLITE_OK else {
      let error = SQLiteError(opened.map { sqlite3_extended_errcode($0) } ?? code, on: opened)
      sqlite3_close(opened)
      throw error
    }
    handle = opened
    logPages = .allocate(capacity: 1)
    logPages.initialize(to: 0)
    sqlite3_extended_result_codes(handle, 1)
    sqlite3_busy_timeout(handle, Self.busyTimeout)
    _ = csqlite_set_defensive(handle)
    // A page whose cells overlap or leave the page is then damage at once, whichever of them is read.
    sqlite3_exec(handle, "PRAGMA cell_size_check = ON", nil, nil, nil)
    if mode == .inspect { _ = csqlite_leave_log_on_close(handle) }
  }

  deinit {
    // Statements hold their connection, so none is left.
    sqlite3_close(handle)
    logPages.deallocate()
  }

  /// The address of a file that does not change while it is read.
  private static func immutable(_ path: String) -> String {
    let bytes = path.utf8.map { byte in
      let hex = String(byte, radix: 16)
      return "%" + (hex.count == 1 ? "0" : "") + hex
    }
    return "file:\(bytes.joined())?immutable=1"
  }

  /// The time to wait for another process that locks the file, such as a shell or a backup, in milliseconds.
  private static var busyTimeout: Int32 { 2000 }

  /// Whether the file is read-only.
  var isReadOnly: Bool { sqlite3_db_readonly(handle, "main") != 0 }

  var isInTransaction: Bool { sqlite3_get_autocommit(handle) == 0 }

  /// The number of rows that the last statement inserted, changed or deleted.
  var changedRows: Int { Int(sqlite3_changes64(handle)) }

  /// - Throws: the error of a call that returned `code`.
  func check(_ code: Int32) throws(SQLiteError) {
    guard code == SQLITE_OK else { throw SQLiteError(code, on: handle) }
  }

  /// Runs statements and ignores their rows.
  func execute(_ sql: String) throws(SQLiteError) {
    let code = sqlite3_exec(handle, sql, nil, nil, nil)
    guard code == SQLITE_OK else { throw SQLiteError(code, on: handle) }
  }

  /// Returns the first column of the first row as a number; 0 if there is no row.
  func number(_ sql: String) throws(SQLiteError) -> Int {
    try SQLiteStatement(sql, on: self).first { $0.number(0) } ?? 0
  }

  /// Returns the first column of the first row as text; empty if there is no row.
  func text(_ sql: String) throws(SQLiteError) -> String {
    try SQLiteStatement(sql, on: self).first { $0.text(0) } ?? ""
  }
}

extension SQLiteConnection {
  /// Turns off automatic checkpoints, which the caller then makes, and counts the pages of the write-ahead log.
  func takeOverCheckpoints() throws(SQLiteError) {
    sqlite3_wal_hook(
      handle,
      { context, _, _, pages in
        context?.assumingMemoryBound(to: Int32.self).pointee = pages
        return SQLITE_OK
      }, logPages)
  }

  /// The number of pages in the write-ahead log after the last commit of this connection.
  var pagesInLog: Int { Int(logPages.pointee) }

  enum Checkpoint {
    /// Copies the pages that no reader needs any more, without waiting.
    case passive
    /// Copies all pages and empties the log.
    case truncating
  }

  /// Runs a body that waits for other processes which lock the file no longer than this, in milliseconds.
  func waiting<Value>(
    atMost milliseconds: Int32, _ body: () throws(SQLiteError) -> Value
  ) throws(SQLiteError) -> Value {
    sqlite3_busy_timeout(handle, milliseconds)
    defer { sqlite3_busy_timeout(handle, Self.busyTimeout) }
    return try body()
  }

  /// Forgets the pages that were read.
  func releaseMemory() { sqlite3_db_release_memory(handle) }

  /// Leaves the write-ahead log as it is when this connection is the last to close.
  func leaveLogOnClose() { _ = csqlite_leave_log_on_close(handle) }

  /// Copies the write-ahead log into the database.
  ///
  /// - Returns: how many pages of the log are in the database too.
  @discardableResult
  func checkpoint(_ kind: Checkpoint) throws(SQLiteError) -> Int {
    let mode =
      switch kind {
      case .passive: SQLITE_CHECKPOINT_PASSIVE
      case .truncating: SQLITE_CHECKPOINT_TRUNCATE
      }
    var copied: Int32 = 0
    let code = sqlite3_wal_checkpoint_v2(handle, nil, mode, nil, &copied)
    guard code == SQLITE_OK else { throw SQLiteError(code, on: handle) }
    if kind == .truncating { logPages.pointee = 0 }
    return max(0, Int(copied))
  }
}
