import Collections
import Support

/// Something to be written, and who waits for it.
struct Operation: Sendable {
  enum Work: Sendable {
    case create(JournalBase)
    case append(JournalEntry)
    case compact(JournalBase)
    case leave(version: Int, main: [UInt8])
    case delete(version: Int?)
  }

  let key: CollectionKey
  let work: Work
  let pending = Pending<Void, JournalError>()

  /// About how much it writes.
  var byteCount: Int {
    switch work {
    case .create(let base), .compact(let base): base.byteCount
    case .append(let entry): entry.byteCount
    case .leave(_, let main): main.count
    case .delete: 0
    }
  }
}

/// Why an operation was not done.
enum WriteFailure: Error {
  /// It does not fit what is there; it has written nothing.
  case refused(JournalError)
  /// SQLite failed: everything in the transaction is taken back.
  case failed(SQLiteError)
}
