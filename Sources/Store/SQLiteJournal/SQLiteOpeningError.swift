/// The reason why a store cannot be opened. The file is as it was.
public enum SQLiteOpeningError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The file cannot be opened, created or written.
  case unavailable(path: String, reason: String)
  /// Another process has it open.
  case inUse(path: String)
  /// The file has no content.
  case empty(path: String)
  /// The disk has no space for what opening writes.
  case full(path: String)
  /// The file is not a database, or it is damaged.
  case damaged(path: String, reason: String)
  /// The file is a database of another program.
  case foreign(path: String)
  /// A later version of the service has written the file.
  case newer(path: String, schema: Int, known: Int)

  /// A message for the operator: the file, the problem, and a remedy.
  public var description: String {
    switch self {
    case .unavailable(let path, let reason):
      "The store \(path) cannot be opened: \(reason). Give a file in a directory that the service may write to."
    case .inUse(let path):
      "The store \(path) is in use by another process, which holds \(path)-lock. Stop that one, or give another file."
    case .empty(let path):
      "The store \(path) is empty: it has 0 bytes, and a store never has. Nothing was changed. Put a backup in its place, "
        + "or delete the file for a new store."
    case .full(let path):
      "The store \(path) cannot be opened: its disk is full, and a file of it is still to be made. Free some space."
    case .damaged(let path, let reason):
      "The store \(path) is damaged or is no SQLite database (\(reason)). Nothing in it was changed. "
        + "Put a backup in its place, or give another file."
    case .foreign(let path):
      "The store \(path) is a database of another program. Nothing in it was changed. Give another file."
    case .newer(let path, let schema, let known):
      "The store \(path) has schema \(schema), and this version of the service knows up to \(known). "
        + "Nothing in it was changed. Use the version that wrote it or a later one."
    }
  }

  init(_ error: SQLiteError, _ path: String) {
    let reason = error.message
    self =
      if error.isFull {
        .full(path: path)
      } else if error.isDamage {
        .damaged(path: path, reason: reason)
      } else {
        .unavailable(path: path, reason: reason)
      }
  }
}
