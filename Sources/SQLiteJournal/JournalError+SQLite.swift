import Collections

extension JournalError {
  /// What a journal says where SQLite fails.
  init(_ error: SQLiteError) {
    let reason = "\(error.message) (SQLite \(error.code.rawValue))"
    self = error.isFull ? .full : error.isDamage ? .damaged(reason) : .unavailable(reason)
  }

  static var closed: JournalError { .unavailable("The store is closed.") }
}
