import Glibc

extension SQLiteStore {
  /// Finds out whether a service could open a store, also while one uses it: locks, creates and changes nothing.
  ///
  /// Whether the write-ahead log is whole is not examined, because a service may be writing it.
  ///
  /// - Returns: the number of the store's schema, and of the one to which opening migrates it; nil if there is no store.
  /// - Throws: the error that opening the store would end with.
  public static func schema(
    at given: String
  ) throws(SQLiteOpeningError) -> (found: Int, known: Int)? {
    guard try StorePath.isThere(given) else { return nil }
    let path = try StorePath(given)
    guard try path.hasFile() else { return nil }
    for name in [path.resolved, path.directory] where access(name, R_OK | W_OK) != 0 {
      throw StorePath.systemError(given)
    }
    let mode = access(path.log, F_OK) == 0 ? SQLiteConnection.Mode.inspect : .inspectAlone
    return (try SQLiteSchema.examine(path, nil, mode), SQLiteSchema.number)
  }
}
