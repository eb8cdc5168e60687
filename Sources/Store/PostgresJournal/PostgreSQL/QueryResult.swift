import CPostgres

/// The rows that a statement has returned, in the binary form. One thread uses them.
final class QueryResult {
  private let handle: OpaquePointer

  /// Takes over a result of libpq.
  init(_ handle: OpaquePointer) { self.handle = handle }

  deinit { PQclear(handle) }

  var count: Int { Int(PQntuples(handle)) }
  var rows: Range<Int> { 0..<count }

  /// Returns a column of type `bigint`; 0 if it is null.
  func number(_ row: Int, _ column: Int32) -> Int {
    let value = bytes(row, column)
    guard value.count == 8 else { return 0 }
    return value.reduce(0) { $0 << 8 | Int($1) }
  }

  func text(_ row: Int, _ column: Int32) -> String { String(decoding: bytes(row, column), as: UTF8.self) }

  func isNull(_ row: Int, _ column: Int32) -> Bool { PQgetisnull(handle, Int32(row), column) != 0 }

  /// Returns a copy of the bytes of a column.
  ///
  /// - Complexity: O(n) for n bytes.
  func bytes(_ row: Int, _ column: Int32) -> [UInt8] {
    guard let start = PQgetvalue(handle, Int32(row), column) else { return [] }
    return Array(
      UnsafeRawBufferPointer(start: start, count: Int(PQgetlength(handle, Int32(row), column))))
  }
}
