import CSQLite

/// A prepared statement. One thread at a time runs it.
///
/// A run binds its arguments without copying them, and unbinds them at the end.
final class SQLiteStatement {
  enum Argument {
    case number(Int)
    case text(String)
    case bytes([UInt8])
    case null
  }

  /// The current row of a running statement.
  struct Row: ~Copyable {
    fileprivate let handle: OpaquePointer
  }

  private let connection: SQLiteConnection
  private let handle: OpaquePointer

  init(_ sql: String, on connection: SQLiteConnection) throws(SQLiteError) {
    var prepared: OpaquePointer?
    let code = sqlite3_prepare_v3(
      connection.handle, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &prepared, nil)
    guard code == SQLITE_OK, let prepared else { throw SQLiteError(code, on: connection.handle) }
    self.connection = connection
    handle = prepared
  }

  deinit { sqlite3_finalize(handle) }

  /// Runs the statement and ignores its rows.
  func run(_ arguments: Argument...) throws(SQLiteError) {
    try bind(arguments[...]) { () throws(SQLiteError) in while try step() {} }
  }

  /// Runs the statement and passes every row to `read`.
  func forEach(
    _ arguments: Argument..., read: (borrowing Row) throws(SQLiteError) -> Void
  ) throws(SQLiteError) {
    try bind(arguments[...]) { () throws(SQLiteError) in
      while try step() { try read(Row(handle: handle)) }
    }
  }

  /// Runs the statement and returns the value that `read` makes of the first row; nil if there is no row.
  func first<Value>(
    _ arguments: Argument..., read: (borrowing Row) throws(SQLiteError) -> Value
  ) throws(SQLiteError) -> Value? {
    var value: Value?
    try bind(arguments[...]) { () throws(SQLiteError) in
      if try step() { value = try read(Row(handle: handle)) }
    }
    return value
  }

  private func step() throws(SQLiteError) -> Bool {
    switch ResultCode(rawValue: sqlite3_step(handle)) {
    case .row: true
    case .done: false
    case let code: throw SQLiteError(code.rawValue, on: connection.handle)
    }
  }

  /// Binds the arguments for the duration of `body`: each call binds one, within the call for the one before.
  private func bind(
    _ arguments: ArraySlice<Argument>, _ body: () throws(SQLiteError) -> Void
  ) throws(SQLiteError) {
    guard let argument = arguments.first else {
      defer {
        sqlite3_reset(handle)
        sqlite3_clear_bindings(handle)
      }
      return try body()
    }
    let index = Int32(arguments.startIndex + 1)
    let rest = arguments.dropFirst()
    switch argument {
    case .null:
      try check(sqlite3_bind_null(handle, index))
      try bind(rest, body)
    case .number(let number):
      try check(sqlite3_bind_int64(handle, index, Int64(number)))
      try bind(rest, body)
    case .text(let text):
      try text.utf8.span.withUnsafeBytes { (bytes) throws(SQLiteError) in
        if let start = bytes.assumingMemoryBound(to: CChar.self).baseAddress {
          try check(
            sqlite3_bind_text64(handle, index, start, UInt64(bytes.count), nil, UInt8(SQLITE_UTF8)))
        } else {
          // Without an address SQLite would bind NULL.
          let empty: StaticString = ""
          try check(
            sqlite3_bind_text(
              handle, index, UnsafeRawPointer(empty.utf8Start).assumingMemoryBound(to: CChar.self), 0, nil))
        }
        try bind(rest, body)
      }
    case .bytes(let bytes):
      try bytes.span.withUnsafeBytes { (bytes) throws(SQLiteError) in
        if let start = bytes.baseAddress {
          try check(sqlite3_bind_blob64(handle, index, start, UInt64(bytes.count), nil))
        } else {
          try check(sqlite3_bind_zeroblob(handle, index, 0))
        }
        try bind(rest, body)
      }
    }
  }

  private func check(_ code: Int32) throws(SQLiteError) {
    guard code == SQLITE_OK else { throw SQLiteError(code, on: connection.handle) }
  }
}

extension SQLiteStatement.Row {
  func number(_ column: Int32) -> Int { Int(sqlite3_column_int64(handle, column)) }

  func isNull(_ column: Int32) -> Bool { sqlite3_column_type(handle, column) == SQLITE_NULL }

  func text(_ column: Int32) -> String {
    guard let start = sqlite3_column_text(handle, column) else { return "" }
    return String(decoding: UnsafeBufferPointer(start: start, count: count(column)), as: UTF8.self)
  }

  /// Returns a copy of the bytes of a column.
  ///
  /// - Complexity: O(n) for n bytes.
  func bytes(_ column: Int32) -> [UInt8] {
    guard let start = sqlite3_column_blob(handle, column) else { return [] }
    return Array(UnsafeRawBufferPointer(start: start, count: count(column)))
  }

  private func count(_ column: Int32) -> Int { Int(sqlite3_column_bytes(handle, column)) }
}
