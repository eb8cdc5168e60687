import CSQLite

/// A connection to a database file. It has no lock of its own: one thread at a time uses it and its statements.
final class Connection {
  enum Mode {
    /// Looks at a file that is there, and leaves it and what lies beside it as they are.
    case look
    case read
    case write
  }

  let handle: OpaquePointer
  /// How many pages the write-ahead log has after the last commit of this connection.
  private let logPages: UnsafeMutablePointer<Int32>

  init(_ path: String, _ mode: Mode) throws(SQLiteError) {
    let access = mode == .write ? SQLITE_OPEN_READWRITE : SQLITE_OPEN_READONLY
    var opened: OpaquePointer?
    let code = sqlite3_open_v2(path, &opened, access | SQLITE_OPEN_NOMUTEX, nil)
    guard let opened, code == SQLITE_OK else {
      let error = SQLiteError(opened.map { sqlite3_extended_errcode($0) } ?? code, on: opened)
      sqlite3_close(opened)
      throw error
    }
    handle = opened
    logPages = .allocate(capacity: 1)
    logPages.initialize(to: 0)
    sqlite3_extended_result_codes(handle, 1)
    sqlite3_busy_timeout(handle, Self.patience)
    _ = csqlite_set_defensive(handle)
    if mode == .look { _ = csqlite_leave_log_on_close(handle) }
  }

  deinit {
    // Its statements hold it, so that none is left.
    sqlite3_close(handle)
    logPages.deallocate()
  }

  /// Milliseconds to wait for another process that holds the file: a shell, a backup that begins.
  private static var patience: Int32 { 2000 }

  /// Whether the file can only be read.
  var isReadOnly: Bool { sqlite3_db_readonly(handle, "main") != 0 }

  var isInTransaction: Bool { sqlite3_get_autocommit(handle) == 0 }

  /// The key of the row that was inserted last.
  var lastRow: Int { Int(sqlite3_last_insert_rowid(handle)) }

  /// Runs statements that answer nothing.
  func execute(_ sql: String) throws(SQLiteError) {
    let code = sqlite3_exec(handle, sql, nil, nil, nil)
    guard code == SQLITE_OK else { throw SQLiteError(code, on: handle) }
  }

  /// What a statement answers first, as a number.
  func number(_ sql: String) throws(SQLiteError) -> Int {
    try Statement(sql, on: self).first { $0.number(0) } ?? 0
  }

  /// What a statement answers first, as text.
  func text(_ sql: String) throws(SQLiteError) -> String {
    try Statement(sql, on: self).first { $0.text(0) } ?? ""
  }
}

extension Connection {
  /// Leaves it to the caller when the write-ahead log goes into the database, and counts its pages.
  func keepLog() throws(SQLiteError) {
    sqlite3_wal_hook(
      handle,
      { context, _, _, pages in
        context?.assumingMemoryBound(to: Int32.self).pointee = pages
        return SQLITE_OK
      }, logPages)
  }

  /// Pages in the write-ahead log after the last commit here.
  var pagesInLog: Int { Int(logPages.pointee) }

  enum Checkpoint {
    /// As far as nobody reads what was before, and without waiting.
    case passive
    /// All of it, after which the log has no length.
    case truncating
  }

  /// Copies the write-ahead log into the database.
  func checkpoint(_ kind: Checkpoint) throws(SQLiteError) {
    let mode =
      switch kind {
      case .passive: SQLITE_CHECKPOINT_PASSIVE
      case .truncating: SQLITE_CHECKPOINT_TRUNCATE
      }
    let code = sqlite3_wal_checkpoint_v2(handle, nil, mode, nil, nil)
    guard code == SQLITE_OK else { throw SQLiteError(code, on: handle) }
  }
}
