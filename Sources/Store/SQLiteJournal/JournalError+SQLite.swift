import Collections

extension JournalError {
  /// Creates the error that a journal reports if SQLite fails.
  init(_ error: SQLiteError) {
    let reason = "\(error.message) (SQLite \(error.code.rawValue))"
    self = error.isFull ? .full : error.isDamage ? .damaged(reason) : .unavailable(reason)
  }
}

extension RowStoreError {
  /// Creates the error of a group that failed before its commit.
  ///
  /// A row that is too large for the space there is, or that is on a damaged page, does not keep other rows from being
  /// written.
  init(writing error: SQLiteError) {
    let isOfRows = error.isFull || error.isDamage || error.code.primary == .tooBig
    self = isOfRows ? .rows(JournalError(error)) : .store(JournalError(error))
  }
}
