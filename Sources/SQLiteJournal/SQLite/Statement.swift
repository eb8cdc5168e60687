import CSQLite

/// A statement, prepared once and run many times, by one thread at a time.
///
/// What it is run with is not copied: it is bound for one run and unbound after it.
final class Statement {
  enum Value {
    case number(Int)
    case text(String)
    case bytes([UInt8])
    case null
  }

  /// The answer that a statement stands at.
  struct Row: ~Copyable {
    fileprivate let handle: OpaquePointer
  }

  private let connection: Connection
  private let handle: OpaquePointer

  init(_ sql: String, on connection: Connection) throws(SQLiteError) {
    var prepared: OpaquePointer?
    let code = sqlite3_prepare_v3(
      connection.handle, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &prepared, nil)
    guard code == SQLITE_OK, let prepared else { throw SQLiteError(code, on: connection.handle) }
    self.connection = connection
    handle = prepared
  }

  deinit { sqlite3_finalize(handle) }

  /// Runs it to its end.
  func run(_ values: Value...) throws(SQLiteError) {
    try bind(values[...]) { () throws(SQLiteError) in while try step() {} }
  }

  /// Runs it, and reads every answer.
  func forEach(
    _ values: Value..., read: (borrowing Row) throws(SQLiteError) -> Void
  ) throws(SQLiteError) {
    try bind(values[...]) { () throws(SQLiteError) in
      while try step() { try read(Row(handle: handle)) }
    }
  }

  /// What is read of its first answer; nil where it has none.
  func first<Answer>(
    _ values: Value..., read: (borrowing Row) throws(SQLiteError) -> Answer
  ) throws(SQLiteError) -> Answer? {
    var answer: Answer?
    try bind(values[...]) { () throws(SQLiteError) in
      if try step() { answer = try read(Row(handle: handle)) }
    }
    return answer
  }

  private func step() throws(SQLiteError) -> Bool {
    switch ResultCode(rawValue: sqlite3_step(handle)) {
    case .row: true
    case .done: false
    case let code: throw SQLiteError(code.rawValue, on: connection.handle)
    }
  }

  /// Binds values, one inside the other, for as long as `body` runs.
  private func bind(
    _ values: ArraySlice<Value>, _ body: () throws(SQLiteError) -> Void
  ) throws(SQLiteError) {
    guard let value = values.first else {
      defer {
        sqlite3_reset(handle)
        sqlite3_clear_bindings(handle)
      }
      return try body()
    }
    let place = Int32(values.startIndex + 1)
    let rest = values.dropFirst()
    switch value {
    case .null:
      try check(sqlite3_bind_null(handle, place))
      try bind(rest, body)
    case .number(let number):
      try check(sqlite3_bind_int64(handle, place, Int64(number)))
      try bind(rest, body)
    case .text(let text):
      try text.utf8.span.withUnsafeBytes { (bytes) throws(SQLiteError) in
        if let start = bytes.assumingMemoryBound(to: CChar.self).baseAddress {
          try check(
            sqlite3_bind_text64(handle, place, start, UInt64(bytes.count), nil, UInt8(SQLITE_UTF8)))
        } else {
          // No address would be a null.
          let empty: StaticString = ""
          try check(
            sqlite3_bind_text(
              handle, place, UnsafeRawPointer(empty.utf8Start).assumingMemoryBound(to: CChar.self), 0, nil))
        }
        try bind(rest, body)
      }
    case .bytes(let bytes):
      try bytes.span.withUnsafeBytes { (bytes) throws(SQLiteError) in
        if let start = bytes.baseAddress {
          try check(sqlite3_bind_blob64(handle, place, start, UInt64(bytes.count), nil))
        } else {
          try check(sqlite3_bind_zeroblob(handle, place, 0))
        }
        try bind(rest, body)
      }
    }
  }

  private func check(_ code: Int32) throws(SQLiteError) {
    guard code == SQLITE_OK else { throw SQLiteError(code, on: connection.handle) }
  }
}

extension Statement.Row {
  func number(_ column: Int32) -> Int { Int(sqlite3_column_int64(handle, column)) }

  func isNull(_ column: Int32) -> Bool { sqlite3_column_type(handle, column) == SQLITE_NULL }

  func text(_ column: Int32) -> String {
    guard let start = sqlite3_column_text(handle, column) else { return "" }
    return String(decoding: UnsafeBufferPointer(start: start, count: count(column)), as: UTF8.self)
  }

  /// A copy of the bytes of a column.
  ///
  /// - Complexity: O(n) for n bytes.
  func bytes(_ column: Int32) -> [UInt8] {
    guard let start = sqlite3_column_blob(handle, column) else { return [] }
    return Array(UnsafeRawBufferPointer(start: start, count: count(column)))
  }

  private func count(_ column: Int32) -> Int { Int(sqlite3_column_bytes(handle, column)) }
}
