import Collections

extension JournalError {
  /// What a journal says where SQLite fails.
  init(_ error: SQLiteError) {
    self = error.isFull ? .full : .unavailable("\(error.message) (SQLite \(error.code.rawValue))")
  }

  /// What a journal says where it cannot read.
  init(reading error: SQLiteError) {
    self = error.isDamage ? .damaged("\(error.message) (SQLite \(error.code.rawValue))") : .init(error)
  }

  static var closed: JournalError { .unavailable("The store is closed.") }
}
