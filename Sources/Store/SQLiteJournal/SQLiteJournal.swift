import Collections

/// A journal in an SQLite database file.
///
/// One thread writes, many changes in one transaction, and a write settles when the disk has it. Each reading thread
/// uses a connection of its own, so reads never wait for writes. One process at a time has the file open; another one
/// may copy it meanwhile (`sqlite3 store.db "VACUUM INTO 'copy.db'"`).
public typealias SQLiteJournal = RowJournal<SQLiteStore>

extension SQLiteJournal {
  /// Opens a store, or creates it with its directory if there is none.
  ///
  /// - Parameter layouts: reads the layouts of stored collections.
  /// - Throws: an error that an operator can act on; the file is then as it was.
  public convenience init(
    path: String, reading layouts: any LayoutReading
  ) throws(SQLiteOpeningError) {
    self.init(try SQLiteStore(path), reading: layouts)
  }
}
